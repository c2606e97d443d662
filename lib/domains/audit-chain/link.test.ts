import fc from "fast-check";
import { expect, test } from "vitest";
import type { PreparedEvent } from "@/lib/domains/audit-chain/append/prepare";
import { type Block, canonicalContent, genesisHash, hashText, linkEvents } from "@/lib/domains/audit-chain/block";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/enums";
import { toEvent } from "@/lib/domains/audit-chain/read/events";
import { recompute, type StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import {
  flawsOfChain,
  flawsOfEvent,
  type PublishedEvent,
} from "@/lib/domains/audit-chain/testing/independent-verifier";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { propertyRuns } from "@/lib/platform/core/testing";

const emptyChain = { position: 0, blockHash: genesisHash, recordedAt: null };
const firstMs = Date.parse("2026-01-01T00:00:00.000Z");
const instant = fc.integer({ min: firstMs, max: firstMs + 600_000 }).map(isoMilliseconds);
const text = fc.string({ unit: "binary", minLength: 1, maxLength: 12 });

/** Events at the time of the lock: receipt times in any order, few models, some with an explicit time. */
const prepared: fc.Arbitrary<PreparedEvent> = fc
  .record({
    content: fc.record({
      actor: fc.record({ type: text, id: text, displayName: text, ipAddress: text }, { requiredKeys: ["type", "id"] }),
      payload: fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
      salt: fc.constant("00112233445566778899aabbccddeeff"),
      tags: fc.uniqueArray(text, { maxLength: 4 }),
    }),
    id: fc.uuid().map((uuid) => `evt_${uuid.replaceAll("-", "")}`),
    modelId: fc.constantFrom("mdl_a", "mdl_b", "mdl_c"),
    eventType: fc.constantFrom(...eventTypes),
    severity: fc.constantFrom(...severities),
    source: fc.constantFrom(...sources),
    timestamp: fc.option(instant, { nil: undefined }),
    receivedAt: instant,
  })
  .map(({ content, ...event }) => ({
    ...event,
    organisationId: "org_a",
    content: canonicalContent(content),
    contentHash: hashText(canonicalContent(content)),
    tags: content.tags,
    metadata: null,
    idempotencyKey: null,
    requestHash: null,
  }));

const batches = fc.array(fc.array(prepared, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 });

/** Links batches one after another, each to the head of the previous batch, like consecutive transactions. */
function linkAll(groups: PreparedEvent[][]): Block[] {
  const modelHeads = new Map<string, string>();
  const blocks: Block[] = [];
  for (const group of groups) {
    const last = blocks.at(-1);
    const head = last ? { ...last, position: last.chainPosition } : emptyChain;
    blocks.push(...linkEvents(head, modelHeads, group, ""));
  }
  return blocks;
}

function stored(block: Block): StoredEvent {
  return { ...block, erasedBy: null };
}

function published(block: Block): PublishedEvent {
  return JSON.parse(JSON.stringify(toEvent(stored(block)))) as PublishedEvent;
}

test("the independent verifier accepts any grouping into commits", () => {
  fc.assert(
    fc.property(batches, (groups) => {
      const events = linkAll(groups).map(published);
      expect(flawsOfChain(events)).toEqual([]);
      expect(events.map((event) => event.chainPosition)).toEqual(events.map((_, i) => i + 1));
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("recordedAt never decreases and defaults the event time", () => {
  fc.assert(
    fc.property(batches, (groups) => {
      const events = groups.flat();
      linkAll(groups).forEach((block, i, blocks) => {
        expect(block.recordedAt >= (blocks[i - 1]?.recordedAt ?? "")).toBe(true);
        expect(block.recordedAt >= (events[i]?.receivedAt ?? "")).toBe(true);
        expect(block.timestamp).toBe(events[i]?.timestamp ?? block.recordedAt);
      });
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("the events of each model are linked", () => {
  fc.assert(
    fc.property(batches, (groups) => {
      const last = new Map<string, string>();
      for (const block of linkAll(groups)) {
        expect(block.previousModelHash).toBe(last.get(block.modelId) ?? genesisHash);
        last.set(block.modelId, block.blockHash);
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("blocks do not depend on the grouping into commits", () => {
  fc.assert(
    fc.property(batches, (groups) => {
      expect(linkAll([groups.flat()])).toEqual(linkAll(groups));
    }),
    { numRuns: propertyRuns(30) },
  );
});

const members = [
  "organisationId",
  "id",
  "previousHash",
  "previousModelHash",
  "timestamp",
  "recordedAt",
  "eventType",
  "severity",
  "modelId",
  "source",
  "contentHash",
  "blockHash",
  "content",
] as const;

/** A text with one character replaced, inserted or removed. */
function changedText(original: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(original.length), fc.constantFrom(0, 1), fc.constantFrom("", "0", "a", " ", "\u00e9"))
    .map(([at, removed, added]) => original.slice(0, at) + added + original.slice(at + removed))
    .filter((changed) => changed !== original);
}

const tamperedBlock = fc
  .array(prepared, { minLength: 1, maxLength: 4 })
  .map((events) => linkAll([events]))
  .chain((blocks) => fc.tuple(fc.constant(blocks), fc.nat(blocks.length - 1), fc.constantFrom(...members)))
  .chain(([blocks, i, member]) => {
    const original = (blocks[i] as Block)[member];
    return changedText(original).map((changed) => ({ blocks, i, member, changed }));
  });

test("the service and the independent verifier detect a change of any field", () => {
  fc.assert(
    fc.property(tamperedBlock, ({ blocks, i, member, changed }) => {
      const rows = blocks.map(stored);
      const row = { ...(rows[i] as StoredEvent), [member]: changed };
      const recomputed = recompute(row);
      expect(recomputed.intact).toBe(false);
      expect(recomputed.blockHash).not.toBe(row.blockHash);
      expect(rows.filter((_, other) => other !== i).every((other) => recompute(other).intact)).toBe(true);
      const published = JSON.parse(JSON.stringify(toEvent(row))) as PublishedEvent;
      expect(published.verified).toBe(false);
      // The API returns parsed values, so a reader cannot see changes of white space in the stored text.
      const visible = member !== "content" || !sameJson(changed, (blocks[i] as Block).content);
      if (visible) expect(flawsOfEvent(published)).not.toEqual([]);
    }),
    { numRuns: propertyRuns(500) },
  );
});

function sameJson(one: string, other: string): boolean {
  try {
    return canonicalText(JSON.parse(one)) === canonicalText(JSON.parse(other));
  } catch {
    return false;
  }
}

function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

test.each([
  ["nothing", ""],
  ["invalid JSON", "{"],
  ["null", "null"],
  ["an array instead of an object", "[]"],
  ["a missing actor", '{"payload":{},"salt":"","tags":[]}'],
  ["an actor without an ID", '{"actor":{"type":"x"},"payload":{},"salt":"","tags":[]}'],
  ["a number as a name", '{"actor":{"type":"x","id":"y","displayName":1},"payload":{},"salt":"","tags":[]}'],
  ["an array as the payload", '{"actor":{"type":"x","id":"y"},"payload":[],"salt":"","tags":[]}'],
  ["a number as the salt", '{"actor":{"type":"x","id":"y"},"payload":{},"salt":1,"tags":[]}'],
  ["numbers as tags", '{"actor":{"type":"x","id":"y"},"payload":{},"salt":"","tags":[1]}'],
  [
    "unlimited nesting",
    `{"actor":{"type":"x","id":"y"},"payload":{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}},"salt":"","tags":[]}`,
  ],
])("content with %s is unreadable even with matching hashes", (_what, content) => {
  const event: PreparedEvent = {
    organisationId: "org_a",
    id: "evt_a",
    modelId: "mdl_a",
    eventType: "INFERENCE",
    severity: "INFO",
    source: "API",
    timestamp: undefined,
    receivedAt: isoMilliseconds(firstMs),
    content,
    contentHash: hashText(content),
    tags: [],
    metadata: null,
    idempotencyKey: null,
    requestHash: null,
  };
  const [block] = linkEvents(emptyChain, new Map(), [event], "");
  const shown = toEvent({ ...stored(block as Block), metadata: content });
  expect(shown).toMatchObject({ verified: false, actor: { type: "UNREADABLE", id: "" }, payload: {}, tags: [] });
  expect(() => JSON.stringify(shown)).not.toThrow();
});
