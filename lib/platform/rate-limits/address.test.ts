import { beforeEach, describe, expect, test } from "vitest";
import { addressBucket, networkOf } from "@/lib/platform/rate-limits/address";

let minute = 0;
beforeEach(() => {
  minute += 1;
});

describe("networkOf", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("%s belongs to %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("addressBucket", () => {
  test("different addresses have different buckets", () => {
    const buckets = new Set(
      Array.from({ length: 10_000 }, (_, i) => addressBucket(`10.1.${i >> 8}.${i & 255}`, minute)),
    );
    expect(buckets.size).toBe(10_000);
  });

  test("many addresses share a bounded number of buckets, and known addresses keep theirs", () => {
    const own = addressBucket("203.0.113.9", minute);
    const buckets = new Set<string>();
    for (let i = 0; i < 200_000; i++) buckets.add(addressBucket(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, minute));
    expect(buckets.size).toBeLessThan(11_100);
    expect(addressBucket("203.0.113.9", minute)).toBe(own);
  });

  test("each minute has room for new addresses", () => {
    for (let i = 0; i < 10_000; i++) addressBucket(`10.2.${i >> 8}.${i & 255}`, minute);
    expect(addressBucket("203.0.113.9", minute)).toMatch(/^shared-/);
    minute += 1;
    expect(addressBucket("203.0.113.9", minute)).toBe("203.0.113.9");
  });
});
