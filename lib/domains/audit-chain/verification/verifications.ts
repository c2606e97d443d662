import { checkSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import type {
  ChainVerification,
  ExpectedHead,
  RunningVerification,
  Verification,
  VerifyChain,
} from "@/lib/domains/audit-chain/schemas-verification";
import { recordFindings } from "@/lib/domains/audit-chain/verification/findings";
import { anchorOf, type FindIssuedCheckpoints } from "@/lib/domains/audit-chain/verification/held-states";
import { pooledRanges } from "@/lib/domains/audit-chain/verification/range-pool";
import type { ChainExamination } from "@/lib/domains/audit-chain/verification/report";
import {
  chainLength,
  claimRun,
  countRunning,
  findCoveringRun,
  findRun,
  finishRun,
  hasOpenFindings,
  hasRun,
  insertEndedRun,
  insertRun,
  latestCheckpointSize,
  listServedChains,
  lockRuns,
  type NewRun,
  noteProgress,
  releaseRun,
  type VerificationRun,
} from "@/lib/domains/audit-chain/verification/runs-store";
import {
  nightlyId,
  openResult,
  type StoredResult,
  withoutOwnAnchor,
} from "@/lib/domains/audit-chain/verification/stored-result";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { type Clock, isoMilliseconds, systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, unavailable, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { Semaphore } from "@/lib/platform/core/semaphore";
import { singleton } from "@/lib/platform/core/singleton";
import { inTransaction, isDatabaseUnavailable } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/** Maximum events verified synchronously. */
const eventsAtOnce = 20_000;
/** Maximum background verifications per organisation. */
const runningMax = 3;

/**
 * Verifies the organisation's chain or a range of it. Long verifications run in the background and are polled with
 * {@link getVerification}. `findIssued` finds checkpoints in documents, to compare with the chain. @throws
 * `validation_failed` for an expectedHead of another organisation, `conflict` and `unavailable` if too many are running.
 */
export async function verifyChain(
  ctx: Context,
  input: VerifyChain,
  findIssued?: FindIssuedCheckpoints,
): Promise<ChainVerification | RunningVerification> {
  const organisationId = ctx.organisation.id;
  const { from, to, expectedHead, mode } = input;
  if (expectedHead && expectedHead.organisationId !== organisationId) {
    throw validationFailed([{ path: "expectedHead.organisationId", message: "must be the ID of your organisation" }]);
  }
  const length = await chainLength(organisationId);
  if (from !== undefined && from > Math.max(1, length)) {
    throw validationFailed([{ path: "from", message: `must not be after the end of the chain (${length})` }]);
  }
  const nowMs = ctx.clock.now();
  const eventsTotal = await eventsToVerify(organisationId, length, input, nowMs);
  const id = newId("verification", nowMs);
  const saved = expectedHead === undefined ? null : JSON.stringify(expectedHead);
  const run = { id, organisationId, mode, from: from ?? null, to: to ?? null, expectedHead: saved, eventsTotal };
  if (eventsTotal <= eventsAtOnce) return verifyAtOnce(ctx, run, findIssued);
  const createdAt = isoMilliseconds(nowMs);
  await begin(run, createdAt);
  return { id, status: "running", progress: { eventsVerified: 0, eventsTotal }, createdAt };
}

async function verifyAtOnce(
  ctx: Context,
  run: NewRun,
  findIssued: FindIssuedCheckpoints | undefined,
): Promise<ChainVerification> {
  const semaphore = singleton("short-verifications", () => new Semaphore(shortMax, shortQueueMax));
  const done = await semaphore.within(() => verify(run, ctx.clock, { findIssued }));
  if (!done) throw unavailable("Too many verifications are in progress. Try again in a moment.");
  const { result } = done;
  if (result.status === "failed") await recordFindings(result, result.verifiedAt);
  // An unsuccessful run with a receipt may have failed only because the caller's receipt does not match.
  if (result.status === "ok") await insertEndedRun(run, result);
  else if (run.expectedHead === null) await insertUnsuccessful(run, result);
  return answerOf(result);
}

/** The caller gets the result even if the database does not accept it. */
async function insertUnsuccessful(run: NewRun, result: StoredResult): Promise<void> {
  await insertEndedRun(run, result).catch((error: unknown) => {
    log().error({ organisationId: run.organisationId, err: error }, "unsuccessful verification could not be stored");
  });
}

async function begin(run: NewRun, createdAt: string): Promise<void> {
  await inTransaction(undefined, async (tx) => {
    await lockRuns(tx, run.organisationId);
    if ((await countRunning(tx, run.organisationId)) >= runningMax) {
      throw new ServiceError(
        "conflict",
        `${runningMax} verifications of this chain are in progress. Wait until one has finished.`,
      );
    }
    await insertRun(tx, run, createdAt);
  });
}

function answerOf({ organisationId: _, wholeAt: __, ...result }: StoredResult): ChainVerification {
  return result;
}

function wholeAtOf({ mode, from, to }: NewRun, verifiedAt: string): string | undefined {
  return mode !== "incremental" && from === null && to === null ? verifiedAt : undefined;
}

async function eventsToVerify(
  organisationId: string,
  length: number,
  input: VerifyChain,
  nowMs: number,
): Promise<number> {
  const last = Math.min(input.to ?? length, length);
  if (input.mode === "continued") {
    return Math.max(0, last - ((await findBase(organisationId, nowMs))?.checkpoint.size ?? 0));
  }
  if (input.mode === "full") return Math.max(0, last - (input.from ?? 1) + 1);
  const size = await latestCheckpointSize(organisationId);
  const kept = input.expectedHead ? anchorOf(input.expectedHead).chainPosition : size;
  return Math.max(0, last - Math.min(size, kept));
}

/** The progress or result of a verification. @throws `not_found`, also for another organisation's. */
export async function getVerification(ctx: Context, id: string): Promise<Verification> {
  const run = await findRun(ctx.organisation.id, id);
  if (!run) throw notFound("verification");
  const { status, eventsVerified, eventsTotal } = run;
  const createdAt = run.createdAt.toISOString();
  const result = openResult(run);
  if (result) return { id, ...answerOf(result), createdAt };
  const progress = { eventsVerified: Math.min(eventsVerified, eventsTotal), eventsTotal };
  return { id, status: status === "running" ? "running" : "interrupted", progress, createdAt };
}

/** The result of a verification, if it passed. */
export async function findPassedVerification(
  organisationId: string,
  id: string,
): Promise<ChainVerification | undefined> {
  const run = await findRun(organisationId, id);
  const result = run && openResult(run);
  return result?.status === "ok" ? answerOf(result) : undefined;
}

/** Interval of heartbeats, which also store the progress. */
const heartbeatMs = 1_000;

/**
 * Executes a background verification. `waiting`: retry later, because this process has no capacity, or another one works
 * on it; an abandoned run can be claimed after 30 seconds. @throws if the database cannot be reached; retry then.
 */
export async function runVerification(
  organisationId: string,
  id: string,
  clock: Clock = systemClock,
  findIssued?: FindIssuedCheckpoints,
): Promise<{ state: "ended" | "waiting" }> {
  const semaphore = singleton("long-verifications", () => new Semaphore(longMax, 0));
  const done = await semaphore.within(async () => {
    const run = await claimRun(organisationId, id);
    if (run?.status === "running") await work(run, clock, findIssued);
  });
  const run = await findRun(organisationId, id);
  return { state: done === undefined || run?.status === "running" ? "waiting" : "ended" };
}

async function work(run: VerificationRun, clock: Clock, findIssued?: FindIssuedCheckpoints): Promise<void> {
  let progress = 0;
  const heartbeat = setInterval(() => {
    noteProgress(run, progress, Math.max(progress, run.eventsTotal)).catch(() => undefined);
  }, heartbeatMs);
  const onProgress = (verified: number) => {
    progress = verified;
  };
  try {
    const result = await verify(run, clock, { onProgress, findIssued, ranges: pooledRanges() });
    await recordFindings(result, result.verifiedAt);
    await finishRun(run, result);
  } catch (error) {
    await releaseRun(run).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

/** Executes a run. A `continued` run starts at the last verified checkpoint, or at the first event. */
async function verify(
  run: NewRun,
  clock: Clock,
  options: Parameters<typeof verifyStoredChain>[1],
): Promise<StoredResult> {
  const base = run.mode === "continued" ? await findBase(run.organisationId, clock.now()) : undefined;
  const continued = base && { incremental: true, expectedHead: base.checkpoint };
  const report = await verifyStoredChain({ ...examinationOf(run), ...continued }, { ...options, withSchema: true });
  const verifiedAt = isoMilliseconds(clock.now());
  return withoutOwnAnchor(run, {
    ...(base && report.from > 1 ? { ...report, basedOn: base.id } : report),
    verifiedAt,
    wholeAt: base?.wholeAt ?? wholeAtOf(run, verifiedAt),
  });
}

function examinationOf({ organisationId, from, to, mode, expectedHead }: NewRun): ChainExamination {
  return {
    organisationId,
    from: from ?? undefined,
    to: to ?? undefined,
    incremental: mode === "incremental",
    expectedHead: expectedHead === null ? undefined : (JSON.parse(expectedHead) as ExpectedHead),
  };
}

/** Concurrent synchronous verifications per process. Each needs a database connection and most of a processor. */
const shortMax = 4;
/** Callers in the queue for a synchronous verification. */
const shortQueueMax = 28;
/** Concurrent background verifications per process. */
const longMax = 2;

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/**
 * The last passed verification with its last checkpoint, from which the next one continues. Undefined if the full chain
 * must be verified: while findings are open, after a run that did not pass or whose result was forged, if no full one
 * passed for a week, and before the first checkpoint.
 */
async function findBase(
  organisationId: string,
  nowMs: number,
): Promise<{ id: string; checkpoint: Checkpoint; wholeAt: string } | undefined> {
  // A failed result may not be stored, or may have been deleted. Its findings stay open.
  if (await hasOpenFindings(organisationId)) return undefined;
  const last = await findCoveringRun(organisationId);
  const { status, checkpoint, wholeAt } = (last && openResult(last)) ?? {};
  if (!last || status !== "ok" || !checkpoint || checkSignature(checkpoint) !== "valid") return undefined;
  // The database owner can delete results, so that an earlier one is the last.
  if (wholeAt === undefined || Date.parse(wholeAt) < nowMs - weekMs) return undefined;
  return { id: last.id, checkpoint, wholeAt };
}

/** 0 to 6, so that full verifications are spread over the week. */
function weekdayOf(organisationId: string): number {
  return [...organisationId].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 7;
}

/**
 * Starts the verifications of the night that begins at `since` (ISO) for the next `limit` organisations after an id: of
 * the full chain once a week, otherwise from the last verified checkpoint. A repeated call does not start them again.
 * @returns the last id, or undefined at the end. For maintenance of all organisations.
 */
export async function startNightlyVerifications(
  clock: Clock,
  { after, since, limit }: { after: string; since: string; limit: number },
): Promise<{ after: string | undefined }> {
  const organisationIds = await listServedChains(after, limit);
  for (const organisationId of organisationIds) {
    // A head without an organisation fails here and must not stop the others.
    await startNightlyVerification(organisationId, clock, since).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      log().error({ organisationId, err: error }, "nightly verification could not be started");
    });
  }
  return { after: organisationIds.length < limit ? undefined : organisationIds.at(-1) };
}

/** Starts the verification of one organisation in {@link startNightlyVerifications}. @returns its ID. */
export async function startNightlyVerification(organisationId: string, clock: Clock, since: string): Promise<string> {
  const nowMs = clock.now();
  const isWeekly = Math.floor(nowMs / dayMs) % 7 === weekdayOf(organisationId);
  const base = isWeekly ? undefined : await findBase(organisationId, nowMs);
  const eventsTotal = Math.max(0, (await chainLength(organisationId)) - (base?.checkpoint.size ?? 0));
  const id = nightlyId(organisationId, since);
  await inTransaction(undefined, async (tx) => {
    await lockRuns(tx, organisationId);
    if (await hasRun(tx, organisationId, id)) return;
    const mode = base ? "continued" : "full";
    const run: NewRun = { id, organisationId, mode, from: null, to: null, expectedHead: null, eventsTotal };
    await insertRun(tx, run, isoMilliseconds(nowMs));
  });
  return id;
}
