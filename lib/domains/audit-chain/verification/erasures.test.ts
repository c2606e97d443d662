import { expect, test } from "vitest";
import { erasurePayload } from "@/lib/domains/audit-chain/erasure/erasure-record";
import { Erasures } from "@/lib/domains/audit-chain/verification/erasures";
import { jcs } from "@/lib/platform/crypto/jcs";

const event = { id: "evt_3", chainPosition: 3, contentHash: "sha256:3" };

/** An event at a position that records an erasure, with the given members changed. */
function recording(chainPosition: number, given: object = {}, eventType = "CONFIG_CHANGE") {
  const { id: eventId, chainPosition: position, contentHash } = event;
  const record = { eventId, chainPosition: position, contentHash, legalBasis: "OTHER", reference: "x" };
  const payload = { ...erasurePayload(record), ...given };
  return {
    chainPosition,
    eventType,
    content: jcs({ actor: { id: "a", type: "USER" }, payload, salt: "00", tags: [] }),
  };
}

test("missing content counts as erased if a later event records the erasure", () => {
  const erasures = new Erasures();
  erasures.await(event);
  erasures.settle(recording(9));
  expect([erasures.erased, erasures.listAwaited()]).toEqual([1, []]);
});

test.each([
  ["another event", recording(9, { eventId: "evt_4" })],
  ["another position", recording(9, { chainPosition: 4 })],
  ["another content", recording(9, { contentHash: "sha256:4" })],
  ["another kind of change", recording(9, { kind: "EVENT_READ" })],
  ["no legal basis", recording(9, { legalBasis: null })],
  ["the erasure in an event of another type", recording(9, {}, "ALERT")],
  ["the erasure before the event", recording(2)],
  ["its own erasure", recording(3)],
  ["nothing because its own content is missing", { ...recording(9), content: null }],
  ["invalid JSON", { ...recording(9), content: `${recording(9).content}}` }],
])("an event that records %s has no effect", (_what, record) => {
  const erasures = new Erasures();
  erasures.await(event);
  erasures.settle(record);
  expect([erasures.erased, erasures.listAwaited()]).toEqual([0, [event]]);
});

test("returns the positions to read again above the limit", () => {
  const erasures = new Erasures(2);
  for (const chainPosition of [1, 2, 3, 4]) erasures.await({ ...event, chainPosition });
  expect(erasures.listAwaited().map(({ chainPosition }) => chainPosition)).toEqual([1, 2]);
  expect(erasures.takeUnread()).toBe(3);
  expect(erasures.listAwaited()).toEqual([]);
  expect(erasures.takeUnread()).toBeUndefined();
});
