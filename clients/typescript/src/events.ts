import { canonicalContent, canonicalHeader } from "@/lib/domains/audit-chain/block-text";
import type { Schemas } from "./schemas";

/** An event as the API returns it. */
export type AuditEvent = Schemas["AuditEvent"];

/** The `receipt` in the response of `POST /v1/audit`. Save it where the service cannot change it. */
export type Receipt = Schemas["Receipt"];

/** A problem of an event. */
export type EventProblem =
  /** Actor, payload, salt or tags do not hash to `contentHash`. */
  | "content_changed"
  /** The header does not hash to `blockHash`: a time, a type, a link or another member of it was changed. */
  | "header_changed"
  /** The saved receipt belongs to another event: the event was replaced, or the chain was rewritten. */
  | "receipt_mismatch";

export interface EventCheck {
  /** Whether there are no problems. */
  isIntact: boolean;
  /**
   * Whether the content was erased following a legal request. Only the header is hashed in that case. To confirm that
   * the chain records the erasure, read the event that `erased` names and verify the chain.
   */
  isErased: boolean;
  problems: EventProblem[];
  /** The hashes recomputed from the event's members: `sha256:` and 64 hexadecimal digits. */
  contentHash: string;
  blockHash: string;
}

/**
 * Recomputes an event's hashes from the API response, without relying on the service, and compares them with the
 * recorded hashes and with a saved receipt. An event that passes matches its hashes; only the receipt proves that the
 * chain was not rewritten.
 */
export async function verifyEvent(event: AuditEvent, { receipt }: { receipt?: Receipt } = {}): Promise<EventCheck> {
  const content = contentOf(event);
  const contentHash = content === undefined ? event.contentHash : await hashText(content);
  const blockHash = await hashText(canonicalHeader({ ...event, contentHash }));
  const problems: EventProblem[] = [];
  if (contentHash !== event.contentHash) problems.push("content_changed");
  if ((await hashText(canonicalHeader(event))) !== event.blockHash) problems.push("header_changed");
  if (receipt && !isOf(receipt, event)) problems.push("receipt_mismatch");
  return { isIntact: problems.length === 0, isErased: content === undefined, problems, contentHash, blockHash };
}

/** The text that `contentHash` covers; undefined if it was erased. */
function contentOf({ actor, payload, contentSalt: salt, tags }: AuditEvent): string | undefined {
  if (actor === null || payload === null || salt === null) return undefined;
  return canonicalContent({ actor, payload, salt, tags });
}

function isOf(receipt: Receipt, event: AuditEvent): boolean {
  return (
    receipt.organisationId === event.organisationId &&
    receipt.chainPosition === event.chainPosition &&
    receipt.blockHash === event.blockHash
  );
}

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const digits = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `sha256:${digits.join("")}`;
}
