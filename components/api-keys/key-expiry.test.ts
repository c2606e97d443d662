import { expect, test } from "vitest";
import { expiryOf } from "@/components/api-keys/key-expiry";

const now = Date.parse("2026-01-15T10:00:00.000Z");

test("a key lives for some days, never ends, or to the end of a day where the reader is", () => {
  expect(expiryOf({ lifetime: "30", date: "" }, now)).toBe("2026-02-14T10:00:00.000Z");
  expect(expiryOf({ lifetime: "never", date: "2026-02-01" }, now)).toBeUndefined();
  expect(expiryOf({ lifetime: "date", date: "" }, now)).toBeUndefined();
  const end = expiryOf({ lifetime: "date", date: "2026-02-01" }, now) ?? "";
  expect(new Date(end).toString()).toContain("Feb 01 2026 23:59:59");
});
