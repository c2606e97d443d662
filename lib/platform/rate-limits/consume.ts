import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import type { OrganisationContext } from "@/lib/platform/core/context";
import { singleton } from "@/lib/platform/core/singleton";
import type { Tier } from "@/lib/platform/core/tiers";
import { addressBucket } from "@/lib/platform/rate-limits/address";
import { type Counter, keptSeconds, openMemoryCounter } from "@/lib/platform/rate-limits/counters";
import { openFailoverCounter } from "@/lib/platform/rate-limits/redis-counter";

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

const windowSeconds = 60;

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
function counter(): Counter {
  return singleton("rate-limit-counter", () => {
    const redisUrl = env().REDIS_URL;
    return redisUrl === undefined ? openMemoryCounter() : openFailoverCounter(redisUrl);
  });
}

function currentMinute(clock: Clock): number {
  return Math.floor(clock.now() / (windowSeconds * 1000));
}

type Figures = Record<Tier, number>;

/** Requests a minute (specification, "Limits"; the two published figures for reading audit events both hold). */
const figures = {
  auditList: { STARTER: 100, PROFESSIONAL: 500, ENTERPRISE: 20_000, FOUNDING_PARTNER: 20_000 },
  reads: { STARTER: 200, PROFESSIONAL: 2_000, ENTERPRISE: 20_000, FOUNDING_PARTNER: 20_000 },
  writes: { STARTER: 100, PROFESSIONAL: 1_000, ENTERPRISE: 10_000, FOUNDING_PARTNER: 10_000 },
  evidence: { STARTER: 20, PROFESSIONAL: 200, ENTERPRISE: 2_000, FOUNDING_PARTNER: 2_000 },
  reports: { STARTER: 10, PROFESSIONAL: 50, ENTERPRISE: 500, FOUNDING_PARTNER: 500 },
} as const satisfies Record<string, Figures>;

/**
 * The buckets. An organisation has one of each a minute. What the specification's table does not name reads as
 * `GET /audit/*` and writes as `POST /audit`, in a bucket of its own.
 */
export const rateClasses = {
  "audit.list": figures.auditList,
  "audit.read": figures.reads,
  "audit.write": figures.writes,
  "audit.verify": figures.reads,
  "models.read": figures.reads,
  "models.write": figures.writes,
  "shadow-ai.read": figures.reads,
  "shadow-ai.write": figures.writes,
  "sensors.write": figures.writes,
  "webhooks.read": figures.reads,
  "webhooks.write": figures.writes,
  "integrations.read": figures.reads,
  "integrations.write": figures.writes,
  "integrations.receive": figures.writes,
  "alert-policies.read": figures.reads,
  "alert-policies.write": figures.writes,
  "erasures.write": figures.writes,
  "legal-holds.read": figures.reads,
  "legal-holds.write": figures.writes,
  "api-keys.read": figures.reads,
  "api-keys.write": figures.writes,
  "evidence.read": figures.reads,
  "evidence.write": figures.evidence,
  "reports.read": figures.reads,
  "reports.write": figures.reports,
  "activity.read": figures.reads,
  "other.read": figures.reads,
  "other.write": figures.writes,
} as const satisfies Record<string, Figures>;

export type RateClass = keyof typeof rateClasses;

/** Failed authentications an address may make a minute before it is answered 429. */
export const anonymousLimit = 60;

/** Units a minute that the organisation has in a bucket: its own figure where it has one, else its tier's. */
export function limitFor(organisation: OrganisationContext, rateClass: RateClass): number {
  return organisation.rateLimitOverrides[rateClass] ?? rateClasses[rateClass][organisation.tier];
}

/** How much of a bucket is used in the window of the current minute. */
interface ClassUsage {
  endpointClass: RateClass;
  /** Units a minute. */
  limit: number;
  /** Units taken in this window so far. */
  used: number;
  /** The Unix second at which this window ends. */
  resetSeconds: number;
}

/**
 * How much the organisation has used of each of its buckets, as the one counter knows that `consumeFor` counts with. To ask
 * takes no unit: it asks for none.
 */
export async function readUsage(organisation: OrganisationContext, clock: Clock): Promise<ClassUsage[]> {
  const minute = currentMinute(clock);
  const resetSeconds = (minute + 1) * windowSeconds;
  const usageOf = async (endpointClass: RateClass): Promise<ClassUsage> => {
    const limit = limitFor(organisation, endpointClass);
    const { used } = await counter().take(`${organisation.id}:${endpointClass}:${minute}`, 0, limit);
    return { endpointClass, limit, used, resetSeconds };
  };
  return Promise.all((Object.keys(rateClasses) as RateClass[]).map(usageOf));
}
