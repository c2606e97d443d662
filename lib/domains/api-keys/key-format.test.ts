import fc from "fast-check";
import { expect, test } from "vitest";
import { generateKey, keyHint, parseKey } from "@/lib/domains/api-keys/key-format";

test("a key contains its mode, and no two keys are equal", () => {
  for (const livemode of [true, false]) {
    const keys = Array.from({ length: 1000 }, () => generateKey(livemode));
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) {
      expect(key).toMatch(
        livemode ? /^gas_live_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/ : /^gas_test_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/,
      );
      expect(parseKey(key)).toEqual({ livemode });
    }
  }
});

test("characters of base 62 are equally likely in a secret", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 4000; i++)
    for (const letter of generateKey(true).slice(9, 39)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  const expected = (4000 * 30) / 62;
  const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(chiSquared).toBeLessThan(130); // 61 degrees of freedom: exceeded by chance once in a million runs
});

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- \n";

test("rejects a change of any single character", () => {
  const key = generateKey(true);
  for (let place = 0; place < key.length; place++) {
    for (const letter of letters) {
      if (letter !== key[place]) expect(parseKey(key.slice(0, place) + letter + key.slice(place + 1))).toBeUndefined();
    }
  }
});

const arbitraryKey = fc.boolean().map(generateKey);
const place = fc.nat({ max: 45 });

test("rejects any key with a changed, missing, added or swapped character", () => {
  fc.assert(
    fc.property(arbitraryKey, place, fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), (key, at, letter) => {
      fc.pre(letter !== key[at]);
      expect(parseKey(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
      expect(parseKey(key.slice(0, at) + letter + key.slice(at))).toBeUndefined();
      expect(parseKey(key.slice(0, at) + key.slice(at + 1))).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(arbitraryKey, fc.nat({ max: 44 }), (key, at) => {
      fc.pre(key[at] !== key[at + 1]);
      expect(parseKey(`${key.slice(0, at)}${key[at + 1]}${key[at]}${key.slice(at + 2)}`)).toBeUndefined();
    }),
  );
});

test("the hint contains the mode and four characters", () => {
  const key = generateKey(false);
  expect(keyHint(key)).toBe(`gas_test_…${key.slice(-4)}`);
});
