interface Waiting {
  atMs: number;
  /** Lines of the same moment keep the order in which they came. */
  turn: number;
  file: string;
  line: string;
}

/** Lines that are made when a connection begins and written when it ends. Holds as many as connections are open. */
export class LineQueue {
  readonly #heap: Waiting[] = [];
  #turns = 0;

  add(atMs: number, file: string, line: string): void {
    const added = { atMs, turn: this.#turns++, file, line };
    const heap = this.#heap;
    let hole = heap.length;
    while (hole > 0) {
      const up = (hole - 1) >> 1;
      const parent = heap[up];
      if (parent === undefined || !isBefore(added, parent)) break;
      heap[hole] = parent;
      hole = up;
    }
    heap[hole] = added;
  }

  /** Hands over, in order, what is written up to a moment. */
  takeUntil(atMs: number, take: (file: string, line: string) => void): void {
    for (let first = this.#heap[0]; first !== undefined && first.atMs <= atMs; first = this.#heap[0]) {
      take(first.file, first.line);
      this.#removeFirst();
    }
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const moved = heap.pop();
    if (moved === undefined || heap.length === 0) return;
    let hole = 0;
    for (;;) {
      const left = heap[2 * hole + 1];
      if (left === undefined) break;
      const right = heap[2 * hole + 2];
      const takesRight = right !== undefined && isBefore(right, left);
      const child = takesRight ? right : left;
      if (!isBefore(child, moved)) break;
      heap[hole] = child;
      hole = 2 * hole + (takesRight ? 2 : 1);
    }
    heap[hole] = moved;
  }
}

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.turn < other.turn);
}
