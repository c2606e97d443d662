import { genesisHash } from "@/lib/audit-chain/block";
import {
  type Checkpoint,
  checkpointHash,
  checkSignature,
  signCheckpoint,
} from "@/lib/audit-chain/checkpoints/checkpoint";
import { CheckpointRefused, type RefusedState } from "@/lib/audit-chain/checkpoints/refusal";
import {
  type BrokenLink,
  type ChainState,
  findBrokenLink,
  insertCheckpoint,
  readChainState,
} from "@/lib/audit-chain/checkpoints/store";
import { extendTiles } from "@/lib/audit-chain/merkle/extend-tiles";
import { TreeMismatch } from "@/lib/audit-chain/merkle/load-authentic-tiles";
import { LeavesMissing } from "@/lib/audit-chain/merkle/load-tiles";
import { growRoot, treeRoots } from "@/lib/audit-chain/merkle/prove";
import { hashOf } from "@/lib/audit-chain/merkle/tree";
import { placeOf, recordFinding } from "@/lib/audit-chain/store";
import { type Clock, isoMilliseconds, simulatedTime } from "@/lib/clock";
import { type ServiceError, unavailable } from "@/lib/errors";
import { log } from "@/lib/log";
import { currentCheckpointKey } from "@/lib/signing/checkpoint-keys";

/** A checkpoint, and whether this call made it. */
export interface Issued {
  checkpoint: Checkpoint;
  isNew: boolean;
}

/**
 * Who lost a race twice finds a checkpoint of what it saw: the second winner named the first as its predecessor, so it
 * read the chain after this call did. The third attempt gets that one.
 */
const attemptsMax = 3;

/**
 * Signs the chain as it is now; the last checkpoint again where the chain has not grown since, undefined where it is
 * empty. Waits for no writer's lock. Of several that issue at once, one stores the checkpoint of a size and the others get
 * it, or a later one: the answer covers every event that was committed before the call.
 *
 * Throws {@link CheckpointRefused}, logs it and writes a finding where the chain does not extend the last checkpoint:
 * that one is altered, the chain is shorter, has another hash or another tree there, or is not linked from there on.
 */
export async function issueCheckpoint(organisationId: string, clock: Clock): Promise<Issued | undefined> {
  let wanted: number | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const state = await readChainState(organisationId);
    wanted ??= state.head?.position ?? 0;
    const { refused } = extendsLast(state);
    if (refused) throw await refuse(organisationId, refused, clock);
    const last = state.checkpoint;
    if (last && last.size >= wanted) return { checkpoint: last, isNew: false };
    if (!state.head || state.head.position === 0) return undefined;
    const checkpoint = await sign(organisationId, state.head, last, {
      clock,
      now: simulatedTime(clock) ?? state.databaseTime,
    });
    if (await insertCheckpoint(checkpoint)) return { checkpoint, isNew: true };
  }
  throw unavailable("Other checkpoints of this organisation are being issued. Try again in a moment.");
}

/** Another process may have signed with a key that was not published here first: no finding, and nothing is signed. */
function keyUnknown(keyId: string): ServiceError {
  return unavailable(
    `The last checkpoint is signed with the key ${keyId}, which this process does not know, so it cannot be verified. Add the public key to CHECKPOINT_PUBLIC_KEYS.`,
    60,
  );
}

/** What can be told from the state alone. An organisation without a head has no chain, unless something says it had. */
function extendsLast({ head, hashAtHead, checkpoint, eventAtCheckpoint: event }: ChainState): {
  refused?: RefusedState;
} {
  const position = head?.position ?? 0;
  if (checkpoint) {
    const { size, headHash } = checkpoint;
    const at = { chainPosition: size, expected: headHash, ...(event ? { eventId: event.id } : {}) };
    const actual = event?.blockHash ?? genesisHash;
    const signature = checkSignature(checkpoint);
    if (signature === "key_unknown") throw keyUnknown(checkpoint.keyId);
    if (signature === "invalid") return { refused: { reason: "checkpoint_altered", ...at, actual } };
    if (position < size) return { refused: { reason: "chain_shortened", ...at, actual } };
    if (event?.blockHash !== headHash) return { refused: { reason: "history_rewritten", ...at, actual } };
  }
  if (head && position > 0 && head.blockHash !== hashAtHead) {
    const [expected, actual] = [head.blockHash, hashAtHead ?? genesisHash];
    return { refused: { reason: "head_mismatch", chainPosition: position, expected, actual } };
  }
  return {};
}

async function sign(
  organisationId: string,
  head: { position: number; blockHash: string },
  last: Checkpoint | undefined,
  { clock, now }: { clock: Clock; now: string },
): Promise<Checkpoint> {
  const from = (last?.size ?? 0) + 1;
  const broken = await firstBrokenLink(organisationId, from, head.position);
  if (broken) throw await refuse(organisationId, unlinked(broken), clock);
  const root = await computeRoot(organisationId, head.position, last).catch(async (error) => {
    if (error instanceof LeavesMissing) throw await refuse(organisationId, missing(error.position), clock);
    if (last && error instanceof TreeMismatch) {
      const expected = last.rootHash;
      const [computed] = await treeRoots(organisationId, [last.size]).catch(() => []);
      const actual = computed ? hashOf(computed) : genesisHash;
      throw await refuse(
        organisationId,
        { reason: "tree_mismatch", chainPosition: last.size, expected, actual },
        clock,
      );
    }
    throw error;
  });
  return signCheckpoint(
    {
      organisationId,
      size: head.position,
      headHash: head.blockHash,
      rootHash: root,
      issuedAt: last && last.issuedAt > now ? last.issuedAt : now,
      previousCheckpointHash: last ? checkpointHash(last) : genesisHash,
    },
    currentCheckpointKey(),
  );
}

const linksAtOnce = 10_000;

async function firstBrokenLink(organisationId: string, from: number, to: number): Promise<BrokenLink | undefined> {
  for (let at = from; at <= to; at += linksAtOnce) {
    const broken = await findBrokenLink(organisationId, at, Math.min(at + linksAtOnce - 1, to));
    if (broken) return broken;
  }
  return undefined;
}

async function computeRoot(organisationId: string, size: number, last: Checkpoint | undefined): Promise<string> {
  const root = await growRoot(organisationId, size, last);
  await extendTiles(organisationId, size);
  return hashOf(root);
}

function unlinked({ chainPosition, eventId, previousHash, precedingHash }: BrokenLink): RefusedState {
  const expected = precedingHash ?? genesisHash;
  return { reason: "link_mismatch", chainPosition, eventId, expected, actual: previousHash };
}

function missing(chainPosition: number): RefusedState {
  return { reason: "tree_mismatch", chainPosition, expected: genesisHash, actual: genesisHash };
}

/** Says it where it is noticed: in the log, and as a finding, which is told once. */
async function refuse(organisationId: string, state: RefusedState, clock: Clock): Promise<CheckpointRefused> {
  log().error({ organisationId, ...state }, "a chain does not extend its last checkpoint: nothing is signed");
  await recordFinding(organisationId, {
    eventId: state.eventId || placeOf(state.chainPosition),
    code: state.reason,
    chainPosition: state.chainPosition,
    storedHash: state.actual,
    computedHash: state.expected,
    detectedAt: isoMilliseconds(clock.now()),
  });
  return new CheckpointRefused(state);
}
