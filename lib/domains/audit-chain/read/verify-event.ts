import { genesisHash } from "@/lib/domains/audit-chain/block";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import type { EventVerification, VerifyEvent } from "@/lib/domains/audit-chain/schemas";
import { findBlockHash, findEvent } from "@/lib/domains/audit-chain/store";
import { recompute, recordingEventOf, type StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";

/**
 * Recomputes an event's hashes and compares them with the recorded hash, the caller's and the predecessor's; if erased,
 * also checks the event that records the erasure. Inconsistencies are recorded as findings, except a mismatch with the
 * caller's hash alone. @throws `not_found`.
 */
export async function verifyEvent(ctx: Context, input: VerifyEvent): Promise<EventVerification> {
  const organisationId = ctx.organisation.id;
  const stored = await findEvent(organisationId, input.eventId);
  if (!stored) throw notFound("audit event");
  const { id: eventId, chainPosition, blockHash, previousHash } = stored;
  const verifiedAt = isoMilliseconds(ctx.clock.now());
  const inconsistent = await inconsistency(stored);
  if (inconsistent) {
    const { error: code, storedHash, computedHash } = inconsistent;
    const finding = { eventId, code, chainPosition, storedHash, computedHash, detectedAt: verifiedAt };
    await recordFinding(organisationId, finding);
  }
  const problem = inconsistent ?? difference(stored, input.expectedHash);
  if (problem) return { eventId, valid: false, ...problem, verifiedAt };
  const { erased } = recompute(stored);
  return { eventId, valid: true, chainPosition, blockHash, previousHash, ...(erased && { erased }), verifiedAt };
}

type Problem = Omit<Extract<EventVerification, { valid: false }>, "eventId" | "valid" | "verifiedAt">;

/** How the stored data contradicts itself. */
async function inconsistency(stored: StoredEvent): Promise<Problem | undefined> {
  const recomputed = recompute(stored);
  if (!recomputed.intact || !(await isErasureLinked(stored))) {
    return {
      error: "hash_mismatch",
      message: stored.content === null ? contentMissing : changed,
      storedHash: stored.blockHash,
      computedHash: recomputed.blockHash,
    };
  }
  const preceding = await precedingHash(stored);
  if (preceding === stored.previousHash) return undefined;
  return {
    error: "link_mismatch",
    message: preceding === undefined ? previousMissing : previousDiffers,
    storedHash: stored.previousHash,
    computedHash: preceding ?? genesisHash,
  };
}

const previousMissing = "The previous event of the chain is missing.";
const previousDiffers = "The previous event's hash does not match `previousHash`.";
const changed = "The hash recomputed from the stored event does not match the recorded hash: the event was changed.";
const contentMissing = "The event's content is missing, and the chain does not record an erasure.";

/** Whether the event that records the erasure, if any, names its own predecessor. */
async function isErasureLinked(stored: StoredEvent): Promise<boolean> {
  const record = recordingEventOf(stored);
  return !record || (await precedingHash(record)) === record.previousHash;
}

async function precedingHash({
  organisationId,
  chainPosition,
}: Pick<StoredEvent, "organisationId" | "chainPosition">): Promise<string | undefined> {
  if (chainPosition === 1) return genesisHash;
  return findBlockHash(organisationId, chainPosition - 1);
}

function difference(stored: StoredEvent, expectedHash: string | undefined): Problem | undefined {
  if (expectedHash === undefined || expectedHash === stored.blockHash) return undefined;
  return {
    error: "hash_mismatch",
    message:
      "The stored event matches its recorded hash, but not the expected hash. Either the expected hash belongs to a different event, or the chain was rewritten.",
    storedHash: stored.blockHash,
    computedHash: stored.blockHash,
  };
}
