import type { ChainVerification } from "@/lib/audit-chain/schemas-verification";
import { pool } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { TestOrganisation } from "./organisation";

/** A verification in the background that has ended, of a chain too short to get one by asking for it. */
export async function insertVerification({ id: organisationId, api }: TestOrganisation): Promise<string> {
  const { body: report } = await api.post<ChainVerification>("/v1/audit/verify-chain", {});
  const id = newId("verification");
  await pool().query(
    `INSERT INTO chain_verifications (id, organisation_id, status, mode, events_verified, events_total, report, attempts,
       created_at, finished_at)
     VALUES ($1, $2, $3, 'full', $4, $4, $5, 1, now(), now())`,
    [id, organisationId, report.status, report.eventsVerified, JSON.stringify({ organisationId, ...report })],
  );
  return id;
}
