/** Places for work of which a process does little at a time; a further caller waits for one in line. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly places: number,
    private readonly waitingMax: number,
  ) {}

  /** Works in a place, once one is free; undefined, at once, where too many wait already. */
  async within<T>(work: () => Promise<T>): Promise<{ result: T } | undefined> {
    if (this.taken < this.places) this.taken += 1;
    else if (this.waiting.length >= this.waitingMax) return undefined;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return { result: await work() };
    } finally {
      // A place is handed on, not given back, where somebody waits for it.
      const next = this.waiting.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }
}
