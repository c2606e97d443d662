import type { Clock } from "@/lib/clock";
import type { OrganisationContext } from "@/lib/context";
import { env } from "@/lib/env";
import { addressBucket } from "@/lib/rate-limits/address";
import { type Counter, keptSeconds } from "@/lib/rate-limits/counter";
import { openFailoverCounter } from "@/lib/rate-limits/failover-counter";
import { openMemoryCounter } from "@/lib/rate-limits/memory-counter";
import { anonymousLimit, limitFor, type RateClass } from "@/lib/rate-limits/policy";
import { singleton } from "@/lib/singleton";

/** How a bucket stands after a request: what `X-RateLimit-Limit`, `-Remaining` and `-Reset` say. */
export interface RateState {
  allowed: boolean;
  /** Units a minute. */
  limit: number;
  /** Units left in this window, never negative. */
  remaining: number;
  /** The Unix second at which this window ends: the end of the minute. */
  resetSeconds: number;
}

export const windowSeconds = 60;

/**
 * Takes units from the organisation's bucket of a class, in the window of the current minute (specification, "Limits").
 * Of a limit N exactly N units pass in a window; a request for more than are left is refused and takes none. Never
 * refuses because counting failed (see `openFailoverCounter`). Throws a RangeError when `units` is not 1 or more.
 */
export async function consumeFor(
  organisation: OrganisationContext,
  rateClass: RateClass,
  units: number,
  clock: Clock,
): Promise<RateState> {
  if (!Number.isSafeInteger(units) || units < 1) throw new RangeError(`${units} is not a number of units`);
  const limit = limitFor(organisation, rateClass);
  return consume(`${organisation.id}:${rateClass}`, units, limit, currentMinute(clock));
}

/**
 * Takes one failed authentication from the bucket of an address: 60 a minute. Addresses of one IPv6 /64 share a bucket,
 * and so do some of those beyond the first 10,000 in a minute.
 */
export async function consumeAnonymous(address: string, clock: Clock): Promise<RateState> {
  const minute = currentMinute(clock);
  return consume(`anonymous:${addressBucket(address, minute)}`, 1, anonymousLimit, minute);
}

/** How often something may be tried: `limit` times in each window of so many seconds. */
export interface AttemptLimit {
  /** What is counted together: `sign-in:address:192.0.2.1`. */
  bucket: string;
  limit: number;
  windowSeconds: number;
}

/**
 * Takes one attempt from a bucket, in the window that the time falls into; false where none is left, and then none is
 * taken. Of a limit N exactly N pass in a window, however many try at once. Where only failures are to count, take an
 * attempt before and give it back (`returnAttempt`) on success.
 */
export async function consumeAttempt(attempts: AttemptLimit, clock: Clock): Promise<boolean> {
  const { limit, windowSeconds } = attempts;
  return (await counter().take(attemptKey(attempts, clock), 1, limit, windowSeconds + attemptSlackSeconds)).allowed;
}

/** Gives an attempt back, in the window that the time falls into. */
export async function returnAttempt(attempts: AttemptLimit, clock: Clock): Promise<void> {
  await counter().giveBack(attemptKey(attempts, clock));
}

/** Room for clocks that differ, as `keptSeconds` has. */
const attemptSlackSeconds = keptSeconds - windowSeconds;

function attemptKey({ bucket, windowSeconds: seconds }: AttemptLimit, clock: Clock): string {
  return `attempts:${bucket}:${Math.floor(clock.now() / (seconds * 1000))}`;
}

async function consume(bucket: string, units: number, limit: number, minute: number): Promise<RateState> {
  const { allowed, used } = await counter().take(`${bucket}:${minute}`, units, limit);
  return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: (minute + 1) * windowSeconds };
}

/** The process's counter: shared with other instances where there is a Redis, else its own. */
export function counter(): Counter {
  return singleton("rate-limit-counter", () => {
    const redisUrl = env().REDIS_URL;
    return redisUrl === undefined ? openMemoryCounter() : openFailoverCounter(redisUrl);
  });
}

export function currentMinute(clock: Clock): number {
  return Math.floor(clock.now() / (windowSeconds * 1000));
}
