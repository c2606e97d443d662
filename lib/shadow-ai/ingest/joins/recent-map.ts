/**
 * A map that keeps at least half of `entriesMax` entries, the newest, and at most all of them: forgetting goes by halves,
 * because a `Map` that loses its first entry again and again has to step over all that were lost before.
 */
export class RecentMap<Value> {
  private newer = new Map<string, Value>();
  private older = new Map<string, Value>();

  constructor(
    private readonly entriesMax: number,
    private readonly forget: (value: Value) => void = () => {},
  ) {}

  get(key: string): Value | undefined {
    return this.newer.get(key) ?? (this.older.size > 0 ? this.older.get(key) : undefined);
  }

  set(key: string, value: Value): void {
    if (this.older.size > 0) this.older.delete(key);
    if (this.newer.size >= Math.max(1, this.entriesMax / 2)) {
      for (const forgotten of this.older.values()) this.forget(forgotten);
      this.older = this.newer;
      this.newer = new Map();
    }
    this.newer.set(key, value);
  }

  /** Takes an entry out, without forgetting it. */
  take(key: string): Value | undefined {
    const value = this.get(key);
    if (value !== undefined && !this.newer.delete(key)) this.older.delete(key);
    return value;
  }

  /** Forgets everything, the oldest first. */
  clear(): void {
    for (const entries of [this.older, this.newer]) {
      for (const forgotten of entries.values()) this.forget(forgotten);
      entries.clear();
    }
  }
}
