import type { ChainVerification } from "@/lib/audit-chain/schemas-verification";
import { findRun } from "@/lib/audit-chain/verification/runs-store";
import { answerOf } from "@/lib/audit-chain/verification/verify-chain";
import type { ChainReport } from "@/lib/audit-chain/verification/verify-stored-chain";

/** What a verification of the organisation's chain found that passed; undefined for any other. */
export async function findPassedVerification(
  organisationId: string,
  id: string,
): Promise<ChainVerification | undefined> {
  const run = await findRun(organisationId, id);
  if (run?.status !== "ok" || run.report === null) return undefined;
  const { verifiedAt, ...report } = JSON.parse(run.report) as ChainReport & Pick<ChainVerification, "verifiedAt">;
  return answerOf(report, verifiedAt);
}
