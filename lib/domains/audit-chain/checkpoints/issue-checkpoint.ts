import { genesisHash } from "@/lib/domains/audit-chain/block";
import {
  type Checkpoint,
  checkpointHash,
  checkSignature,
  signCheckpoint,
} from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { copyCheckpoints } from "@/lib/domains/audit-chain/checkpoints/copy-checkpoints";
import {
  CheckpointRefused,
  extendsMemory,
  type RefusalReason,
  type RefusedState,
  signingKeyUnknown,
  stateOf,
} from "@/lib/domains/audit-chain/checkpoints/refusal";
import { type Memory, recall, remember } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import {
  type BrokenLink,
  type ChainState,
  findBrokenLink,
  findCheckpoint,
  findOrganisationsDue,
  insertCheckpoint,
  readChainState,
} from "@/lib/domains/audit-chain/checkpoints/store";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import { extendTiles, LeavesMissing, TreeMismatch } from "@/lib/domains/audit-chain/merkle/load-tiles";
import { growRoot, treeRoots } from "@/lib/domains/audit-chain/merkle/prove";
import { hashOf } from "@/lib/domains/audit-chain/merkle/tree";
import { type Clock, isoMilliseconds, simulatedTime } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError, unavailable } from "@/lib/platform/core/errors";
import { singleton } from "@/lib/platform/core/singleton";
import { currentCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { log } from "@/lib/platform/telemetry/log";

type Requester = Pick<Context, "organisation" | "clock">;

/**
 * A checkpoint that covers every event committed so far. @throws `not_found` for an empty chain, and {@link
 * CheckpointRefused}.
 */
export async function getCheckpoint(ctx: Requester): Promise<Checkpoint> {
  const issued = await issueCheckpoint(ctx.organisation.id, ctx.clock);
  if (!issued) throw new ServiceError("not_found", "The chain is empty, so it has no checkpoint.");
  return issued.checkpoint;
}

const pageSize = 100;

interface DueCheckpoints {
  issued: number;
  /** Chains that do not extend their last checkpoint. */
  refused: number;
  /** Chains that could not be signed for another reason; the next run retries them. */
  failed: number;
}

/**
 * Signs every chain with events since its last checkpoint, then copies new checkpoints. Runs once a minute. A failure
 * of one chain is logged and does not stop the others.
 */
export async function issueDueCheckpoints(clock: Clock): Promise<DueCheckpoints> {
  const counts = { issued: 0, refused: 0, failed: 0 };
  let after = "";
  for (;;) {
    const page = await findOrganisationsDue(after, pageSize);
    for (const organisationId of page) counts[await issueOne(organisationId, clock)] += 1;
    if (page.length < pageSize) break;
    after = page.at(-1) ?? after;
  }
  await copyCheckpoints();
  return counts;
}

async function issueOne(organisationId: string, clock: Clock): Promise<keyof DueCheckpoints> {
  try {
    await issueCheckpoint(organisationId, clock);
    return "issued";
  } catch (error) {
    if (error instanceof CheckpointRefused) return "refused";
    log().error({ organisationId, err: error }, "checkpoint could not be issued");
    return "failed";
  }
}

/** `isNew`: whether this call issued the checkpoint. */
interface Issued {
  checkpoint: Checkpoint;
  isNew: boolean;
}

/** An attempt fails only if another process signed or completed a checkpoint. */
const attemptsMax = 12;

/**
 * Signs the current chain; returns the last checkpoint if there are no events since, undefined if the chain is empty.
 * Waits for no lock. The signer's memory (`signer-memory.ts`) records a checkpoint before and after it is stored, so the
 * next call completes the work of a killed process. @throws {@link CheckpointRefused}, also logged and recorded as a
 * finding, if the chain does not extend the last checkpoint.
 */
export async function issueCheckpoint(organisationId: string, clock: Clock): Promise<Issued | undefined> {
  const queues = singleton("checkpoint-issuers", () => new Map<string, Promise<unknown>>());
  const before = queues.get(organisationId) ?? Promise.resolve();
  const issued = before.then(() => issueInTurn(organisationId, clock));
  const settled = issued.catch(() => undefined);
  queues.set(organisationId, settled);
  try {
    return await issued;
  } finally {
    if (queues.get(organisationId) === settled) queues.delete(organisationId);
  }
}

/** Calls within one process are serialised to avoid conflicts. */
async function issueInTurn(organisationId: string, clock: Clock): Promise<Issued | undefined> {
  let wanted: number | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // Read before the database, so that checkpoints recorded as stored are in the database.
    const memory = await recall(organisationId);
    const state = await readChainState(organisationId);
    wanted ??= state.head?.position ?? 0;
    const refused = extendsLast(state) ?? (await extendsMemory(organisationId, state, memory));
    if (refused) throw await refuse(organisationId, refused, clock);
    const last = state.checkpoint;
    if (last && checkSignature(last) === "key_unknown") throw signingKeyUnknown(last.keyId);
    if (typeof memory === "string") return undefined;
    if (memory.pending) {
      await complete(organisationId, state, memory, memory.pending, clock);
      continue;
    }
    const isRemembered = last === undefined || memory.signed?.checkpointHash === checkpointHash(last);
    if (last && !isRemembered) {
      await remember(organisationId, memory, { signed: stateOf(last), pending: null }, clock);
      continue;
    }
    if (last && last.size >= wanted) return { checkpoint: last, isNew: false };
    if (!state.head || state.head.position === 0) return undefined;
    const checkpoint = await sign(organisationId, state.head, last, {
      clock,
      now: simulatedTime(clock) ?? state.databaseTime,
    });
    const prepared = await remember(organisationId, memory, { signed: memory.signed, pending: checkpoint }, clock);
    if (!prepared || !(await insertCheckpoint(checkpoint))) continue;
    await remember(organisationId, prepared, { signed: stateOf(checkpoint), pending: null }, clock);
    return { checkpoint, isNew: true };
  }
  throw unavailable("Checkpoints of this organisation are being issued. Try again in a moment.");
}

