import { toEvent } from "@/lib/domains/audit-chain/read/events";
import { type EventOutline, findOutlines } from "@/lib/domains/audit-chain/read/outline-store";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { Statement } from "@/lib/domains/audit-chain/store";
import {
  type Follower,
  findEventsBehind,
  findFollowers,
  insertFollower,
  insertNews,
  lockFollower,
} from "@/lib/domains/audit-chain/streams/followers-store";
import type { Transaction } from "@/lib/platform/database/db";
import { enqueue, enqueueStatement, type OutboxEntry } from "@/lib/platform/jobs/outbox-store";

/**
 * A follower reads a chain after its writers and remembers its position: the chain is its outbox, and a whole commit
 * costs one job. A follower that `gathers` is notified once until it calls `takeNews`. Following twice only wakes a
 * gatherer, whose earlier notification may still be pending.
 */
export async function followChain(
  tx: Transaction,
  organisationId: string,
  name: string,
  { gathers = false }: { gathers?: boolean } = {},
): Promise<void> {
  await insertFollower(tx, organisationId, name, gathers);
  // Without a key: who appends under the chain's lock would wait for this transaction, which may be waiting for that lock.
  if (gathers) await enqueue(tx, [{ name: "audit/chain.watched", data: { organisationId } }]);
}

/**
 * The next events for a follower, at most `limit` and about 8 MiB; none if there is no such follower. Locks the
 * follower until the transaction ends.
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

/** Like {@link readBehind}, but outlines without content, of which nothing is recomputed. */
export async function readOutlinesBehind(
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

/** Tells the followers of a chain, after the transaction's commit, that there is something to read. */
export async function announceGrowth(tx: Transaction, organisationId: string): Promise<void> {
  const followers = await findFollowers(tx, organisationId);
  if (followers.some(({ gathers }) => !gathers)) await enqueue(tx, ...chainGrown(organisationId));
  for (const { name } of followers.filter(({ gathers }) => gathers)) {
    await tx.$queryRawUnsafe(insertNews.text, organisationId, name);
    await enqueue(tx, ...chainWatched(organisationId));
  }
}

/** What an append to a chain with these followers tells, with its own commit. */
export function growthNews(organisationId: string, followers: Follower[]): Statement[] {
  const untold = followers.filter(({ gathers, isTold }) => gathers && !isTold);
  return [
    ...(followers.some(({ gathers }) => !gathers) ? [enqueueStatement(...chainGrown(organisationId))] : []),
    ...untold.flatMap(({ name }) => [
      { ...insertNews, values: [organisationId, name] },
      enqueueStatement(...chainWatched(organisationId)),
    ]),
  ];
}

/** What waits in the outbox already says the same. */
function chainGrown(organisationId: string): OutboxEntry {
  return [[{ name: "audit/chain.grown", data: { organisationId } }], { key: `audit/chain.grown ${organisationId}` }];
}

function chainWatched(organisationId: string): OutboxEntry {
  return [
    [{ name: "audit/chain.watched", data: { organisationId } }],
    { key: `audit/chain.watched ${organisationId}` },
  ];
}
