/** A binary heap, whose first item is always available. */
export class Heap<T> {
  readonly #items: T[];
  readonly #isBefore: (one: T, other: T) => boolean;

  constructor(isBefore: (one: T, other: T) => boolean, items: T[] = []) {
    this.#isBefore = isBefore;
    this.#items = items;
    for (let index = (items.length >> 1) - 1; index >= 0; index--) this.#sink(index);
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  add(added: T): void {
    const items = this.#items;
    let hole = items.length;
    while (hole > 0) {
      const up = (hole - 1) >> 1;
      const parent = items[up];
      if (parent === undefined || !this.#isBefore(added, parent)) break;
      items[hole] = parent;
      hole = up;
    }
    items[hole] = added;
  }

  removeFirst(): void {
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return;
    this.#items[0] = last;
    this.#sink(0);
  }

  /** Moves the first item to its new position after a change. */
  sinkFirst(): void {
    this.#sink(0);
  }

  #sink(from: number): void {
    const items = this.#items;
    const moved = items[from];
    if (moved === undefined) return;
    let hole = from;
    for (;;) {
      const left = items[2 * hole + 1];
      if (left === undefined) break;
      const right = items[2 * hole + 2];
      const takesRight = right !== undefined && this.#isBefore(right, left);
      const child = takesRight ? right : left;
      if (!this.#isBefore(child, moved)) break;
      items[hole] = child;
      hole = 2 * hole + (takesRight ? 2 : 1);
    }
    items[hole] = moved;
  }
}
