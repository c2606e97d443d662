import { sealReencryption } from "@/lib/audit-chain";
import { pool, type Transaction } from "@/lib/db";

interface Owner {
  organisationId: string;
  memberId: string;
}

/** A second factor that is in use, as it is stored. */
export interface StoredFactor {
  totpSecret: string;
  totpEnabledAt: Date;
}

export async function findFactor({ organisationId, memberId }: Owner): Promise<StoredFactor | undefined> {
  const { rows } = await pool().query<StoredFactor>({
    name: "member-second-factor",
    text: `SELECT totp_secret AS "totpSecret", totp_enabled_at AS "totpEnabledAt" FROM members
           WHERE organisation_id = $1 AND id = $2 AND totp_enabled_at IS NOT NULL AND totp_secret IS NOT NULL`,
    values: [organisationId, memberId],
  });
  return rows[0];
}

/**
 * Takes a time step of a factor, each once and only forwards: of two that come at once with the same, one takes it. Not
 * of a factor that was set up anew since it was read.
 */
export async function takeStep({ organisationId, memberId }: Owner, enabledAt: Date, step: number): Promise<boolean> {
  const { rowCount } = await pool().query({
    name: "member-second-factor-step",
    text: `UPDATE members SET totp_last_step = $4
           WHERE organisation_id = $1 AND id = $2 AND totp_enabled_at = $3
             AND (totp_last_step IS NULL OR totp_last_step < $4)`,
    values: [organisationId, memberId, enabledAt.toISOString(), step],
  });
  return rowCount === 1;
}

/** Takes a recovery code away from those that are left. Answers how many are, or undefined where there is no such code. */
export async function takeRecoveryCode(
  tx: Transaction,
  { organisationId, memberId }: Owner,
  codeHash: string,
): Promise<number | undefined> {
  const [taken] = await tx.$queryRaw<{ left: number }[]>`
    UPDATE members SET recovery_codes = array_remove(recovery_codes, ${codeHash})
    WHERE organisation_id = ${organisationId} AND id = ${memberId} AND totp_enabled_at IS NOT NULL
      AND ${codeHash} = ANY (recovery_codes)
    RETURNING cardinality(recovery_codes) AS left`;
  return taken?.left;
}

/** A member's sealed secret, in use or waiting to be confirmed. */
export interface SealedFactor extends Owner {
  totpSecret: string;
}

/** Those of all organisations in the order of their ids, after `afterId`. */
export async function findSealedFactors(afterId: string, take: number): Promise<SealedFactor[]> {
  const { rows } = await pool().query<SealedFactor>(
    `SELECT organisation_id AS "organisationId", id AS "memberId", totp_secret AS "totpSecret" FROM members
     WHERE id > $1 AND totp_secret IS NOT NULL ORDER BY id LIMIT $2`,
    [afterId, take],
  );
  return rows;
}

/** Puts a sealed secret in the place of another, unless that was changed meanwhile. */
export async function replaceSealedFactor(factor: SealedFactor, after: string): Promise<boolean> {
  const { organisationId, memberId, totpSecret } = factor;
  return sealReencryption(
    organisationId,
    { table: "members", id: memberId },
    (tx) => tx.$executeRaw`
    UPDATE members SET totp_secret = ${after}
    WHERE organisation_id = ${organisationId} AND id = ${memberId} AND totp_secret = ${totpSecret}`,
  );
}
