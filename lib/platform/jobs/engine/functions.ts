import type { InngestFunction } from "inngest";
import { appId } from "@/lib/platform/jobs/client";

/** What the embedded engine knows of a function. Paths lead into the event: `["data", "endpointId"]`. */
export interface EngineFunction {
  id: string;
  /** Its name in a call of the SDK's handler. */
  handlerId: string;
  /** Executions of a step: the first and its retries. */
  attemptsMax: number;
  events: string[];
  crons: string[];
  concurrency: { limit: number; path: string[] | undefined } | undefined;
  idempotency: string[] | undefined;
  cancelOn: { event: string; path: string[] }[];
  hasOnFailure: boolean;
}

const supported = new Set([
  "id",
  "name",
  "description",
  "retries",
  "triggers",
  "concurrency",
  "idempotency",
  "cancelOn",
  "onFailure",
]);
const retriesByDefault = 3;

/**
 * Reads the functions as the SDK has them, so that none is understood other than an Inngest server would.
 *
 * @throws where a function has an option that the embedded engine does not carry out, naming both.
 */
export function readFunctions(functions: InngestFunction.Any[]): Map<string, EngineFunction> {
  const read = new Map<string, EngineFunction>();
  for (const { opts } of functions) {
    const known = readFunction(opts as Options);
    if (read.has(known.id)) throw new Error(`Two functions have the id ${known.id}.`);
    read.set(known.id, known);
    if (known.hasOnFailure) read.set(failureId(known.id), failureFunction(known.id));
  }
  return read;
}

/** The function the SDK registers for the `onFailure` of another. */
function failureId(id: string): string {
  return `${id}-failure`;
}

type Options = InngestFunction.Any["opts"] & { id: string };

function readFunction(options: Options): EngineFunction {
  const refuse = (what: string): never => {
    throw new Error(
      `The function ${options.id} sets ${what}, which the embedded job engine does not support. Use an Inngest server (docs/operations/jobs.md), or leave it out.`,
    );
  };
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !supported.has(name)) refuse(name);
  }
  const path = (name: string, expression: unknown, pattern: RegExp) => {
    const matched = typeof expression === "string" ? pattern.exec(expression) : null;
    return matched?.[1] === undefined ? refuse(`${name}: ${JSON.stringify(expression)}`) : matched[1].split(".");
  };
  const triggers = list(options.triggers).map((trigger) => readTrigger(trigger, refuse));
  return {
    id: options.id,
    handlerId: `${appId}-${options.id}`,
    attemptsMax: Number(options.retries ?? retriesByDefault) + 1,
    events: triggers.flatMap(({ event }) => event ?? []),
    crons: triggers.flatMap(({ cron }) => cron ?? []),
    concurrency: readConcurrency(options.concurrency, path, refuse),
    idempotency: options.idempotency === undefined ? undefined : path("idempotency", options.idempotency, inEvent),
    cancelOn: list(options.cancelOn).map((cancel) => {
      const { event, match, ...rest } = cancel as Record<string, unknown>;
      for (const [name, value] of Object.entries(rest)) if (value !== undefined) refuse(`cancelOn.${name}`);
      return { event: eventName(event), path: path("cancelOn.match", match, inMatch) };
    }),
    hasOnFailure: options.onFailure !== undefined,
  };
}

const inEvent = /^event\.(data(?:\.\w+)+)$/;
const inMatch = /^(data(?:\.\w+)+)$/;

function readTrigger(trigger: unknown, refuse: (what: string) => never): { event?: string; cron?: string } {
  const { event, cron, ...rest } = trigger as Record<string, unknown>;
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) refuse(`triggers.${name}`);
  if (typeof cron === "string") return cron.startsWith("TZ=") ? refuse(`triggers.cron: ${cron}`) : { cron };
  return { event: eventName(event) };
}

function readConcurrency(
  given: unknown,
  path: (name: string, expression: unknown, pattern: RegExp) => string[],
  refuse: (what: string) => never,
): EngineFunction["concurrency"] {
  if (given === undefined) return undefined;
  const all = list(given).map((one) => (typeof one === "number" ? { limit: one } : (one as Record<string, unknown>)));
  const [only, ...others] = all;
  if (only === undefined || others.length > 0) return refuse("more than one concurrency");
  const { limit, key, scope, ...rest } = only as Record<string, unknown>;
  if (scope !== undefined && scope !== "fn") refuse("concurrency.scope");
  for (const name of Object.keys(rest)) refuse(`concurrency.${name}`);
  return { limit: Number(limit), path: key === undefined ? undefined : path("concurrency.key", key, inEvent) };
}

/** The SDK tries an `onFailure` twice. */
export function failureFunction(id: string): EngineFunction {
  return {
    id: failureId(id),
    handlerId: `${appId}-${failureId(id)}`,
    attemptsMax: 2,
    events: [],
    crons: [],
    concurrency: undefined,
    idempotency: undefined,
    cancelOn: [],
    hasOnFailure: false,
  };
}

function eventName(event: unknown): string {
  return typeof event === "string" ? event : (event as { name: string }).name;
}

function list(given: unknown): unknown[] {
  return given === undefined ? [] : Array.isArray(given) ? given : [given];
}

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
