import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { isObject, readJson, recompute, type StoredEvent } from "@/lib/audit-chain/stored-event";

/** The contract's form of a stored event; `verified` is recomputed here, at every read. */
export function toEvent(stored: StoredEvent): AuditEvent {
  const recomputed = recompute(stored);
  return {
    id: stored.id,
    organisationId: stored.organisationId,
    chainPosition: stored.chainPosition,
    blockHash: stored.blockHash,
    previousHash: stored.previousHash,
    previousModelHash: stored.previousModelHash,
    timestamp: stored.timestamp,
    recordedAt: stored.recordedAt,
    eventType: stored.eventType,
    severity: stored.severity,
    modelId: stored.modelId,
    source: stored.source,
    actor: recomputed.actor,
    payload: recomputed.payload,
    tags: recomputed.tags,
    metadata: readMetadata(stored.metadata),
    contentHash: stored.contentHash,
    contentSalt: recomputed.salt,
    verified: recomputed.intact,
    ...(recomputed.erased && { erased: recomputed.erased }),
  };
}

/** Metadata is not hashed: what is not a JSON object any more is shown as none. */
function readMetadata(text: string | null): Record<string, unknown> | null {
  const value = text === null ? null : readJson(text);
  return isObject(value) ? value : null;
}
