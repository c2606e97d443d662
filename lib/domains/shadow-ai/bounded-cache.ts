import { detached } from "@/lib/domains/shadow-ai/ingest/text/field-text";

/**
 * Caches results by text up to a number of entries, then starts empty, so that hostile input costs time but no memory.
 * Longer texts are computed each time.
 */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();

  constructor(
    private readonly entriesMax = 20_000,
    private readonly lengthMax = 512,
  ) {}

  /** Returns the cached value, or computes it. `compute` must not return undefined. */
  get(key: string, compute: (key: string) => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    if (key.length > this.lengthMax) return compute(key);
    // A substring keeps its line in memory, so cached texts are copied.
    const copy = detached(key);
    const value = compute(copy);
    if (this.#values.size >= this.entriesMax) this.#values.clear();
    this.#values.set(copy, value);
    return value;
  }
}
