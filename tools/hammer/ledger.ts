/** An acknowledged event. */
export interface Acknowledged {
  id: string;
  chainPosition: number;
  blockHash: string;
}

/** The acknowledged events and the problems found. */
export class Ledger {
  readonly events: Acknowledged[] = [];
  readonly problems: string[] = [];
  private verdicts = 0;
  private readonly byId = new Map<string, Acknowledged>();
  private readonly byPosition = new Map<number, string>();
  /** Response times in milliseconds, by kind of request. */
  readonly times = new Map<string, number[]>();
  readonly counts = { requests: 0, batches: 0, repeats: 0, resolved: 0, kills: 0, checkpoints: 0, proofs: 0 };

  /** Records an event. A repeated event must be identical, and positions must be unique. */
  acknowledge({ id, chainPosition, blockHash }: Acknowledged): void {
    const known = this.byId.get(id);
    if (known) {
      if (known.chainPosition !== chainPosition || known.blockHash !== blockHash) {
        this.problem(`${id} was acknowledged twice with different values`);
      }
      return;
    }
    const other = this.byPosition.get(chainPosition);
    if (other !== undefined) this.problem(`position ${chainPosition} was assigned to ${other} and to ${id}`);
    const event = { id, chainPosition, blockHash };
    this.byId.set(id, event);
    this.byPosition.set(chainPosition, id);
    this.events.push(event);
  }

  time(what: string, ms: number): void {
    const known = this.times.get(what);
    if (known) known.push(ms);
    else this.times.set(what, [ms]);
  }

  problem(sentence: string): void {
    this.problems.push(sentence);
  }

  /** Records a problem found by the final verification, which is listed first. */
  verdict(sentence: string): void {
    this.problems.splice(this.verdicts++, 0, sentence);
  }

  any(): Acknowledged | undefined {
    return this.events[Math.floor(Math.random() * this.events.length)];
  }

  last(): Acknowledged | undefined {
    let last: Acknowledged | undefined;
    for (const event of this.events) if (!last || event.chainPosition > last.chainPosition) last = event;
    return last;
  }
}
