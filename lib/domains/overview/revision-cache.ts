import type { Clock } from "@/lib/platform/core/clock";

interface Entry {
  revision: string;
  /** The time of the request in epoch milliseconds. */
  asOfMs: number;
  value: Promise<unknown>;
}

/**
 * A cache whose entries expire after a time or when the revision of their source changes. Concurrent requests share one
 * computation. Failures are not cached.
 */
export class RevisionCache {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly limits: { ttlMs: number; entriesMax: number }) {}

  get<T>(key: string, { revision, clock }: { revision: string; clock: Clock }, compute: () => Promise<T>): Promise<T> {
    const nowMs = clock.now();
    const known = this.entries.get(key);
    if (known?.revision === revision && this.isFresh(known.asOfMs, nowMs)) return known.value as Promise<T>;
    const value = compute();
    const entry = { revision, asOfMs: nowMs, value };
    this.entries.delete(key);
    this.entries.set(key, entry);
    value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    if (this.entries.size > this.limits.entriesMax) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    return value;
  }

  /** If the clock is set back, entries expire. */
  private isFresh(asOfMs: number, nowMs: number): boolean {
    const ageMs = nowMs - asOfMs;
    return ageMs >= 0 && ageMs < this.limits.ttlMs;
  }
}
