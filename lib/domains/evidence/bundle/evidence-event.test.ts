import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalContent } from "@/lib/domains/audit-chain/block";
import { evidenceEventText, readCanonicalContent } from "@/lib/domains/evidence/bundle/evidence-event";
import { disclosures } from "@/lib/domains/evidence/enums";
import { EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import { jcs } from "@/lib/platform/crypto/jcs";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", '\\"', "\u0000", "\u001f", "\u2028", "</script>", "😀", "\ud800"),
);

const header = fc.record({
  id: anyText,
  organisationId: anyText,
  chainPosition: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  previousHash: anyText,
  previousModelHash: anyText,
  timestamp: anyText,
  recordedAt: anyText,
  eventType: anyText,
  severity: anyText,
  modelId: anyText,
  source: anyText,
  contentHash: anyText,
});

const content = fc.record({
  actor: fc.record({ type: anyText, id: anyText }),
  payload: fc.dictionary(anyText, fc.jsonValue()),
  salt: anyText,
  tags: fc.array(anyText),
});

test("an event's text is canonical JSON and matches the published schema for any values", () => {
  const parts = fc.record({
    blockHash: anyText,
    evidenceId: fc.option(anyText),
    disclosure: fc.constantFrom(...disclosures),
    contentText: fc.option(anyText, { nil: undefined }),
    erasure: fc.option(
      fc.tuple(header, anyText, anyText).map(([of, blockHash, contentText]) => ({ ...of, blockHash, contentText })),
      { nil: undefined },
    ),
  });
  fc.assert(
    fc.property(header, parts, fc.option(content, { nil: undefined }), (head, rest, value) => {
      const text = evidenceEventText(head, { ...rest, content: value && jcs(value) });
      expect(text).toBe(jcs({ ...head, ...rest, content: value }));
      expect(EvidenceEvent.safeParse(JSON.parse(text)).success).toBe(true);
    }),
    { numRuns: 500 },
  );
});

describe("readCanonicalContent", () => {
  test("accepts content that the service wrote", () => {
    fc.assert(
      fc.property(content, (value) => {
        expect(readCanonicalContent(canonicalContent(value))).toEqual(JSON.parse(jcs(value)));
      }),
    );
  });

  const good = { actor: { type: "USER", id: "u" }, payload: { a: 1 }, salt: "00", tags: ["x"] };

  test.each([
    ["an empty text", ""],
    ["invalid JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["a trailing space", `${jcs(good)} `],
    ["members in another order", JSON.stringify({ payload: good.payload, actor: good.actor, salt: "00", tags: [] })],
    ["a number in another notation", jcs(good).replace('"a":1', '"a":1.0')],
    ["a number out of range", jcs(good).replace('"a":1', '"a":1e400')],
    ["an escaped letter", jcs(good).replace('"a":', '"\\u0061":')],
    ["a duplicate member", jcs(good).replace('"a":1', '"a":1,"a":1')],
    ["an additional member", jcs({ ...good, more: 1 })],
    ["a missing member", jcs({ ...good, salt: undefined })],
    ["an invalid actor", jcs({ ...good, actor: { type: "USER" } })],
    ["a payload that is a list", jcs({ ...good, payload: [] })],
    ["a tag that is a number", jcs({ ...good, tags: [1] })],
    ["deeply nested arrays", jcs(good).replace('"a":1', `"a":${"[".repeat(100_000)}${"]".repeat(100_000)}`)],
  ])("rejects %s", (_what, text) => {
    expect(readCanonicalContent(text)).toBeUndefined();
  });
});
