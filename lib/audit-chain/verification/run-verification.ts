import type { ExpectedHead } from "@/lib/audit-chain/verification/anchor";
import type { FindIssuedCheckpoints } from "@/lib/audit-chain/verification/held-states";
import { recordFindings } from "@/lib/audit-chain/verification/record-findings";
import {
  claimRun,
  findRun,
  finishRun,
  noteProgress,
  releaseRun,
  type VerificationRun,
} from "@/lib/audit-chain/verification/runs-store";
import { inBackground } from "@/lib/audit-chain/verification/slots";
import { verifyStoredChain } from "@/lib/audit-chain/verification/verify-stored-chain";
import { type Clock, isoMilliseconds, systemClock } from "@/lib/clock";

/** Between two signs of life, which also tell the progress. */
const heartbeatMs = 1_000;

/** Whether a run has ended; else it is to be asked for again in a while. */
export type RunState = "ended" | "waiting";

/**
 * Works on a long verification that nobody works on, to its end: verifies, writes findings down, keeps the answer.
 * `waiting` where this process has no place for it, or somebody seems to work on it: a run whose process died can be begun
 * anew half a minute later. `findIssued` finds checkpoints in documents, which the chain is compared with. Throws where the database cannot be reached; the run is then to be tried again.
 */
export async function runVerification(
  organisationId: string,
  id: string,
  clock: Clock = systemClock,
  findIssued?: FindIssuedCheckpoints,
): Promise<{ state: RunState }> {
  const done = await inBackground(async () => {
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
  try {
    const report = await verifyStoredChain(examinationOf(run), {
      onProgress: (verified) => {
        progress = verified;
      },
      withSchema: true,
      ...(findIssued && { findIssued }),
    });
    const verifiedAt = isoMilliseconds(clock.now());
    await recordFindings(report, verifiedAt);
    await finishRun(run, {
      status: report.status,
      report: JSON.stringify({ ...report, verifiedAt }),
      eventsVerified: report.eventsVerified,
      finishedAt: verifiedAt,
    });
  } catch (error) {
    await releaseRun(run).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

function examinationOf(run: VerificationRun) {
  return {
    organisationId: run.organisationId,
    from: run.from ?? undefined,
    to: run.to ?? undefined,
    incremental: run.mode === "incremental",
    expectedHead: run.expectedHead === null ? undefined : (JSON.parse(run.expectedHead) as ExpectedHead),
  };
}
