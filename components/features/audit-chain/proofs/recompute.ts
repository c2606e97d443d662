import { canonicalContent, canonicalHeader } from "@/lib/domains/audit-chain/block-text";
import { inclusionRanges } from "@/lib/domains/audit-chain/merkle/ranges";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { InclusionProof } from "@/lib/domains/audit-chain/schemas-proofs";
import { bytesOfHash, bytesOfText, concatBytes, hexOf } from "@/lib/domains/evidence/verification/bytes";

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
  const contentHash = content === null ? event.contentHash : await sha256(bytesOfText(content));
  const header = canonicalHeader({ ...event, contentHash });
  return { contentHash, blockHash: await sha256(bytesOfText(header)), isErased, texts: { content, header } };
}

/**
 * Computes the hashes on the path of a proof, from the leaf to the root (RFC 6962, 2.1). Undefined if the proof is not
 * well-formed.
 */
export async function recomputePath(
  { leafIndex, treeSize, hashes }: Pick<InclusionProof, "leafIndex" | "treeSize" | "hashes">,
  blockHash: string,
): Promise<string[] | undefined> {
  const siblings = inclusionRanges(leafIndex, treeSize);
  const [entry, ...others] = [blockHash, ...hashes].map(bytesOfHash);
  if (!entry || siblings.length !== others.length) return undefined;
  const computed = [await sha256(Uint8Array.of(0), entry)];
  for (const [level, { start }] of siblings.entries()) {
    const [own, sibling] = [bytesOfHash(computed[level] ?? ""), others[level]];
    if (!own || !sibling) return undefined;
    const children = start < leafIndex ? [sibling, own] : [own, sibling];
    computed.push(await sha256(Uint8Array.of(1), ...children));
  }
  return computed;
}

async function sha256(...parts: Uint8Array[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", concatBytes(...parts));
  return `sha256:${hexOf(new Uint8Array(digest))}`;
}
