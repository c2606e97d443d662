import fc from "fast-check";
import { expect, test } from "vitest";
import { type IdKind, idPrefixes, isId } from "@/lib/platform/core/id-prefixes";
import { newId } from "@/lib/platform/core/ids";

const kinds = Object.keys(idPrefixes) as IdKind[];

test("ID prefixes match the specification and are unique", () => {
  expect(idPrefixes).toMatchObject({
    auditEvent: "evt_",
    detection: "sad_",
    evidencePackage: "epkg_",
    model: "mdl_",
    organisation: "org_",
    webhookEndpoint: "wh_",
    deliveryEvent: "we_",
    cursor: "cur_",
  });
  expect(new Set(Object.values(idPrefixes)).size).toBe(kinds.length);
});

test.each(kinds)("the ID of a %s has its prefix and 26 characters of 0-9a-z", (kind) => {
  const id = newId(kind);
  expect(id.startsWith(idPrefixes[kind])).toBe(true);
  expect(id.slice(idPrefixes[kind].length)).toMatch(/^[0-9a-z]{26}$/);
  expect(isId(kind, id)).toBe(true);
});

test("IDs sort by the millisecond of their creation, from 1970 to far after the year 9999", () => {
  const instant = fc.integer({ min: 0, max: 32 ** 10 - 1 });
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      fc.pre(one !== other);
      expect(newId("auditEvent", one) < newId("auditEvent", other)).toBe(one < other);
    }),
    { numRuns: 500 },
  );
});

test("IDs of the same millisecond share only their time", () => {
  const ids = Array.from({ length: 20_000 }, () => newId("auditEvent", 1_768_471_200_000));
  expect(new Set(ids.map((id) => id.slice(0, 14))).size).toBe(1);
  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(ids.length);
});

test("every character of the random part can have all 32 values", () => {
  const ids = Array.from({ length: 2_000 }, () => newId("auditEvent").slice(14));
  for (let i = 0; i < 16; i++) expect(new Set(ids.map((id) => id[i])).size).toBe(32);
});

test.each([
  ["evt_", false],
  ["evt", false],
  ["", false],
  ["mdl_0123456789", false],
  ["evt_0123456789", true],
  ["evt_ABC", false],
  ["evt_a b", false],
  ["evt_a\n", false],
  ["evt_a\u0000", false],
  ["evt_\ud800", false],
  [`evt_${"a".repeat(64)}`, true],
  [`evt_${"a".repeat(65)}`, false],
])("%j is a valid event ID: %s", (text, possible) => {
  expect(isId("auditEvent", text)).toBe(possible);
});
