import { beforeAll, expect, test } from "vitest";
import { deviceOf, deviceSeconds, issueDevice } from "@/lib/platform/auth/attempts";

beforeAll(() => {
  process.env.DATABASE_URL = "postgresql://gas:gas@localhost:5432/gas";
  process.env.SERVER_SECRET = "a secret that only these tests know";
});

const now = Date.parse("2026-11-20T10:00:00.000Z");

test("a device cookie identifies the same device for a year", () => {
  const cookie = issueDevice("usr_1", now);
  const device = deviceOf(cookie, "usr_1", now);
  expect(device).toMatch(/^[\w-]{22}$/);
  expect(deviceOf(cookie, "usr_1", now + deviceSeconds * 1000 - 1000)).toBe(device);
  expect(deviceOf(cookie, "usr_1", now + deviceSeconds * 1000)).toBeUndefined();
});

test("two browsers are two devices", () => {
  expect(issueDevice("usr_1", now)).not.toBe(issueDevice("usr_1", now));
});

/** The text with another character at a position. Negative positions count from the end. */
function withOtherLetter(text: string, at: number): string {
  const other = text.at(at) === "A" ? "B" : "A";
  return text.slice(0, at) + other + text.slice(at).slice(1);
}

test.each<[string, (cookie: string) => string | undefined]>([
  ["none", () => undefined],
  ["an empty cookie", () => ""],
  ["a cookie with another nonce", (cookie) => withOtherLetter(cookie, 0)],
  ["a cookie with a later end", (cookie) => cookie.replace(/\.(\d+)\./, (_, end: string) => `.${Number(end) + 1}.`)],
  ["a cookie with another seal", (cookie) => withOtherLetter(cookie, -3)],
  ["a truncated cookie", (cookie) => cookie.slice(0, -1)],
  ["arbitrary text", () => "a.1.b"],
])("%s identifies no device", (_what, change) => {
  const cookie = issueDevice("usr_1", now);
  const changed = change(cookie);
  expect(changed).not.toBe(cookie);
  expect(deviceOf(changed, "usr_1", now)).toBeUndefined();
});

test("a member's device is unknown for other members", () => {
  expect(deviceOf(issueDevice("usr_1", now), "usr_2", now)).toBeUndefined();
});
