import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import type { OrganisationContext } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { singleton } from "@/lib/platform/core/singleton";
import type { Tier } from "@/lib/platform/core/tiers";
import { addressBucket } from "@/lib/platform/rate-limits/address";
import { type Counter, keptSeconds, openMemoryCounter } from "@/lib/platform/rate-limits/counters";
import { openFailoverCounter } from "@/lib/platform/rate-limits/redis-counter";

/** The state of a bucket after a request, for the `X-RateLimit-*` headers. */
export interface RateState {
  allowed: boolean;
  /** Units per minute. */
  limit: number;
  /** Units left in this window, never negative. */
  remaining: number;
  /** The Unix time, in seconds, at which the minute ends. */
  resetSeconds: number;
}

const windowSeconds = 60;

/**
 * Takes units from an organisation's bucket in the current minute (specification, "Limits"). Exactly the limit is
 * granted; a request for more units than are left takes none. Counting failures never reject a request (see
 * `openFailoverCounter`). Throws a RangeError if `units` is less than 1.
 */
export async function consumeFor(
  organisation: OrganisationContext,
  rateClass: RateClass,
  units: number,
  clock: Clock,
): Promise<RateState> {
  if (!Number.isSafeInteger(units) || units < 1) throw new RangeError(`${units} is not a valid number of units`);
  const limit = limitFor(organisation, rateClass);
  return consume(`${organisation.id}:${rateClass}`, units, limit, currentMinute(clock));
}

/** The error of a request that was not allowed. `sentence` has no full stop. */
export function rateLimited({ resetSeconds }: RateState, clock: Clock, sentence: string): ServiceError {
  const seconds = Math.max(1, Math.ceil(resetSeconds - clock.now() / 1000));
  return new ServiceError("rate_limited", `${sentence}. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
}

/**
 * Counts a failed authentication of an address: 60 a minute. Addresses of an IPv6 /64 share a bucket, as do some of
 * those beyond the first 10,000 in a minute.
 */
export async function consumeAnonymous(address: string, clock: Clock): Promise<RateState> {
  const minute = currentMinute(clock);
  return consume(`anonymous:${addressBucket(address, minute)}`, 1, anonymousLimit, minute);
}

/** Counts a request of the operator: 60 a minute. */
export async function consumeOperator(clock: Clock): Promise<RateState> {
  return consume("operator", 1, operatorLimit, currentMinute(clock));
}

/** `limit` attempts in each window of `windowSeconds`. */
export interface AttemptLimit {
  /** For example, `sign-in:address:192.0.2.1`. */
  bucket: string;
  limit: number;
  windowSeconds: number;
}

/**
 * Takes an attempt from a bucket in the current window; false if none is left. Exactly `limit` attempts succeed,
 * however many are concurrent. To count only failures, return the attempt on success (`returnAttempt`).
 */
export async function consumeAttempt(attempts: AttemptLimit, clock: Clock): Promise<boolean> {
  const { limit, windowSeconds } = attempts;
  return (await counter().take(attemptKey(attempts, clock), 1, limit, windowSeconds + attemptSlackSeconds)).allowed;
}

/** Returns an attempt to the current window. */
export async function returnAttempt(attempts: AttemptLimit, clock: Clock): Promise<void> {
  await counter().giveBack(attemptKey(attempts, clock));
}

/** Tolerance for clock differences, as in `keptSeconds`. */
const attemptSlackSeconds = keptSeconds - windowSeconds;

function attemptKey({ bucket, windowSeconds: seconds }: AttemptLimit, clock: Clock): string {
  return `attempts:${bucket}:${Math.floor(clock.now() / (seconds * 1000))}`;
}

async function consume(bucket: string, units: number, limit: number, minute: number): Promise<RateState> {
  const { allowed, used } = await counter().take(`${bucket}:${minute}`, units, limit);
  return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: (minute + 1) * windowSeconds };
}

/** Shared through Redis if configured, otherwise of this process. */
function counter(): Counter {
  return singleton("rate-limit-counter", () => {
    const redisUrl = env().REDIS_URL;
    return redisUrl === undefined ? openMemoryCounter() : openFailoverCounter(redisUrl);
  });
}

/** Writes once to Redis. Rejects if Redis is unavailable. False if none is configured. */
export async function probeRedis(): Promise<boolean> {
  const { probe } = counter();
  await probe?.();
  return probe !== undefined;
}

function currentMinute(clock: Clock): number {
  return Math.floor(clock.now() / (windowSeconds * 1000));
}

type Figures = Record<Tier, number>;

/** Requests per minute (specification, "Limits"; both published limits for reading audit events apply). */
const figures = {
  auditList: { STARTER: 100, PROFESSIONAL: 500, ENTERPRISE: 20_000, FOUNDING_PARTNER: 20_000 },
  reads: { STARTER: 200, PROFESSIONAL: 2_000, ENTERPRISE: 20_000, FOUNDING_PARTNER: 20_000 },
  writes: { STARTER: 100, PROFESSIONAL: 1_000, ENTERPRISE: 10_000, FOUNDING_PARTNER: 10_000 },
  evidence: { STARTER: 20, PROFESSIONAL: 200, ENTERPRISE: 2_000, FOUNDING_PARTNER: 2_000 },
  reports: { STARTER: 10, PROFESSIONAL: 50, ENTERPRISE: 500, FOUNDING_PARTNER: 500 },
} as const satisfies Record<string, Figures>;

/**
 * The buckets of an organisation. Classes that the specification does not list have the limits of `GET /audit/*` and
 * `POST /audit`, in their own buckets.
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
  "evidence-documents.write": figures.writes,
  "control-assignments.write": figures.writes,
  "reports.read": figures.reads,
  "reports.write": figures.reports,
  "activity.read": figures.reads,
  "mcp.call": figures.reads,
  "other.read": figures.reads,
  "other.write": figures.writes,
} as const satisfies Record<string, Figures>;

export type RateClass = keyof typeof rateClasses;

/** Failed authentications per minute and address before a 429 response. */
export const anonymousLimit = 60;

const operatorLimit = 60;

/** The organisation's own limit, or its tier's. */
export function limitFor(organisation: OrganisationContext, rateClass: RateClass): number {
  return organisation.rateLimitOverrides[rateClass] ?? rateClasses[rateClass][organisation.tier];
}

/** The usage of a bucket in the current minute. */
interface ClassUsage {
  endpointClass: RateClass;
  /** Units per minute. */
  limit: number;
  /** Units used in the current minute. */
  used: number;
  /** The Unix time, in seconds, at which the minute ends. */
  resetSeconds: number;
}

/** The usage of all buckets, read by taking zero units. */
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
