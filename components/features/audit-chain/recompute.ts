import { canonicalContent, canonicalHeader } from "@/lib/domains/audit-chain/block-text";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";

/** The hashes of an event as computed in this browser. */
export interface Recomputed {
  contentHash: string;
  blockHash: string;
  /** The content is erased: only the header was hashed, with the recorded content hash. */
  isErased: boolean;
  /** The hashed texts. */
  texts: { content: string | null; header: string };
}

/** Computes an event's hashes from the API's response alone: SHA-256 over the canonical JSON of its content and header. */
export async function recompute(event: AuditEvent): Promise<Recomputed> {
  const { actor, payload, contentSalt: salt, tags } = event;
  const isErased = actor === null || payload === null || salt === null;
  const content = isErased ? null : canonicalContent({ actor, payload, salt, tags });
  const contentHash = content === null ? event.contentHash : await sha256(content);
  const header = canonicalHeader({ ...event, contentHash });
  return { contentHash, blockHash: await sha256(header), isErased, texts: { content, header } };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `sha256:${hex.join("")}`;
}
