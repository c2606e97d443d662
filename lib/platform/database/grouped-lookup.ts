import { isDatabaseUnavailable } from "@/lib/platform/database/db";
import { type Span, tracing } from "@/lib/platform/telemetry/tracing";

interface Waiting<T> {
  id: string;
  /** The span of the request, if traced. */
  span: Span | undefined;
  resolve: (found: T | undefined) => void;
  reject: (error: unknown) => void;
}

/** Records of one query, which may be large. */
const groupMax = 50;

/**
 * Finds records by id. Look-ups that arrive while a query of the same scope (an organisation, or part of its records) runs
 * share the next query, without a timer: an idle process answers at once, and a loaded one sends few queries. A query starts
 * after the look-ups that it answers, so results are never older than those of a separate query.
 */
export class GroupedLookup<T> {
  private readonly queues = new Map<string, Waiting<T>[]>();

  constructor(private readonly find: (scope: string, ids: string[]) => Promise<Map<string, T>>) {}

  get(scope: string, id: string): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const waiting = { id, span: tracing()?.active(), resolve, reject };
      const queue = this.queues.get(scope);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const created = [waiting];
      this.queues.set(scope, created);
      // After the requests that arrived with this one.
      setImmediate(() => void this.answerAll(scope, created));
    });
  }

  private async answerAll(scope: string, queue: Waiting<T>[]): Promise<void> {
    while (queue.length > 0) await this.answer(scope, queue.splice(0, groupMax));
    this.queues.delete(scope);
  }

  private async answer(scope: string, group: Waiting<T>[]): Promise<void> {
    const ids = [...new Set(group.map(({ id }) => id))];
    try {
      const [tracer, span] = [tracing(), group[0]?.span];
      const work = () => this.find(scope, ids);
      const found = await (tracer && span ? tracer.within(span, work) : work());
      for (const { id, resolve } of group) resolve(found.get(id));
    } catch (error) {
      // A record that cannot be read must not fail the look-ups of others.
      if (ids.length > 1 && !isDatabaseUnavailable(error)) {
        for (const waiting of group) await this.answer(scope, [waiting]);
      } else for (const { reject } of group) reject(error);
    }
  }
}
