import { hash } from "node:crypto";
import type { PreparedEvent } from "@/lib/domains/audit-chain/append/prepare";
import { canonicalHeader, type EventHeader, genesisHash } from "@/lib/domains/audit-chain/block-text";

export {
  canonicalContent,
  canonicalHeader,
  type EventActor,
  type EventContent,
  type EventHeader,
  genesisHash,
} from "@/lib/domains/audit-chain/block-text";

/** `sha256:` and the SHA-256 of a text's UTF-8 bytes in lower-case hexadecimal. */
export function hashText(text: string): string {
  return `sha256:${hash("sha256", text, "hex")}`;
}

/** A block's hash: that of its canonical header, which carries the content's hash. */
export function blockHash(header: EventHeader): string {
  return hashText(canonicalHeader(header));
}

/** Where a chain ends. Position 0 and {@link genesisHash} for an empty one. */
export interface Head {
  position: number;
  blockHash: string;
  /** Receipt of the last event; null for an empty chain. */
  recordedAt: string | null;
}

/** A finished block with what is stored beside its header. */
export interface Block extends EventHeader {
  blockHash: string;
  content: string;
  tags: string[];
  metadata: string | null;
  idempotencyKey: string | null;
  requestHash: string | null;
}

/**
 * Links events to a chain in order. They are received at `databaseTime` unless a simulated clock says otherwise. Pure,
 * but for `modelHeads` (last hash by model), which moves along.
 */
export function linkEvents(
  head: Head,
  modelHeads: Map<string, string>,
  events: PreparedEvent[],
  databaseTime: string,
): Block[] {
  let { position, blockHash: previousHash } = head;
  let lastRecordedAt = head.recordedAt ?? "";
  return events.map((event) => {
    position += 1;
    let recordedAt = event.receivedAt ?? databaseTime;
    if (recordedAt < lastRecordedAt) recordedAt = lastRecordedAt;
    // One object that is finished in place: spreading a header into a block doubles the cost of a large batch.
    const block: Block = {
      organisationId: event.organisationId,
      id: event.id,
      chainPosition: position,
      previousHash,
      previousModelHash: modelHeads.get(event.modelId) ?? genesisHash,
      timestamp: event.timestamp ?? recordedAt,
      recordedAt,
      eventType: event.eventType,
      severity: event.severity,
      modelId: event.modelId,
      source: event.source,
      contentHash: event.contentHash,
      blockHash: "",
      content: event.content,
      tags: event.tags,
      metadata: event.metadata,
      idempotencyKey: event.idempotencyKey,
      requestHash: event.requestHash,
    };
    block.blockHash = blockHash(block);
    previousHash = block.blockHash;
    lastRecordedAt = recordedAt;
    modelHeads.set(event.modelId, block.blockHash);
    return block;
  });
}
