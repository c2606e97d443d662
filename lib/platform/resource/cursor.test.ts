import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { jcs } from "@/lib/platform/crypto/jcs";
import { decodeCursor, encodeCursor } from "@/lib/platform/resource/cursor";

beforeAll(() => {
  process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none";
  process.env.SERVER_SECRET = "a secret that only these tests know";
});

const binding = ["audit", "org_a", { severity: "HIGH" }];
const place = fc.string({ unit: "binary", minLength: 1, maxLength: 40 });
const bindings = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 });

test("a cursor returns its position", () => {
  fc.assert(
    fc.property(place, bindings, (text, bound) => {
      const cursor = encodeCursor(text, bound);
      expect(cursor).toMatch(/^cur_[0-9a-f]+$/);
      expect(decodeCursor(cursor, bound)).toBe(text);
    }),
  );
});

test("a cursor can contain an ID of 200 characters", () => {
  const longest = `${Number.MAX_SAFE_INTEGER} ${Number.MAX_SAFE_INTEGER} 8640000000000000,${"~".repeat(200)}`;
  expect(decodeCursor(encodeCursor(longest, binding), binding)).toBe(longest);
});

test("a cursor is rejected with any other binding", () => {
  fc.assert(
    fc.property(place, bindings, bindings, (text, bound, other) => {
      fc.pre(jcs(bound) !== jcs(other));
      expect(() => decodeCursor(encodeCursor(text, bound), other)).toThrow(
        expect.objectContaining({ code: "invalid_cursor" }),
      );
    }),
  );
});

test("the order of a binding's members and undefined members do not matter", () => {
  const cursor = encodeCursor("7", [{ a: 1, b: 2 }]);
  expect(decodeCursor(cursor, [{ b: 2, c: undefined, a: 1 }])).toBe("7");
});

test("any other text is rejected as a cursor", () => {
  const garbage = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), maxLength: 200 }).map((hex) => `cur_${hex}`),
  );
  fc.assert(
    fc.property(garbage, (text) => {
      expect(() => decodeCursor(text, binding)).toThrow(
        expect.objectContaining({ code: "invalid_cursor", status: 400 }),
      );
    }),
    { numRuns: 500 },
  );
});
