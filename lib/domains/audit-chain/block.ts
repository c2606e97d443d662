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

/** `sha256:` and the SHA-256 of the text's UTF-8 bytes in lower-case hexadecimal. */
export function hashText(text: string): string {
  return `sha256:${hash("sha256", text, "hex")}`;
}

/** The hash of a block: of its canonical header, which contains the content's hash. */
export function blockHash(header: EventHeader): string {
  return hashText(canonicalHeader(header));
}

/** The end of a chain. Position 0 and {@link genesisHash} if empty. */
export interface Head {
  position: number;
  blockHash: string;
  /** Receipt of the last event; null for an empty chain. */
  recordedAt: string | null;
}

/** A block, with the values stored beside its header. */
export interface Block extends EventHeader {
  blockHash: string;
  content: string;
  tags: string[];
  metadata: string | null;
  idempotencyKey: string | null;
  requestHash: string | null;
}

/**
 * Links events to a chain in order. `recordedAt` is `databaseTime` unless a simulated clock sets it. Updates
 * `modelHeads` (last hash by model); otherwise pure.
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
    // Completed in place: spreading a header into a block doubles the cost of a large batch.
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
