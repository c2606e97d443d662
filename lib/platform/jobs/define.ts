import { type Clock, systemClock } from "@/lib/platform/core/clock";
import type { JobEvent, JobEventData, JobEventName } from "@/lib/platform/jobs/events";
import { inSpan, tracing } from "@/lib/platform/telemetry/tracing";

/** The persisted operations of a job, run in sequence. Each has an ID that is unique within its function. */
export interface Step {
  /** Runs work at least once and stores its result, a JSON value. Errors are retried for each step separately. */
  run<T>(id: string, work: () => Promise<T>): Promise<T>;
  sleep(id: string, ms: number): Promise<void>;
  /** `until` is an ISO date-time or a Date; a time that has passed does not wait. */
  sleepUntil(id: string, until: string | Date): Promise<void>;
  sendEvent(id: string, events: JobEvent | JobEvent[]): Promise<void>;
}

export interface JobContext<Data> {
  /** Data of the event that started the run. */
  data: Data;
  step: Step;
  /** The same for all executions of a run. */
  runId: string;
}

/** Limits the number of concurrent runs of a function. Sleeping runs do not count. */
interface Concurrency {
  limit: number;
  /**
   * Limits each value of this member of the event's data separately: `event.data.endpointId`. By default all together.
   */
  key?: `event.data.${string}`;
}

interface JobOptions {
  /** Never change it: running jobs would be lost. */
  id: string;
  /** Number of retries of a step, or of the function outside of its steps, after an error. */
  retries: number;
  concurrency?: Concurrency;
}

/** A background function: its trigger, its limits and its handler. Plain data, independent of the engine. */
export interface Job {
  options: JobOptions;
  trigger: { event: JobEventName } | { cron: string };
  handler: (context: JobContext<never>) => Promise<unknown>;
  /** Called once when a run has failed permanently. */
  onFailure: ((context: { data: never; error: Error }) => Promise<void>) | undefined;
}

/** Defines a function that is started by an event. */
export function onEvent<Name extends JobEventName>(
  event: Name,
  options: JobOptions & { onFailure?: (context: { data: JobEventData<Name>; error: Error }) => Promise<void> },
  handler: (context: JobContext<JobEventData<Name>>) => Promise<unknown>,
): Job {
  const { onFailure, ...rest } = options;
  return {
    options: rest,
    trigger: { event },
    handler: handler as Job["handler"],
    onFailure: onFailure as Job["onFailure"],
  };
}

/** Defines a function that runs on a schedule, in UTC: `0 * * * *`. */
export function onSchedule(
  cron: string,
  options: JobOptions,
  handler: (context: Omit<JobContext<never>, "data">) => Promise<unknown>,
): Job {
  return { options, trigger: { cron }, handler, onFailure: undefined };
}

/** Repeats numbered work from one ID to the next, until it returns no `after` to continue from. */
export async function inParts(
  work: (after: string, part: number) => Promise<{ after?: string | undefined }>,
): Promise<void> {
  let after: string | undefined = "";
  for (let part = 1; after !== undefined; part++) {
    ({ after } = await work(after, part));
  }
}

/** The handler of a schedule that visits all organisations, `limit` in each step. */
export function overOrganisations(
  visit: (clock: Clock, page: { after: string; limit: number }) => Promise<{ after?: string | undefined }>,
  limit: number,
) {
  return ({ step }: Pick<JobContext<never>, "step">): Promise<void> =>
    inParts((after, part) => step.run(`organisations-${part}`, () => visit(systemClock, { after, limit })));
}

export interface TracedRun {
  functionId: string;
  /** Number of failures of the step. */
  attempt: number;
  /** Of the cause of the run, for an engine whose executions are not traced in this process. */
  traceparent: string | undefined;
}

/** Runs the work of a step as a span, if it is traced. */
export function stepSpan<T>(step: string, run: TracedRun, work: () => Promise<T>): Promise<T> {
  const tracer = tracing();
  if (!tracer) return work();
  const { functionId, attempt, traceparent } = run;
  const begun = {
    name: `step ${functionId}/${step}`,
    kind: "internal" as const,
    ...(!tracer.active() && { parent: traceparent ?? null }),
    attributes: { "gas.job.function": functionId, "gas.job.step": step, "gas.job.attempt": attempt + 1 },
  };
  return inSpan(tracer, begun, work);
}

/**
 * The value as a resumed execution reads it. Used from the first execution on, so that code behaves the same when
 * resumed.
 */
export function asStored(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : JSON.parse(text);
}
