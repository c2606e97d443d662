import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { layoutOf, nestingMax, Scanner, TooDeep } from "@/lib/domains/evidence/verification/layout";
import { jcs } from "@/lib/platform/crypto/jcs";

describe("the scanner reads", () => {
  test("every element of a JSON list", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom('"', "\\", '\\"', "\\\\", "]", "},{", "\\\\\\"),
    );
    const json = fc.oneof(
      fc.jsonValue({ stringUnit: "binary" }),
      fc.array(text),
      fc.dictionary(text, fc.array(text)),
      text,
    );
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 6 }), (elements) => {
        const bytes = Buffer.from(jcs(elements));
        const scanner = new Scanner(bytes);
        expect(scanner.take("[")).toBe(true);
        const found: string[] = [];
        do {
          const span = scanner.value();
          if (!span) break;
          found.push(bytes.subarray(span.start, span.end).toString());
        } while (scanner.take(","));
        expect(found).toEqual(elements.map(jcs));
        expect([scanner.take("]"), scanner.isAtEnd]).toEqual([true, true]);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["", '"', '"\\"', "[", '{"a":[1', "]", ",", '"a'])("no value from incomplete JSON: %j", (text) => {
    expect(new Scanner(Buffer.from(text)).value()).toBeNull();
  });

  test("nested values up to a limit", () => {
    const nested = (levels: number) => new Scanner(Buffer.from(`${"[".repeat(levels)}${"]".repeat(levels)},`));
    expect(nested(nestingMax).value()).not.toBeNull();
    expect(() => nested(nestingMax + 1).value()).toThrow(TooDeep);
    expect(new Scanner(Buffer.from(`"${"[".repeat(10_000)}",`)).value()).not.toBeNull();
  });
});

test("the layout of a bundle contains the location of all parts", async () => {
  const { bytes, bundle } = await sampleBundle();
  const layout = layoutOf(bytes);
  const at = (start = 0, end = 0): unknown => JSON.parse(bytes.subarray(start, end).toString());
  if (!layout) throw new Error("no layout");
  expect(at(layout.evidence.start, layout.evidence.end)).toEqual(bundle.evidence);
  const { events, ...parts } = bundle.evidence;
  for (const [name, part] of Object.entries(parts)) {
    const span = layout.parts[name as keyof typeof parts];
    expect([name, at(span.start, span.end)]).toEqual([name, part]);
  }
  expect(layout.events).toHaveLength(events.length * 2);
  for (const [i, event] of events.entries()) expect(at(layout.events[2 * i], layout.events[2 * i + 1])).toEqual(event);
  expect(at(layout.headHash.start, layout.headHash.end)).toBe(bundle.headHash);
  expect(at(layout.seal.start, layout.seal.end)).toEqual(bundle.seal);
});
