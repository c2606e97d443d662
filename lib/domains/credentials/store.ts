import type { CredentialChangeKind } from "@/lib/domains/credentials/enums";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Role, Scope } from "@/lib/platform/core/roles";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** A stored change with the current names of both accounts. */
export interface StoredChange {
  id: string;
  kind: CredentialChangeKind;
  accountId: string;
  account: string;
  role: Role | null;
  previousRole: Role | null;
  actorKind: string;
  actorId: string;
  changedBy: string | null;
  occurredAt: Date;
}

type NewChange = Omit<StoredChange, "account" | "changedBy"> & { organisationId: string };

export async function insertChanges(tx: Transaction, changes: NewChange[]): Promise<void> {
  await tx.credentialChange.createMany({ data: changes });
}

/** Changes of these accounts by others after a time, and the creation of API keys at any time. */
export function findDependences(
  tx: Transaction,
  organisationId: string,
  accountIds: string[],
  after: Date,
): Promise<StoredChange[]> {
  return find(
    tx,
    organisationId,
    Prisma.sql`c.account_id = ANY (${accountIds}) AND c.actor_id <> c.account_id
      AND c.actor_kind IN ('user', 'api-key') AND c.kind <> 'ACCESS_REMOVED'
      AND (c.occurred_at > ${after} OR c.kind = 'API_KEY_CREATED')`,
  );
}

/** The creations of API keys. */
export function findKeyCreations(
  tx: Transaction | undefined,
  organisationId: string,
  keyIds: string[],
): Promise<StoredChange[]> {
  return find(tx, organisationId, Prisma.sql`c.account_id = ANY (${keyIds}) AND c.kind = 'API_KEY_CREATED'`);
}

/** Changes of accounts in a period, changes by others first, at most `take`. */
export function findChangesOf(
  tx: Transaction | undefined,
  organisationId: string,
  accountIds: string[],
  { after, until, take }: { after: Date; until: Date; take: number },
): Promise<StoredChange[]> {
  const condition = Prisma.sql`c.account_id = ANY (${accountIds}) AND c.occurred_at > ${after}
    AND c.occurred_at <= ${until}`;
  return find(tx, organisationId, condition, take);
}

/** Changes after a time of accounts that have one of the roles or the scope now. */
export function findChangesOfHolders(
  tx: Transaction | undefined,
  organisationId: string,
  { roles, scope }: { roles: readonly Role[]; scope: Scope },
  { after, take }: { after: Date; take: number },
): Promise<StoredChange[]> {
  const condition = Prisma.sql`c.occurred_at > ${after} AND (
    EXISTS (SELECT FROM members WHERE organisation_id = ${organisationId} AND id = c.account_id
      AND role = ANY (${[...roles]}) AND disabled_at IS NULL)
    OR EXISTS (SELECT FROM api_keys WHERE organisation_id = ${organisationId} AND id = c.account_id
      AND ${scope} = ANY (scopes) AND revoked_at IS NULL))`;
  return find(tx, organisationId, condition, take);
}

/** Changes after a time of some kinds, and of further kinds for some roles. */
export function findChangesOfKinds(
  organisationId: string,
  wanted: {
    kinds: readonly CredentialChangeKind[];
    kindsOfRoles: readonly CredentialChangeKind[];
    roles: readonly Role[];
  },
  { after, take }: { after: Date; take: number },
): Promise<StoredChange[]> {
  const condition = Prisma.sql`c.occurred_at > ${after} AND (c.kind = ANY (${[...wanted.kinds]})
    OR (c.kind = ANY (${[...wanted.kindsOfRoles]}) AND c.role = ANY (${[...wanted.roles]})))`;
  return find(undefined, organisationId, condition, take);
}

/** Changes by others come first, so that an account cannot hide them behind its own. */
function find(
  tx: Transaction | undefined,
  organisationId: string,
  condition: Prisma.Sql,
  take: number | null = null,
): Promise<StoredChange[]> {
  return (tx ?? prisma()).$queryRaw<StoredChange[]>`
    SELECT c.id, c.kind, c.account_id AS "accountId", coalesce(member.email, 'API key ' || key.name, c.account_id) AS account, c.role,
      c.previous_role AS "previousRole", c.actor_kind AS "actorKind", c.actor_id AS "actorId", coalesce(by_member.email, 'API key ' || by_key.name) AS "changedBy",
      c.occurred_at AS "occurredAt"
    FROM credential_changes c
    LEFT JOIN members member ON member.organisation_id = ${organisationId} AND member.id = c.account_id
    LEFT JOIN api_keys key ON key.organisation_id = ${organisationId} AND key.id = c.account_id
    LEFT JOIN members by_member ON by_member.organisation_id = ${organisationId} AND by_member.id = c.actor_id
    LEFT JOIN api_keys by_key ON by_key.organisation_id = ${organisationId} AND by_key.id = c.actor_id
    WHERE c.organisation_id = ${organisationId} AND ${condition}
    ORDER BY c.actor_id = c.account_id, c.occurred_at DESC, c.id DESC LIMIT ${take}`;
}
