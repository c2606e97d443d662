import type { ChainVerification, RunningVerification, VerifyChain } from "@/lib/audit-chain/schemas-verification";
import { anchorOf } from "@/lib/audit-chain/verification/anchor";
import type { FindIssuedCheckpoints } from "@/lib/audit-chain/verification/held-states";
import { recordFindings } from "@/lib/audit-chain/verification/record-findings";
import {
  chainLength,
  countRunning,
  insertPassedRun,
  insertRun,
  latestCheckpointSize,
  lockRuns,
  type NewRun,
} from "@/lib/audit-chain/verification/runs-store";
import { whileCallerWaits } from "@/lib/audit-chain/verification/slots";
import { type ChainReport, verifyStoredChain } from "@/lib/audit-chain/verification/verify-stored-chain";
import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError, validationFailed } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** Events that are verified while the caller waits. */
const eventsAtOnce = 20_000;
/** Long verifications that an organisation may have under way. */
const runningMax = 3;

/**
 * Verifies the organisation's chain or a range of it. A short one is answered at once and what it finds is written down; a
 * long one is begun, to be polled by {@link getVerification}. What passed is
 * told to those who listen. `findIssued` finds checkpoints in documents, which the chain is compared with. Throws `validation_failed` for an expectedHead of another organisation, `conflict` when too
 * many are under way and `unavailable` when this process has too much to verify.
 */
export async function verifyChain(
  ctx: Context,
  input: VerifyChain,
  findIssued?: FindIssuedCheckpoints,
): Promise<ChainVerification | RunningVerification> {
  const organisationId = ctx.organisation.id;
  const { from, to, expectedHead, mode } = input;
  if (expectedHead && expectedHead.organisationId !== organisationId) {
    throw validationFailed([{ path: "expectedHead.organisationId", message: "must be this organisation" }]);
  }
  const length = await chainLength(organisationId);
  if (from !== undefined && from > Math.max(1, length)) {
    throw validationFailed([{ path: "from", message: `must not be after the end of the chain (${length})` }]);
  }
  const eventsTotal = await eventsToVerify(organisationId, length, input);
  const nowMs = ctx.clock.now();
  const run: NewRun = {
    id: newId("verification", nowMs),
    organisationId,
    mode,
    from: from ?? null,
    to: to ?? null,
    expectedHead: expectedHead === undefined ? null : JSON.stringify(expectedHead),
    eventsTotal,
  };
  if (eventsTotal <= eventsAtOnce) return verifyAtOnce(ctx, input, run, findIssued);
  await begin(run, isoMilliseconds(nowMs));
  return {
    id: run.id,
    status: "running",
    progress: { eventsVerified: 0, eventsTotal },
    createdAt: isoMilliseconds(nowMs),
  };
}

async function verifyAtOnce(
  ctx: Context,
  input: VerifyChain,
  run: NewRun,
  findIssued?: FindIssuedCheckpoints,
): Promise<ChainVerification> {
  const { from, to, expectedHead, mode } = input;
  const { organisationId } = run;
  const incremental = mode === "incremental";
  const report = await whileCallerWaits(() =>
    verifyStoredChain(
      { organisationId, from, to, expectedHead, incremental },
      { withSchema: true, ...(findIssued && { findIssued }) },
    ),
  );
  const verifiedAt = isoMilliseconds(ctx.clock.now());
  if (report.status === "failed") await recordFindings(report, verifiedAt);
  else if (report.status === "ok") await insertPassedRun(run, JSON.stringify({ ...report, verifiedAt }), verifiedAt);
  return answerOf(report, verifiedAt);
}

async function begin(run: NewRun, createdAt: string): Promise<void> {
  await inTransaction(undefined, async (tx) => {
    await lockRuns(tx, run.organisationId);
    if ((await countRunning(tx, run.organisationId)) >= runningMax) {
      throw new ServiceError(
        "conflict",
        `${runningMax} verifications of this chain are under way. Wait for one to end.`,
      );
    }
    await insertRun(tx, run, createdAt);
  });
}

const unasked = { schema: "not_checked" } as const;

/** What a report is to the caller. */
export function answerOf(report: ChainReport, verifiedAt: string): ChainVerification {
  const { organisationId: _, verdicts, ...rest } = report;
  // Reports of earlier versions lack the verdicts that were added since.
  return { ...rest, verdicts: { ...unasked, ...verdicts }, verifiedAt };
}

async function eventsToVerify(organisationId: string, length: number, input: VerifyChain): Promise<number> {
  const last = Math.min(input.to ?? length, length);
  if (input.mode === "full") return Math.max(0, last - (input.from ?? 1) + 1);
  const size = await latestCheckpointSize(organisationId);
  const kept = input.expectedHead ? anchorOf(input.expectedHead).chainPosition : size;
  return Math.max(0, last - Math.min(size, kept));
}
