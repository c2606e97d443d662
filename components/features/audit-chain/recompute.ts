import { canonicalContent, canonicalHeader } from "@/lib/domains/audit-chain/block-text";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";

/** The hashes of an event as this browser computes them from its members. */
export interface Recomputed {
  contentHash: string;
  blockHash: string;
  /** Whether the content is not there: its hash is then the recorded one, and only the header was hashed. */
  isErased: boolean;
  /** The texts that were hashed. */
  texts: { content: string | null; header: string };
}

/**
 * Computes an event's hashes here, from nothing but what the API answered: SHA-256 over the canonical JSON (RFC 8785) of its
 * content, then of its header. Of an event whose content was erased, of its header alone.
 */
export async function recompute(event: AuditEvent): Promise<Recomputed> {
  const { actor, payload, contentSalt: salt, tags } = event;
  if (actor === null || payload === null || salt === null) return recomputeHeader(event);
  const content = canonicalContent({ actor, payload, salt, tags });
  const contentHash = await sha256(content);
  const header = canonicalHeader({ ...event, contentHash });
  return { contentHash, blockHash: await sha256(header), isErased: false, texts: { content, header } };
}

async function recomputeHeader(event: AuditEvent): Promise<Recomputed> {
  const header = canonicalHeader(event);
  const { contentHash } = event;
  return { contentHash, blockHash: await sha256(header), isErased: true, texts: { content: null, header } };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `sha256:${hex.join("")}`;
}
