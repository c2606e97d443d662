import { jcs } from "@/lib/platform/crypto/jcs";

/** The texts that are hashed. No hash function and no Node module: verifiers in a browser build the same texts. */

/** Who did what an event records. Absent members are left out, never null. */
export interface EventActor {
  type: string;
  id: string;
  displayName?: string | undefined;
  ipAddress?: string | undefined;
}

/** What an event says: the part that is hashed by content and can be withheld while the header is shown. */
export interface EventContent {
  actor: EventActor;
  payload: Record<string, unknown>;
  /** 16 random bytes in hexadecimal: without it a short payload could be guessed from its hash. */
  salt: string;
  tags: string[];
}

/** The members of a block that its hash covers, beside the constant `schema`. */
export interface EventHeader {
  organisationId: string;
  id: string;
  /** 1 for the first event of a chain, without gaps. */
  chainPosition: number;
  /** `blockHash` of the preceding event of the organisation; {@link genesisHash} for the first. */
  previousHash: string;
  /** `blockHash` of the preceding event of the same model; {@link genesisHash} for the first. */
  previousModelHash: string;
  /** When it happened: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  timestamp: string;
  /** When it was received, in the same form; never runs backwards in a chain. */
  recordedAt: string;
  eventType: string;
  severity: string;
  modelId: string;
  source: string;
  contentHash: string;
}

const headerSchema = "audit-event/1";

/** What stands in `previousHash` where nothing precedes. */
export const genesisHash = `sha256:${"0".repeat(64)}`;

/** The exact text of a content that is hashed and stored (RFC 8785). */
export function canonicalContent(content: EventContent): string {
  const { actor, payload, salt, tags } = content;
  return jcs({ actor, payload, salt, tags });
}

/**
 * The exact text of a header that is hashed (RFC 8785). Its members are in canonical order and need no escaping rules
 * beyond JSON, so plain serialisation is canonical; a test compares it with `jcs`.
 */
export function canonicalHeader(header: EventHeader): string {
  return JSON.stringify({
    chainPosition: header.chainPosition,
    contentHash: header.contentHash,
    eventType: header.eventType,
    id: header.id,
    modelId: header.modelId,
    organisationId: header.organisationId,
    previousHash: header.previousHash,
    previousModelHash: header.previousModelHash,
    recordedAt: header.recordedAt,
    schema: headerSchema,
    severity: header.severity,
    source: header.source,
    timestamp: header.timestamp,
  });
}
