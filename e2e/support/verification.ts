import type {
  ChainVerification,
  RunningVerification,
  Verification,
} from "@/lib/domains/audit-chain/schemas-verification";
import { sealResult } from "@/lib/domains/audit-chain/verification/stored-result";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import type { Answer, Api } from "./api";
import type { TestOrganisation } from "./organisation";
import { until } from "./until";

/** Inserts a finished background verification, for a chain too short for the API to verify in the background. */
export async function insertVerification({ id: organisationId, api }: TestOrganisation): Promise<string> {
  const { body: report } = await api.post<ChainVerification>("/v1/audit/verify-chain", {});
  const id = newId("verification");
  const run = { id, organisationId, mode: "full", from: null, to: null };
  await pool().query(
    `INSERT INTO chain_verifications (id, organisation_id, status, mode, events_verified, events_total, report, attempts,
       created_at, finished_at)
     VALUES ($1, $2, $3, 'full', $4, $4, $5, 1, now(), now())`,
    [
      id,
      organisationId,
      report.status,
      report.eventsVerified,
      sealResult(run, { organisationId, ...report, findings: [] }),
    ],
  );
  return id;
}

/** Requests a verification and waits for its result, even if it runs in the background. */
export async function verifyChain(api: Api, body: object = {}): Promise<ChainVerification> {
  const answer = await api.post<ChainVerification | RunningVerification>("/v1/audit/verify-chain", body);
  if (answer.status === 200) return answer.body as ChainVerification;
  if (answer.status !== 202) throw new Error(`verify-chain answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return await pollVerification(api, answer.headers.get("location") ?? "");
}

/** Polls until the verification has ended. `onAnswer` receives every response. */
export async function pollVerification(
  api: Api,
  path: string,
  onAnswer: (answer: Answer<Verification>) => void = () => {},
): Promise<ChainVerification> {
  return await until(
    `${path} has ended`,
    async () => {
      const answer = await api.get<Verification>(path);
      onAnswer(answer);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return "verdicts" in answer.body ? answer.body : undefined;
    },
    { timeoutMs: 45_000, everyMs: 50 },
  );
}
