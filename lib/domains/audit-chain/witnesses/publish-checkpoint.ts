import {
  type Checkpoint,
  checkpointNote,
  noteKey,
  verifyCheckpointSignature,
} from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { getCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { findCheckpointsUpTo } from "@/lib/domains/audit-chain/checkpoints/store";
import type {
  CheckpointQuery,
  CheckpointTimestamp,
  Cosignature,
  PublishedCheckpoint,
} from "@/lib/domains/audit-chain/schemas-proofs";
import { attestCheckpoint } from "@/lib/domains/audit-chain/witnesses/attest-checkpoint";
import {
  readAttestations,
  readCosignatures,
  readTimestamps,
  witnessesOf,
} from "@/lib/domains/audit-chain/witnesses/attestations";
import { findSubmissions } from "@/lib/domains/audit-chain/witnesses/store";
import { env } from "@/lib/platform/config/env";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { vkeyText } from "@/lib/platform/signing/signed-note";

type Requester = Pick<Context, "organisation" | "clock">;

/**
 * A checkpoint with its cosignatures and timestamps: the current one, or the latest cosigned one. @throws like {@link
 * getCheckpoint}, and `not_found` if none was cosigned.
 */
export async function publishCheckpoint(ctx: Requester, query: CheckpointQuery): Promise<PublishedCheckpoint> {
  const checkpoint = await wanted(ctx, query);
  const attestations = await readAttestations(checkpoint);
  return { ...checkpoint, ...attestations, noteKey: vkeyText(noteKey(checkpoint.organisationId)) };
}

/** The checkpoint as a C2SP signed note, with a signature line for each cosignature. */
export async function publishCheckpointNote(ctx: Requester, query: CheckpointQuery): Promise<string> {
  const checkpoint = await wanted(ctx, query);
  const cosignatures = await readCosignatures(checkpoint);
  const lines = cosignatures.map(({ witness, signature }) => `\u2014 ${witness} ${signature}\n`);
  return `${checkpointNote(checkpoint)}${lines.join("")}`;
}

async function wanted(ctx: Requester, { cosigned }: CheckpointQuery): Promise<Checkpoint> {
  if (!cosigned) return getCheckpoint(ctx);
  const found = await findCosignedCheckpoint(ctx.organisation.id);
  if (found) return found;
  throw new ServiceError("not_found", "No recent checkpoint is cosigned by enough witnesses.");
}

/** `quorum`: the required number of witnesses. */
interface AttestedCheckpoint {
  checkpoint: Checkpoint;
  cosignatures: Cosignature[];
  timestamps: CheckpointTimestamp[];
  quorum: number;
}

/** No checkpoint has the cosignatures that WITNESS_QUORUM requires. */
export class QuorumMissing extends Error {
  override readonly name = "QuorumMissing";

  /** `isFinal`: a retry does not help, because a witness refuses the chain. */
  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** Checkpoints searched for one with enough cosignatures. */
const checkpointsMax = 50;

/**
 * A checkpoint issued after a time with the cosignatures that WITNESS_QUORUM requires: the current one, which is
 * submitted now, or the latest that has them. @throws {@link QuorumMissing}, and like `getCheckpoint`.
 */
export async function getAttestedCheckpoint(
  ctx: Pick<Context, "organisation" | "clock">,
  issuedAfter: string,
): Promise<AttestedCheckpoint> {
  const { WITNESS_QUORUM: quorum } = env();
  const organisationId = ctx.organisation.id;
  const current = await getCheckpoint(ctx);
  await attestCheckpoint(current, ctx.clock);
  const newest = [current, ...(await findCheckpointsUpTo(organisationId, current.size - 1, checkpointsMax))];
  for (const checkpoint of newest) {
    if (checkpoint !== current && (checkpoint.issuedAt <= issuedAfter || !verifyCheckpointSignature(checkpoint))) break;
    const cosignatures = await readCosignatures(checkpoint);
    if (witnessesOf(cosignatures) < quorum) continue;
    return { checkpoint, cosignatures, timestamps: await readTimestamps(checkpoint), quorum };
  }
  throw await missing(organisationId, quorum);
}

/** The latest checkpoint cosigned by at least one witness and by WITNESS_QUORUM of them. */
async function findCosignedCheckpoint(organisationId: string): Promise<Checkpoint | undefined> {
  const wanted = Math.max(1, env().WITNESS_QUORUM);
  for (const checkpoint of await findCheckpointsUpTo(organisationId, undefined, checkpointsMax)) {
    if (!verifyCheckpointSignature(checkpoint)) return undefined;
    if (witnessesOf(await readCosignatures(checkpoint)) >= wanted) return checkpoint;
  }
  return undefined;
}

async function missing(organisationId: string, quorum: number): Promise<QuorumMissing> {
  const submissions = await findSubmissions(organisationId);
  const states = env().WITNESSES.map(({ key: { name }, vkey }) => {
    const last = submissions.find(({ witness }) => witness === vkey);
    return { name, outcome: last?.outcome ?? "unreachable" };
  });
  const refusing = states.filter(({ outcome }) => outcome === "refused" || outcome === "ahead");
  const required = quorum === 1 ? "1 witness" : `${quorum} witnesses`;
  const answers = states.map(({ name, outcome }) => `${name}: ${outcomeSentences[outcome] ?? outcome}`).join("; ");
  return new QuorumMissing(
    `No current checkpoint is cosigned by the required ${required}. ${answers}.`,
    states.length - refusing.length < quorum,
  );
}

const outcomeSentences: Readonly<Record<string, string>> = {
  cosigned: "cosigned",
  refused: "refused, because the chain contradicts a checkpoint that it cosigned",
  ahead: "refused, because it has cosigned a longer chain",
  rejected: "not configured for this chain",
  unreachable: "returned no valid cosignature",
};