/**
 * Stores the checkpoint that an interrupted process signed. If another one was stored instead, that one counts, because
 * the first was never returned to a caller.
 */
async function complete(
  organisationId: string,
  { checkpoint: last }: ChainState,
  memory: Memory,
  pending: Checkpoint,
  clock: Clock,
): Promise<void> {
  const hash = checkpointHash(pending);
  const isStored = async () => {
    const stored = await findCheckpoint(organisationId, pending.size);
    return stored !== undefined && checkpointHash(stored) === hash;
  };
  const conclude = (stored: Checkpoint) =>
    remember(organisationId, memory, { signed: stateOf(stored), pending: null }, clock);
  const refusePending = (reason: RefusalReason, expected: string, actual: string) =>
    refuse(organisationId, { reason, chainPosition: pending.size, expected, actual }, clock);
  if (await isStored()) {
    await conclude(pending);
    return;
  }
  const signed = last && last.size <= pending.size ? last : undefined;
  const root = await computeRoot(organisationId, pending.size, signed, clock);
  if (root !== pending.rootHash) throw await refusePending("tree_mismatch", pending.rootHash, root);
  const [expected, actual] = [pending.previousCheckpointHash, last ? checkpointHash(last) : genesisHash];
  if (expected === actual) {
    if ((await insertCheckpoint(pending)) || (await isStored())) await conclude(pending);
  } else if (last && memory.signed?.checkpointHash !== actual) await conclude(last);
  else throw await refusePending("checkpoint_missing", expected, actual);
}

/** How the state contradicts its last checkpoint, if it does. */
function extendsLast(state: ChainState): RefusedState | undefined {
  const { head, hashAtHead, checkpoint, eventAtCheckpoint: event } = state;
  const position = head?.position ?? 0;
  if (checkpoint) {
    const { size, headHash } = checkpoint;
    const actual = event?.blockHash ?? genesisHash;
    const at = { chainPosition: size, eventId: event?.id, expected: headHash, actual };
    const signature = checkSignature(checkpoint);
    // Cannot be checked; the caller compares the signer's memory first.
    if (signature === "key_unknown") return undefined;
    if (signature === "invalid") return { reason: "checkpoint_altered", ...at };
    if (position < size) return { reason: "chain_shortened", ...at };
    if (event?.blockHash !== headHash) return { reason: "history_rewritten", ...at };
  }
  if (!head || position === 0 || head.blockHash === hashAtHead) return undefined;
  const [expected, actual] = [head.blockHash, hashAtHead ?? genesisHash];
  return { reason: "head_mismatch", chainPosition: position, expected, actual };
}

async function sign(
  organisationId: string,
  { position: size, blockHash: headHash }: { position: number; blockHash: string },
  last: Checkpoint | undefined,
  { clock, now }: { clock: Clock; now: string },
): Promise<Checkpoint> {
  const broken = await firstBrokenLink(organisationId, (last?.size ?? 0) + 1, size);
  if (broken) {
    const { chainPosition, eventId, previousHash: actual, precedingHash } = broken;
    const expected = precedingHash ?? genesisHash;
    throw await refuse(organisationId, { reason: "link_mismatch", chainPosition, eventId, expected, actual }, clock);
  }
  const rootHash = await computeRoot(organisationId, size, last, clock);
  const issuedAt = last && last.issuedAt > now ? last.issuedAt : now;
  const previousCheckpointHash = last ? checkpointHash(last) : genesisHash;
  const statement = { organisationId, size, headHash, rootHash, issuedAt, previousCheckpointHash };
  return signCheckpoint(statement, currentCheckpointKey());
}

const linksAtOnce = 10_000;

async function firstBrokenLink(organisationId: string, from: number, to: number): Promise<BrokenLink | undefined> {
  for (let at = from; at <= to; at += linksAtOnce) {
    const broken = await findBrokenLink(organisationId, at, Math.min(at + linksAtOnce - 1, to));
    if (broken) return broken;
  }
  return undefined;
}

/** Computes the root of `size` events, which must extend the last signed tree, and stores the tiles. */
async function computeRoot(
  organisationId: string,
  size: number,
  last: Checkpoint | undefined,
  clock: Clock,
): Promise<string> {
  try {
    const root = await growRoot(organisationId, size, last);
    await extendTiles(organisationId, size);
    return hashOf(root);
  } catch (error) {
    const refuseTree = (chainPosition: number, expected: string, actual: string) =>
      refuse(organisationId, { reason: "tree_mismatch", chainPosition, expected, actual }, clock);
    if (error instanceof LeavesMissing) throw await refuseTree(error.position, genesisHash, genesisHash);
    if (!last || !(error instanceof TreeMismatch)) throw error;
    const [computed] = await treeRoots(organisationId, [last.size]).catch(() => []);
    throw await refuseTree(last.size, last.rootHash, computed ? hashOf(computed) : genesisHash);
  }
}

/** Logs the refusal and records it as a finding. */
async function refuse(organisationId: string, state: RefusedState, clock: Clock): Promise<CheckpointRefused> {
  log().error({ organisationId, ...state }, "chain does not extend its last checkpoint: no checkpoint signed");
  await recordFinding(organisationId, {
    eventId: state.eventId,
    code: state.reason,
    chainPosition: state.chainPosition,
    storedHash: state.actual,
    computedHash: state.expected,
    detectedAt: isoMilliseconds(clock.now()),
  });
  return new CheckpointRefused(state);
}
