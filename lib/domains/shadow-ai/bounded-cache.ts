/** A cache that is cleared when full, so that hostile input cannot exhaust memory. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  /** Returns the cached value, or computes it. `compute` must not return undefined. */
  get(key: string, compute: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    if (this.#values.size >= this.#entriesMax) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }
}
