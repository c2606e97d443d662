import type { IntegrityFindingList } from "@/lib/domains/audit-chain/schemas-verification";
import { pool } from "@/lib/platform/database/db";
import type { TestOrganisation } from "../../support/organisation";

/**
 * Inserts two open findings of an organisation, and returns the newer one. Unlike findings recorded by a verification,
 * they trigger no notification or other background work.
 */
export async function insertFindings({ id: organisationId, api }: TestOrganisation): Promise<{ id: string }> {
  await pool().query(
    `INSERT INTO integrity_findings (organisation_id, event_id, code, chain_position, stored_hash, computed_hash, detected_at)
     SELECT $1, 'position:' || position, 'checkpoint_signature', position, $2, $2, now() + position * interval '1 millisecond'
     FROM generate_series(1, 2) AS position`,
    [organisationId, `sha256:${"0".repeat(64)}`],
  );
  const { body } = await api.get<IntegrityFindingList>("/v1/audit/findings?limit=1");
  const [newest] = body.data;
  if (!newest) throw new Error("the list of findings is empty");
  return newest;
}
