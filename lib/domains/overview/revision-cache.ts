import type { Clock } from "@/lib/platform/core/clock";

interface Entry {
  revision: string;
  /** When the figures were asked for: they may be as old as that. Epoch milliseconds. */
  asOfMs: number;
  figures: Promise<unknown>;
}

/**
 * Figures that are kept for a time, and for as long as what they were made of has not moved. Who asks while they are being
 * made waits for the same ones; those that could not be made are not kept.
 */
export class RevisionCache {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly limits: { ttlMs: number; entriesMax: number }) {}

  get<T>(key: string, { revision, clock }: { revision: string; clock: Clock }, make: () => Promise<T>): Promise<T> {
    const nowMs = clock.now();
    const known = this.entries.get(key);
    if (known?.revision === revision && this.isFresh(known.asOfMs, nowMs)) return known.figures as Promise<T>;
    const figures = make();
    const entry = { revision, asOfMs: nowMs, figures };
    this.entries.delete(key);
    this.entries.set(key, entry);
    figures.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    if (this.entries.size > this.limits.entriesMax) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    return figures;
  }

  /** A clock that was set back makes figures stale, not fresh for longer. */
  private isFresh(asOfMs: number, nowMs: number): boolean {
    const ageMs = nowMs - asOfMs;
    return ageMs >= 0 && ageMs < this.limits.ttlMs;
  }
}
