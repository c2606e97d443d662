import { describe, expect, test } from "vitest";
import {
  contentBytesMax,
  type EventDraft,
  metadataBytesMax,
  prepareEvent,
} from "@/lib/domains/audit-chain/append/prepare";

const ctx = {
  organisation: { id: "org_test", tier: "STARTER", livemode: true, rateLimitOverrides: {} },
  clock: { now: () => Date.parse("2026-01-15T10:00:00.000Z") },
} as const;

function prepare(given: Partial<EventDraft>) {
  const actor = { type: "SERVICE", id: "key_test" };
  const draft = { modelId: "mdl_1", eventType: "INFERENCE", severity: "INFO", source: "API" } as const;
  return prepareEvent(ctx, { ...draft, actor, payload: {}, tags: [], ...given }, "events[3].");
}

/** Size in bytes of the content without the text of `payload.text`. */
const emptyBytes = Buffer.byteLength(prepare({ payload: { text: "" } }).content);

describe.each([
  ["ASCII", "x", 1],
  ["three-byte characters", "€", 3],
  ["four-byte characters", "😀", 4],
])("size limits in %s", (_what, character, bytes) => {
  const fitting = Math.floor((contentBytesMax - emptyBytes) / bytes);

  test("accepts content of 256 KiB and rejects one more character", () => {
    const { content } = prepare({ payload: { text: character.repeat(fitting) } });
    expect(Buffer.byteLength(content)).toBeGreaterThan(contentBytesMax - bytes);
    expect(() => prepare({ payload: { text: character.repeat(fitting + 1) } })).toThrow(
      expect.objectContaining({
        code: "payload_too_large",
        details: [expect.objectContaining({ path: "events[3].payload" })],
      }),
    );
  });

  test("accepts metadata of 64 KiB and rejects one more character", () => {
    const metadata = (length: number) => ({ metadata: { text: character.repeat(length) } });
    const longest = Math.floor((metadataBytesMax - '{"text":""}'.length) / bytes);
    expect(prepare(metadata(longest)).metadata).toContain(character);
    expect(() => prepare(metadata(longest + 1))).toThrow(
      expect.objectContaining({
        code: "payload_too_large",
        details: [expect.objectContaining({ path: "events[3].metadata" })],
      }),
    );
  });
});

test("events with the same content have different salts and hashes", () => {
  const [one, other] = [prepare({}), prepare({})];
  expect(one.contentHash).not.toBe(other.contentHash);
});
