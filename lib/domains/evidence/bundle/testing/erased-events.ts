import { erasurePayload } from "@/lib/domains/audit-chain/erasure/erasure-record";
import type { StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import type { SampleOptions } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { otherModel, sampleChain, sampleEvents, sampleModel } from "@/lib/domains/evidence/bundle/testing/sample-chain";

/** The chain of a sample before anything is erased. */
export const plain = sampleChain(sampleEvents(100));
/** Index of an event that the package lists. */
export const inPeriod = plain.findIndex(
  ({ modelId, timestamp }) => modelId === sampleModel && timestamp > "2026-01-02T06:00:00.000Z",
);

/** Erases events at these indexes and appends the records of the erasures. */
export function erasing(indexes: number[], options: SampleOptions = {}): SampleOptions {
  const records = indexes.map((index, i) => {
    const { id = "", chainPosition = 0, contentHash = "" } = plain[index] ?? {};
    const record = { eventId: id, chainPosition, contentHash, legalBasis: "GDPR_ART_17", reference: `DSR-${i}` };
    return {
      modelId: otherModel,
      eventType: "CONFIG_CHANGE" as const,
      payload: erasurePayload(record),
      recordedAt: "2026-01-31T12:00:00.000Z",
    };
  });
  const damage = (rows: StoredEvent[]) => {
    for (const [i, index] of indexes.entries()) {
      const { tags: _tags, metadata: _metadata, erasedBy: _by, ...record } = rows[100 + i] as StoredEvent;
      Object.assign(rows[index] as StoredEvent, {
        content: null,
        tags: [],
        metadata: null,
        erasedBy: JSON.stringify(record),
      });
    }
  };
  return { ...options, events: [...sampleEvents(100), ...records], damage };
}
