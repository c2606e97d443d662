import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  blockHash,
  canonicalContent,
  canonicalHeader,
  type EventContent,
  type EventHeader,
  hashText,
} from "@/lib/domains/audit-chain/block";
import { flawsOfChain, type PublishedEvent } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { jcs } from "@/lib/platform/crypto/jcs";

interface Vector {
  input: EventContent;
  canonicalContent: string;
  contentHash: string;
  header: EventHeader & { schema: string };
  canonicalHeader: string;
  blockHash: string;
}

const { events: vectors } = JSON.parse(
  readFileSync(join(import.meta.dirname, "testdata", "chain-vectors.json"), "utf8"),
) as { events: Vector[] };

test.each(vectors.map((vector) => [vector.header.id, vector] as const))(
  "reproduces the golden vector %s",
  (_id, vector) => {
    expect(canonicalContent(vector.input)).toBe(vector.canonicalContent);
    expect(hashText(vector.canonicalContent)).toBe(vector.contentHash);
    const { schema: _schema, ...header } = vector.header;
    expect(canonicalHeader(header)).toBe(vector.canonicalHeader);
    expect(blockHash(header)).toBe(vector.blockHash);
  },
);

test("the independent verifier accepts the golden vectors", () => {
  const published = vectors.map(({ input: { salt, ...content }, header, blockHash: hash }): PublishedEvent => {
    return { ...header, ...content, contentSalt: salt, blockHash: hash };
  });
  expect(published).toHaveLength(3);
  expect(flawsOfChain(published)).toEqual([]);
});

test("fields outside the content are not hashed", () => {
  const content = { actor: { type: "USER", id: "u" }, payload: {}, salt: "00", tags: [] };
  expect(canonicalContent({ ...content, metadata: { a: 1 } } as EventContent)).toBe(canonicalContent(content));
});

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", '\\"', "\u0000", "\u001f", "\u2028", "</script>", "😀", "null"),
);

test("the header text is canonical for any values", () => {
  const texts = {
    organisationId: anyText,
    id: anyText,
    previousHash: anyText,
    previousModelHash: anyText,
    timestamp: anyText,
    recordedAt: anyText,
    eventType: anyText,
    severity: anyText,
    modelId: anyText,
    source: anyText,
    contentHash: anyText,
  };
  const header = fc.record({ ...texts, chainPosition: fc.oneof(fc.nat(), fc.maxSafeNat()) });
  fc.assert(
    fc.property(header, (members) => {
      expect(canonicalHeader(members)).toBe(jcs({ schema: "audit-event/1", ...members }));
    }),
    { numRuns: 500 },
  );
});

test("fields outside the header are not hashed", () => {
  const [vector] = vectors;
  const header = { ...vector?.header, blockHash: "x", content: "y", tags: ["z"] } as unknown as EventHeader;
  expect(blockHash(header)).toBe(vector?.blockHash);
});
