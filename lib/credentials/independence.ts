import { dependenceStart } from "@/lib/credentials/credential-changes";
import { findDependences, type StoredChange } from "@/lib/credentials/store";
import { dependenceDays, describeChange } from "@/lib/credentials/vocabulary";
import type { Transaction } from "@/lib/db";

/** Those who have control of an account, each with the changes that lead from the account to them. */
type Controllers = Map<string, StoredChange[]>;

/**
 * Who could act as an account: who invited it, changed its role or reset its credentials in the last 30 days, who created
 * it where it is an API key, and in turn who could act as those.
 */
export async function findControllers(
  tx: Transaction,
  organisationId: string,
  accountId: string,
  nowMs: number,
): Promise<Controllers> {
  const controllers: Controllers = new Map();
  let reached = new Map<string, StoredChange[]>([[accountId, []]]);
  while (reached.size > 0) {
    const changes = await findDependences(tx, organisationId, [...reached.keys()], dependenceStart(nowMs));
    const next: Controllers = new Map();
    for (const change of changes) {
      if (change.actorId === accountId || controllers.has(change.actorId) || next.has(change.actorId)) continue;
      next.set(change.actorId, [...(reached.get(change.accountId) ?? []), change]);
    }
    for (const [id, path] of next) controllers.set(id, path);
    reached = next;
  }
  return controllers;
}

/**
 * Why two accounts do not make four eyes: the changes by which one of them, or a third one, has control of both. Undefined
 * where they are independent.
 */
export async function findSharedControl(
  tx: Transaction,
  organisationId: string,
  [one, other]: [string, string],
  nowMs: number,
): Promise<string | undefined> {
  const ofOne = await findControllers(tx, organisationId, one, nowMs);
  const ofOther = await findControllers(tx, organisationId, other, nowMs);
  ofOne.set(one, []);
  ofOther.set(other, []);
  const paths = [...ofOne].flatMap(([id, path]) => {
    const otherPath = ofOther.get(id);
    return otherPath ? [[...path, ...otherPath]] : [];
  });
  const [shortest] = paths.sort((a, b) => a.length - b.length);
  return shortest && describeDependence(shortest);
}

/** `ben@example.com: added as approver by ada@example.com on 2026-11-21. Such changes count for 30 days.` */
export function describeDependence(changes: StoredChange[]): string {
  const sentences = changes.map(
    (change) => `${change.account}: ${describeChange(change)} on ${change.occurredAt.toISOString().slice(0, 10)}`,
  );
  return `${sentences.join("; ")}. Such changes count for ${dependenceDays} days.`;
}
