import type { JobEvent, JobEventData, JobEventName } from "@/lib/platform/jobs/events";
import { inSpan, tracing } from "@/lib/platform/telemetry/tracing";

/** The persisted operations of a job, run in sequence. Each has an ID that is unique within its function. */
export interface Step {
  /** Runs work at least once and remembers its result, a JSON value. What it throws is tried again, step by step. */
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
  /** The same for every execution of one run. */
  runId: string;
}

/** Limits how many runs of a function work at the same time; a run that sleeps does not count. */
interface Concurrency {
  limit: number;
  /** Counts each value of this member of the event's data for itself: `event.data.endpointId`. Without it, all together. */
  key?: `event.data.${string}`;
}

interface JobOptions {
  /** Never change it: runs under way would be lost. */
  id: string;
  /** How often a step, or the function outside of its steps, is tried again after an error. */
  retries: number;
  concurrency?: Concurrency;
}

/** A background function: what starts it, how it may run, and what it does. Plain data, known to no engine yet. */
export interface Job {
  options: JobOptions;
  trigger: { event: JobEventName } | { cron: string };
  handler: (context: JobContext<never>) => Promise<unknown>;
  /** Called once when the run failed for good. */
  onFailure: ((context: { data: never; error: Error }) => Promise<void>) | undefined;
}

/** Defines a function that an event starts. */
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

/** Defines a function that the clock starts, in UTC: `0 * * * *`. */
export function onSchedule(
  cron: string,
  options: JobOptions,
  handler: (context: Omit<JobContext<never>, "data">) => Promise<unknown>,
): Job {
  return { options, trigger: { cron }, handler, onFailure: undefined };
}

/** Repeats numbered work from one organisation id to the next, until it returns no `after` to continue from. */
export async function inParts(
  work: (after: string, part: number) => Promise<{ after?: string | undefined }>,
): Promise<void> {
  let after: string | undefined = "";
  for (let part = 1; after !== undefined; part++) {
    ({ after } = await work(after, part));
  }
}

export interface TracedRun {
  functionId: string;
  /** How often the step has failed. */
  attempt: number;
  /** Of the cause of the run, for an engine whose executions are not traced in this process. */
  traceparent: string | undefined;
}

/** The work of a step as a span, if it is traced. */
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
