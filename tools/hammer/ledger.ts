/** An event that was acknowledged. */
export interface Acknowledged {
  id: string;
  chainPosition: number;
  blockHash: string;
}

/** What the service acknowledged, and what of it did not hold. */
export class Ledger {
  readonly events: Acknowledged[] = [];
  readonly problems: string[] = [];
  private verdicts = 0;
  private readonly byId = new Map<string, Acknowledged>();
  private readonly byPosition = new Map<number, string>();
  /** Milliseconds of every answer, by what was asked for. */
  readonly times = new Map<string, number[]>();
  readonly counts = { requests: 0, batches: 0, repeats: 0, resolved: 0, kills: 0, checkpoints: 0, proofs: 0 };

  /** Notes an event; the same one again must be the same in everything, and no position may be given twice. */
  acknowledge({ id, chainPosition, blockHash }: Acknowledged): void {
    const known = this.byId.get(id);
    if (known) {
      if (known.chainPosition !== chainPosition || known.blockHash !== blockHash) {
        this.problem(`${id} was acknowledged twice, not the same`);
      }
      return;
    }
    const other = this.byPosition.get(chainPosition);
    if (other !== undefined) this.problem(`position ${chainPosition} was given to ${other} and to ${id}`);
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

  /** What the verification at the end found: it is told first. */
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
