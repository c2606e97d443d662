import {
  type CredentialChangeKind,
  decidingRoles,
  dependenceDays,
  notableKinds,
  notableKindsOfDeciders,
} from "@/lib/domains/credentials/enums";
import type { CredentialChange } from "@/lib/domains/credentials/schemas";
import {
  findChangesOf,
  findChangesOfHolders,
  findChangesOfKinds,
  findKeyCreations,
  insertChanges,
  type StoredChange,
} from "@/lib/domains/credentials/store";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { type Role, rolePermissions, roles } from "@/lib/platform/core/roles";
import type { Transaction } from "@/lib/platform/database/db";

const dayMs = 24 * 60 * 60_000;
const listedMax = 50;
const readMax = 2_000;
const overviewDays = 7;
const overviewMax = 20;

export interface MadeChange {
  kind: CredentialChangeKind;
  accountId: string;
  role?: Role;
  previousRole?: Role;
}

/** Records a change of credentials, in its transaction. */
export async function recordCredentialChanges(
  { organisation, actor, clock }: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  made: MadeChange[],
): Promise<void> {
  const nowMs = clock.now();
  const changes = made.map(({ kind, accountId, role = null, previousRole = null }) => ({
    id: newId("credentialChange", nowMs),
    organisationId: organisation.id,
    accountId,
    kind,
    role,
    previousRole,
    actorKind: actor.kind,
    actorId: actor.id,
    occurredAt: new Date(nowMs),
  }));
  if (changes.length > 0) await insertChanges(tx, changes);
}

/** The accounts that created API keys, by key ID. Keys that the service or its operator created are left out. */
export async function findKeyCreators(
  tx: Transaction | undefined,
  organisationId: string,
  keyIds: string[],
): Promise<Map<string, string>> {
  const creations = await findKeyCreations(tx, organisationId, keyIds);
  return new Map(creations.flatMap(({ accountId, changedBy }) => (changedBy === null ? [] : [[accountId, changedBy]])));
}

/** Whether the other administrators are notified of a change. */
export function isNotable({ kind, role }: Pick<MadeChange, "kind" | "role">): boolean {
  if (notableKinds.includes(kind)) return true;
  return notableKindsOfDeciders.includes(kind) && role !== undefined && decidingRoles.includes(role);
}

/** Changes of the last seven days that administrators are notified of, changes by others first, at most 20. */
export async function listNotableChanges(organisationId: string, nowMs: number): Promise<CredentialChange[]> {
  const wanted = { kinds: notableKinds, kindsOfRoles: notableKindsOfDeciders, roles: decidingRoles };
  const page = { after: new Date(nowMs - overviewDays * dayMs), take: overviewMax };
  return (await findChangesOfKinds(organisationId, wanted, page)).map(toCredentialChange);
}

/** Changes of accounts in the 30 days before each decision, by decision. */
export async function listChangesBefore<Decision extends { accountId: string; atMs: number }>(
  tx: Transaction | undefined,
  organisationId: string,
  decisions: Decision[],
): Promise<Map<Decision, CredentialChange[]>> {
  if (decisions.length === 0) return new Map();
  const times = decisions.map(({ atMs }) => atMs);
  const period = { after: dependenceStart(Math.min(...times)), until: new Date(Math.max(...times)), take: readMax };
  const ids = [...new Set(decisions.map(({ accountId }) => accountId))];
  const found = await findChangesOf(tx, organisationId, ids, period);
  const listed = decisions.map((decision): [Decision, CredentialChange[]] => {
    const { accountId, atMs } = decision;
    const isBefore = ({ occurredAt }: StoredChange) =>
      occurredAt.getTime() <= atMs && occurredAt.getTime() > dependenceStart(atMs).getTime();
    const own = found.filter((change) => change.accountId === accountId && isBefore(change));
    return [decision, own.slice(0, listedMax).map(toCredentialChange)];
  });
  return new Map(listed);
}

/** Changes of the last 30 days of accounts that can decide on exceptions, changes by others first, at most 50. */
export async function listApproverChanges(
  tx: Transaction | undefined,
  organisationId: string,
  nowMs: number,
): Promise<CredentialChange[]> {
  const page = { after: dependenceStart(nowMs), take: listedMax };
  const holders = { roles: approvingRoles, scope: "shadow_ai:write" as const };
  return (await findChangesOfHolders(tx, organisationId, holders, page)).map(toCredentialChange);
}

/** Earlier changes are ignored. */
export function dependenceStart(nowMs: number): Date {
  return new Date(nowMs - dependenceDays * dayMs);
}

const approvingRoles = roles.filter((role) => rolePermissions[role].includes("exceptions:approve"));

function toCredentialChange({ actorKind, actorId, occurredAt, ...change }: StoredChange): CredentialChange {
  return {
    ...change,
    changedById: actorKind === "system" ? null : actorId,
    occurredAt: occurredAt.toISOString(),
  };
}
