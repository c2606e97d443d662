import type { Clock } from "@/lib/platform/core/clock";
import { singleton } from "@/lib/platform/core/singleton";

interface Load<T> {
  /** When the look-up began: what it finds may be as old as that. Epoch milliseconds. */
  asOfMs: number;
  result: Promise<T | undefined>;
}

interface Limits {
  /** Milliseconds after which a look-up's result is no longer used. */
  ttlMs: number;
  entriesMax: number;
}

/**
 * Results of look-ups, kept for a short time that counts from a look-up's beginning. Concurrent requests for one key
 * share one look-up. What is not found is not kept, a look-up that fails fails every request that waits for it, and past
 * `entriesMax` the oldest results are forgotten. The look-up is handed the previous result, where there still is one.
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

  /** Forgets a result, and one that is on its way, which may have been read before the change that calls for this. */
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

  /** A clock that was set back makes a result stale, not fresh for longer. */
  private isFresh(asOfMs: number, nowMs: number): boolean {
    const ageMs = nowMs - asOfMs;
    return ageMs >= 0 && ageMs < this.limits.ttlMs;
  }
}

/** What keeps the results of looking up sessions by their ids. */
interface KeepsSessions {
  drop(sessionId: string): void;
}

/** The caches of this process, which {@link forgetSessions} reaches. */
function caches(): Set<KeepsSessions> {
  return singleton("session-caches", () => new Set<KeepsSessions>());
}

/** From now on `forgetSessions` reaches this cache too. */
export function registerSessionCache(cache: KeepsSessions): void {
  caches().add(cache);
}

/**
 * Makes this process ask the database about sessions at their next use: after the commit that revoked them, or that changed
 * their member's role, name or access. Called before the commit, the old state could be read once more and kept for 4 s.
 */
export function forgetSessions(sessionIds: string[]): void {
  for (const cache of caches()) for (const id of sessionIds) cache.drop(id);
}
