import { dependenceStart } from "@/lib/domains/credentials/credential-changes";
import { dependenceDays, describeChange } from "@/lib/domains/credentials/enums";
import { findDependences, type StoredChange } from "@/lib/domains/credentials/store";
import type { Actor } from "@/lib/platform/core/context";
import type { Transaction } from "@/lib/platform/database/db";

/** The accounts that control an account, each with the changes that establish it. */
type Controllers = Map<string, StoredChange[]>;

interface Account {
  id: string;
  kind: Actor["kind"];
  isAdministrator?: boolean;
}

/**
 * The members and keys that could act as an account: members who invited it, changed its role or reset its credentials
 * in the last 30 days, the creator if it is an API key, and, recursively, accounts that could act as them.
 */
export async function findControllers(
  tx: Transaction,
  organisationId: string,
  accountId: string,
  nowMs: number,
): Promise<Controllers> {
  return (await findControl(tx, organisationId, accountId, nowMs)).controllers;
}

/** Controllers, and the API keys among them (or the account itself) that a member created. */
async function findControl(tx: Transaction, organisationId: string, accountId: string, nowMs: number) {
  const controllers: Controllers = new Map();
  const keysOfMembers = new Set<string>();
  let reached = new Map<string, StoredChange[]>([[accountId, []]]);
  while (reached.size > 0) {
    const changes = await findDependences(tx, organisationId, [...reached.keys()], dependenceStart(nowMs));
    const next: Controllers = new Map();
    for (const change of changes) {
      if (change.kind === "API_KEY_CREATED") keysOfMembers.add(change.accountId);
      if (change.actorId === accountId || controllers.has(change.actorId) || next.has(change.actorId)) continue;
      next.set(change.actorId, [...(reached.get(change.accountId) ?? []), change]);
    }
    for (const [id, path] of next) controllers.set(id, path);
    reached = next;
  }
  return { controllers, keysOfMembers };
}

/**
 * Why two accounts are not independent: the changes by which one of them, or a third account, controls both. The holder
 * of an API key that no member created is unknown and may be any administrator. Undefined if they are independent.
 */
export async function findSharedControl(
  tx: Transaction,
  organisationId: string,
  [one, other]: [Account, Account],
  nowMs: number,
): Promise<string | undefined> {
  const ofOne = await findControl(tx, organisationId, one.id, nowMs);
  const ofOther = await findControl(tx, organisationId, other.id, nowMs);
  const paths = [...withSelf(one, ofOne)].flatMap(([id, path]) => {
    const otherPath = withSelf(other, ofOther).get(id);
    return otherPath ? [[...path, ...otherPath]] : [];
  });
  const [shortest] = paths.sort((a, b) => a.length - b.length);
  if (shortest) return describeDependence(shortest);
  const unknown =
    findUnknownHolder([one, ofOne], [other, ofOther]) ?? findUnknownHolder([other, ofOther], [one, ofOne]);
  return unknown && `${describeDependence(unknown)} No member created the API key, so its holder is unknown.`;
}

type Control = Awaited<ReturnType<typeof findControl>>;

function withSelf({ id }: Account, { controllers }: Control): Controllers {
  return new Map([...controllers, [id, []]]);
}

/**
 * The changes by which an API key with an unknown holder controls one account, if an administrator controls the other.
 */
function findUnknownHolder(
  [one, ofOne]: [Account, Control],
  [other, ofOther]: [Account, Control],
): StoredChange[] | undefined {
  const { controllers, keysOfMembers } = ofOne;
  const isUnknown = (id: string, kind: string | undefined) => kind === "api-key" && !keysOfMembers.has(id);
  const byKey = isUnknown(one.id, one.kind)
    ? []
    : [...controllers].find(([id, path]) => isUnknown(id, path.at(-1)?.actorKind))?.[1];
  const [byAdministrator = other.isAdministrator ? [] : undefined] = ofOther.controllers.values();
  return byKey && byAdministrator && [...byKey, ...byAdministrator];
}

/** `ben@example.com: added as approver by ada@example.com on 2026-11-21. Such changes are considered for 30 days.` */
export function describeDependence(changes: StoredChange[]): string {
  const sentences = changes.map(
    (change) => `${change.account}: ${describeChange(change)} on ${change.occurredAt.toISOString().slice(0, 10)}`,
  );
  return `${sentences.join("; ")}. Such changes are considered for ${dependenceDays} days.`;
}
