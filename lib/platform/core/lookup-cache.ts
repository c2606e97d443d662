import type { Clock } from "@/lib/platform/core/clock";
import { singleton } from "@/lib/platform/core/singleton";

interface Load<T> {
  /** The start of the lookup in epoch milliseconds: the result may be as old as that. */
  asOfMs: number;
  result: Promise<T | undefined>;
}

interface Limits {
  /** How long a result is used, in milliseconds. */
  ttlMs: number;
  entriesMax: number;
}

/**
 * Caches lookups for a short time from their start. Concurrent requests for a key share one lookup. Missing results are
 * not cached, a failed lookup fails all its requests, and above `entriesMax`, the oldest results are evicted. A lookup
 * receives the previous result, if it is still cached.
 */
export class LookupCache<T> {
  private readonly entries = new Map<string, { asOfMs: number; value: T }>();
  private readonly loads = new Map<string, Load<T>>();

  constructor(
    private readonly lookUp: (key: string, previous: T | undefined) => Promise<T | undefined>,
    private readonly limits: Limits,
  ) {}

  async get(key: string, clock: Clock): Promise<T | undefined> {
    const nowMs = clock.now();
    const entry = this.entries.get(key);
    if (entry && this.isFresh(entry.asOfMs, nowMs)) return entry.value;
    const running = this.loads.get(key);
    if (running && this.isFresh(running.asOfMs, nowMs)) return running.result;
    return this.load(key, nowMs, entry?.value);
  }

  /** Evicts a result, and drops a lookup in progress, which may have read the state before the change. */
  drop(key: string): void {
    this.entries.delete(key);
    this.loads.delete(key);
  }

  get size(): number {
    return this.entries.size;
  }

  private load(key: string, asOfMs: number, previous: T | undefined): Promise<T | undefined> {
    const load: Load<T> = { asOfMs, result: this.lookUp(key, previous) };
    this.loads.set(key, load);
    load.result.then(
      (value) => this.finish(key, load, value),
      () => this.finish(key, load, undefined),
    );
    return load.result;
  }

  private finish(key: string, load: Load<T>, value: T | undefined): void {
    if (this.loads.get(key) !== load) return;
    this.loads.delete(key);
    this.entries.delete(key);
    if (value === undefined) return;
    this.entries.set(key, { asOfMs: load.asOfMs, value });
    if (this.entries.size <= this.limits.entriesMax) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  /** If the clock was set back, a result is stale. */
  private isFresh(asOfMs: number, nowMs: number): boolean {
    const ageMs = nowMs - asOfMs;
    return ageMs >= 0 && ageMs < this.limits.ttlMs;
  }
}

/** A cache of sessions by id. */
interface KeepsSessions {
  drop(sessionId: string): void;
}

/** The caches that {@link forgetSessions} clears. */
function caches(): Set<KeepsSessions> {
  return singleton("session-caches", () => new Set<KeepsSessions>());
}

/** Registers a cache for `forgetSessions`. */
export function registerSessionCache(cache: KeepsSessions): void {
  caches().add(cache);
}

/**
 * Evicts sessions from the caches of this process. Call it after the commit that revoked them or changed the member's role,
 * name or access: before the commit, the old state could be read and cached again for 4 s.
 */
export function forgetSessions(sessionIds: string[]): void {
  for (const cache of caches()) for (const id of sessionIds) cache.drop(id);
}
