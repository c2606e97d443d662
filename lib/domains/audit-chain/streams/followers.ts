import { toEvent } from "@/lib/domains/audit-chain/read/events";
import { type EventOutline, findOutlines } from "@/lib/domains/audit-chain/read/outline-store";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { type Statement, sqlInTransaction } from "@/lib/domains/audit-chain/store";
import {
  type Follower,
  findFollowers,
  insertFollower,
  insertNotification,
  lockFollower,
} from "@/lib/domains/audit-chain/streams/followers-store";
import { findMatches } from "@/lib/domains/audit-chain/streams/stream-store";
import type { Transaction } from "@/lib/platform/database/db";
import { enqueue, enqueueStatement, type OutboxEntry } from "@/lib/platform/jobs/outbox-store";

/**
 * Adds a follower, which reads the chain from its stored position: the chain is its outbox, and a whole commit costs one
 * job. A follower that `gathers` is notified once until it calls `clearNotification`. Following again only notifies it.
 */
export async function followChain(
  tx: Transaction,
  organisationId: string,
  name: string,
  { gathers = false }: { gathers?: boolean } = {},
): Promise<void> {
  await insertFollower(tx, organisationId, name, gathers);
  // Without a key, which could deadlock: a writer with the chain's lock would wait for this transaction.
  if (gathers) await enqueue(tx, [{ name: "audit/chain.watched", data: { organisationId } }]);
}

/**
 * The next events for a follower, at most `limit` and a few megabytes; none if there is no such follower. Locks the
 * follower until the transaction ends.
 */
export async function readNextEvents(
  tx: Transaction,
  organisationId: string,
  name: string,
  limit: number,
): Promise<{ events: AuditEvent[]; hasMore: boolean }> {
  const follower = await lockFollower(tx, organisationId, name);
  if (!follower) return { events: [], hasMore: false };
  const section = { after: follower.position, upTo: Number.MAX_SAFE_INTEGER };
  const { events, isWhole } = await findMatches(organisationId, section, {}, limit, sqlInTransaction(tx));
  return { events: events.map(toEvent), hasMore: !isWhole };
}

/** Like {@link readNextEvents}, but unverified outlines without content. */
export async function readNextOutlines(
  tx: Transaction,
  organisationId: string,
  name: string,
  limit: number,
): Promise<{ outlines: EventOutline[]; hasMore: boolean }> {
  const follower = await lockFollower(tx, organisationId, name);
  if (!follower) return { outlines: [], hasMore: false };
  const found = await findOutlines(tx, organisationId, { after: follower.position, limit: limit + 1 });
  return { outlines: found.slice(0, limit), hasMore: found.length > limit };
}

/** Notifies the followers of a chain after the transaction's commit. */
export async function notifyFollowers(tx: Transaction, organisationId: string): Promise<void> {
  const followers = await findFollowers(tx, organisationId);
  if (followers.some(({ gathers }) => !gathers)) await enqueue(tx, ...chainGrown(organisationId));
  for (const { name } of followers.filter(({ gathers }) => gathers)) {
    await tx.$queryRawUnsafe(insertNotification.text, organisationId, name);
    await enqueue(tx, ...chainWatched(organisationId));
  }
}

/** The statements by which an append notifies followers with its own commit. */
export function notificationStatements(organisationId: string, followers: Follower[]): Statement[] {
  const unnotified = followers.filter(({ gathers, isNotified }) => gathers && !isNotified);
  return [
    ...(followers.some(({ gathers }) => !gathers) ? [enqueueStatement(...chainGrown(organisationId))] : []),
    ...unnotified.flatMap(({ name }) => [
      { ...insertNotification, values: [organisationId, name] },
      enqueueStatement(...chainWatched(organisationId)),
    ]),
  ];
}

/** The key deduplicates entries in the outbox. */
function chainGrown(organisationId: string): OutboxEntry {
  return [[{ name: "audit/chain.grown", data: { organisationId } }], { key: `audit/chain.grown ${organisationId}` }];
}

function chainWatched(organisationId: string): OutboxEntry {
  return [
    [{ name: "audit/chain.watched", data: { organisationId } }],
    { key: `audit/chain.watched ${organisationId}` },
  ];
}
