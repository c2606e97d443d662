import type { ExpectedHead } from "@/lib/audit-chain/verification/anchor";
import { recordFindings } from "@/lib/audit-chain/verification/record-findings";
import {
  claimRun,
  finishRun,
  noteProgress,
  releaseRun,
  type VerificationRun,
} from "@/lib/audit-chain/verification/runs-store";
import { type ChainReport, verifyStoredChain } from "@/lib/audit-chain/verification/verify-stored-chain";
import { type Clock, isoMilliseconds, systemClock } from "@/lib/clock";
import { log } from "@/lib/log";

/** Between two signs of life, which also tell the progress. */
const heartbeatMs = 1_000;

/**
 * Works on a long verification that nobody works on, to its end: verifies, writes findings down, keeps the answer. Returns
 * the report; undefined where there is nothing to do. A run whose process died is begun anew by the next call, half a
 * minute later. Throws where the database cannot be reached; the run is then to be tried again.
 */
export async function runVerification(id: string, clock: Clock = systemClock): Promise<ChainReport | undefined> {
  const run = await claimRun(id);
  if (!run) return undefined;
  const progress = { verified: 0, total: run.eventsTotal };
  const heartbeat = setInterval(() => {
    noteProgress(run, progress.verified, progress.total).catch(() => undefined);
  }, heartbeatMs);
  try {
    const report = await verifyStoredChain(examinationOf(run), {
      onProgress: (verified, total) => Object.assign(progress, { verified, total }),
    });
    const verifiedAt = isoMilliseconds(clock.now());
    await recordFindings(report, verifiedAt);
    await finishRun(run, {
      status: report.status,
      report: JSON.stringify({ ...report, verifiedAt }),
      eventsVerified: report.eventsVerified,
      finishedAt: verifiedAt,
    });
    return report;
  } catch (error) {
    await releaseRun(run).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

/** Has a verification run, without waiting for it. */
export function startVerification(id: string): void {
  runVerification(id).catch((error: unknown) => {
    log().error({ verificationId: id, err: error }, "a verification did not come to its end");
  });
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
