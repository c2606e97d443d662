import type { EngineFunction } from "@/lib/jobs/engine/functions";

/** An event with its id, as functions see it. */
export interface Event {
  id: string;
  name: string;
  data: Record<string, unknown>;
  /** Milliseconds since the Unix epoch. */
  ts: number;
  /** W3C `traceparent` of what caused it, where that is traced. */
  traceparent?: string | undefined;
}

export interface Start {
  id: string;
  functionId: string;
  dedupeKey: string;
  event: Event;
  concurrencyKey: string | null;
  concurrencyLimit: number | null;
}

export interface Cancel {
  functionId: string;
  path: string[];
  value: string;
}

/** Which runs events start, and which they end. */
export function planEvents(
  events: Event[],
  functions: Iterable<EngineFunction>,
  newRunId: () => string,
): { starts: Start[]; cancels: Cancel[] } {
  const known = [...functions];
  return {
    starts: events.flatMap((event) =>
      known.filter(({ events }) => events.includes(event.name)).map((started) => start(started, event, newRunId())),
    ),
    cancels: events.flatMap((event) =>
      known.flatMap(({ id, cancelOn }) =>
        cancelOn
          .filter((cancel) => cancel.event === event.name)
          .map(({ path }) => ({ functionId: id, path, value: valueAt(event, path) })),
      ),
    ),
  };
}

/** A run of one function for one event. */
export function start({ id: functionId, concurrency, idempotency }: EngineFunction, event: Event, id: string): Start {
  return {
    id,
    functionId,
    dedupeKey: idempotency ? `key ${valueAt(event, idempotency)}` : `event ${event.id}`,
    event,
    concurrencyKey: concurrency
      ? [functionId, ...(concurrency.path ? [valueAt(event, concurrency.path)] : [])].join(" ")
      : null,
    concurrencyLimit: concurrency?.limit ?? null,
  };
}

/** As PostgreSQL's `#>>` writes it, for the values that ids and numbers have. */
function valueAt(event: Event, path: string[]): string {
  let value: unknown = event;
  for (const name of path) value = value instanceof Object ? (value as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "null");
}
