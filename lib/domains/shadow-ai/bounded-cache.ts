/** Remembers values by text. When it is full it starts again, so that hostile input costs time but no memory. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  /** The remembered value, else the one that `compute` returns, which is never undefined. */
  get(key: string, compute: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    if (this.#values.size >= this.#entriesMax) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }
}
