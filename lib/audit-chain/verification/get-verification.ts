import type { ChainVerification, Verification } from "@/lib/audit-chain/schemas-verification";
import { findRun } from "@/lib/audit-chain/verification/runs-store";
import { answerOf } from "@/lib/audit-chain/verification/verify-chain";
import type { ChainReport } from "@/lib/audit-chain/verification/verify-stored-chain";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";

/** How far a long verification is, or what it found. Throws `not_found`, the same for another organisation's. */
export async function getVerification(ctx: Context, id: string): Promise<Verification> {
  const run = await findRun(ctx.organisation.id, id);
  if (!run) throw notFound("verification");
  const { status, eventsVerified, eventsTotal } = run;
  const createdAt = run.createdAt.toISOString();
  if (run.report !== null && (status === "ok" || status === "failed" || status === "not_verified")) {
    const { verifiedAt, ...report } = JSON.parse(run.report) as ChainReport & Pick<ChainVerification, "verifiedAt">;
    return { id, ...answerOf(completed(report), verifiedAt), createdAt };
  }
  const progress = { eventsVerified: Math.min(eventsVerified, eventsTotal), eventsTotal };
  return { id, status: status === "interrupted" ? "interrupted" : "running", progress, createdAt };
}

/** Reports of earlier versions do not count erasures or records. */
function completed(report: ChainReport): ChainReport {
  const { erased = 0, recordsVerified = 0, recordsUnsealed = 0, verdicts } = report;
  const answers: ChainReport["verdicts"] = { ...verdicts, records: verdicts.records ?? "not_checked" };
  return { ...report, erased, recordsVerified, recordsUnsealed, verdicts: answers };
}
