import {
  deleteFollower,
  findEventsBehind,
  findOrganisationsBehind,
  insertFollower,
  lockFollower,
  moveFollower,
} from "@/lib/audit-chain/followers-store";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { toEvent } from "@/lib/audit-chain/to-event";
import type { Transaction } from "@/lib/db";
import { enqueue, type OutboxEntry } from "@/lib/jobs/outbox-store";

/**
 * A follower reads an organisation's chain behind its writers and remembers how far: the chain is its outbox, so that it
 * misses nothing and costs an append one job for a whole commit. From now on appends tell that the chain has grown.
 * Following twice changes nothing.
 */
export async function followChain(tx: Transaction, organisationId: string, name: string): Promise<void> {
  await insertFollower(tx, organisationId, name);
}

/** Ends what {@link followChain} began; the follower's place is forgotten. */
export async function unfollowChain(tx: Transaction, organisationId: string, name: string): Promise<void> {
  await deleteFollower(tx, organisationId, name);
}

/**
 * The next events that a follower has not dealt with, in the chain's order, at most `limit` and about 8 MiB; none where
 * there is no such follower. Others that read for it wait until this transaction ends.
 */
export async function readBehind(
  tx: Transaction,
  organisationId: string,
  name: string,
  limit: number,
): Promise<{ events: AuditEvent[]; hasMore: boolean }> {
  const follower = await lockFollower(tx, organisationId, name);
  if (!follower) return { events: [], hasMore: false };
  const { events, hasMore } = await findEventsBehind(tx, organisationId, follower.position, limit);
  return { events: events.map(toEvent), hasMore };
}

/** Notes that a follower has dealt with everything up to a position. It never goes back. */
export async function advanceFollower(
  tx: Transaction,
  organisationId: string,
  name: string,
  position: number,
): Promise<void> {
  await moveFollower(tx, organisationId, name, position);
}

/** Organisations with a follower that has not come to the end of its chain, at most `limit`. */
export async function listBehind(limit: number): Promise<string[]> {
  return findOrganisationsBehind(limit);
}

/** Tells the followers of a chain, after the transaction's commit, that there is something to read. */
export async function announceGrowth(tx: Transaction, organisationId: string): Promise<void> {
  await enqueue(tx, ...chainGrown(organisationId));
}

/** What an append puts into the outbox; what waits there already says the same. */
export function chainGrown(organisationId: string): OutboxEntry {
  return [[{ name: "audit/chain.grown", data: { organisationId } }], { key: `audit/chain.grown ${organisationId}` }];
}
