import { jcs } from "@/lib/platform/crypto/jcs";

/** The texts that are hashed. Without Node modules, because verifiers in a browser build the same texts. */

/** Absent members are omitted, never null. */
export interface EventActor {
  type: string;
  id: string;
  displayName?: string | undefined;
  ipAddress?: string | undefined;
}

/** The part of an event covered by `contentHash`, which can be withheld or erased. */
export interface EventContent {
  actor: EventActor;
  payload: Record<string, unknown>;
  /** 16 random bytes in hexadecimal: without it a short payload could be guessed from its hash. */
  salt: string;
  tags: string[];
}

/** The members of a block covered by its hash, besides the constant `schema`. */
export interface EventHeader {
  organisationId: string;
  id: string;
  /** 1 for the first event of a chain, without gaps. */
  chainPosition: number;
  /** `blockHash` of the preceding event of the organisation; {@link genesisHash} for the first. */
  previousHash: string;
  /** `blockHash` of the preceding event of the same model; {@link genesisHash} for the first. */
  previousModelHash: string;
  /** Event time from the sender: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  timestamp: string;
  /** Time of receipt, in the same format; never decreases along a chain. */
  recordedAt: string;
  eventType: string;
  severity: string;
  modelId: string;
  source: string;
  contentHash: string;
}

const headerSchema = "audit-event/1";

/** `previousHash` of the first event. */
export const genesisHash = `sha256:${"0".repeat(64)}`;

/** The exact content text that is hashed and stored (RFC 8785). */
export function canonicalContent(content: EventContent): string {
  const { actor, payload, salt, tags } = content;
  return jcs({ actor, payload, salt, tags });
}

/**
 * The exact header text that is hashed (RFC 8785). The members are in canonical order; a test compares it with `jcs`.
 * Joining values that need no escaping takes a quarter of the time of `JSON.stringify`.
 */
export function canonicalHeader(header: EventHeader): string {
  const text = `{"chainPosition":${header.chainPosition},"contentHash":"${header.contentHash}","eventType":"${header.eventType}","id":"${header.id}","modelId":"${header.modelId}","organisationId":"${header.organisationId}","previousHash":"${header.previousHash}","previousModelHash":"${header.previousModelHash}","recordedAt":"${header.recordedAt}","schema":"${headerSchema}","severity":"${header.severity}","source":"${header.source}","timestamp":"${header.timestamp}"}`;
  return withoutEscapes.test(text) ? text : escapedHeader(header);
}

const plainText = String.raw`"[^"\\\u0000-\u001f\ud800-\udfff]*"`;

/** A value with a quotation mark would add a member or a quotation mark, so the text would not match. */
const withoutEscapes = new RegExp(String.raw`^\{"chainPosition":\d+(?:,"[a-zA-Z]+":${plainText}){12}\}$`);

function escapedHeader(header: EventHeader): string {
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
