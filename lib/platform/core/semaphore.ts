/** A semaphore: limits concurrent work, and queues further callers. */
export class Semaphore {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly places: number,
    private readonly waitingMax: number,
  ) {}

  /** Runs the work when a slot is free. Returns undefined immediately if too many callers are waiting. */
  async within<T>(work: () => Promise<T>): Promise<{ result: T } | undefined> {
    if (this.taken < this.places) this.taken += 1;
    else if (this.waiting.length >= this.waitingMax) return undefined;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return { result: await work() };
    } finally {
      // The slot passes to the next waiting caller.
      const next = this.waiting.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }
}
