import { expect, test } from "vitest";
import { maskNetwork } from "@/lib/platform/auth/sessions";

test.each([
  ["192.0.2.77", "192.0.2.x"],
  ["::ffff:192.0.2.77", "192.0.2.x"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("the network of %s is %s", (address, kept) => {
  expect(maskNetwork(address)).toBe(kept);
});
