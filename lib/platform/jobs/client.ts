import { Inngest, InngestCommHandler, type InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { env } from "@/lib/platform/config/env";
import type { Job, Step } from "@/lib/platform/jobs/define";
import { log } from "@/lib/platform/telemetry/log";
import { inSpan, tracing } from "@/lib/platform/telemetry/tracing";

/** The app's name at Inngest, and the prefix of its functions' ids there. Never change it: runs under way would be lost. */
export const appId = "governance-audit-service";

/** Where the service is for Inngest. */
export const inngestPath = "/api/inngest";

/**
 * Who runs the jobs: the service itself (`embedded`), or an Inngest server that the environment names.
 *
 * @throws where INNGEST_DEV, which switches signatures off, is set in production.
 */
export function jobsMode(): "embedded" | "inngest" {
  const { INNGEST_DEV, INNGEST_EVENT_KEY, NODE_ENV } = env();
  if (INNGEST_DEV !== undefined && NODE_ENV === "production") {
    throw new Error(
      "INNGEST_DEV is set in production: requests to /api/inngest would need no signature. Set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY instead.",
    );
  }
  return INNGEST_DEV !== undefined || INNGEST_EVENT_KEY !== undefined ? "inngest" : "embedded";
}

/** The client of the Inngest server of the environment. */
export function remoteClient(): Inngest {
  const { INNGEST_DEV, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_SIGNING_KEY_FALLBACK, INNGEST_BASE_URL } = env();
  const isDev = INNGEST_DEV !== undefined;
  const baseUrl = INNGEST_DEV ?? INNGEST_BASE_URL;
  return new Inngest({
    ...common(),
    // Said out loud: left out, the SDK goes by the variables of the process, and INNGEST_DEV=1 would switch signatures off.
    isDev,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(INNGEST_EVENT_KEY !== undefined && { eventKey: INNGEST_EVENT_KEY }),
    ...(INNGEST_SIGNING_KEY !== undefined && { signingKey: INNGEST_SIGNING_KEY }),
    ...(INNGEST_SIGNING_KEY_FALLBACK !== undefined && { signingKeyFallback: INNGEST_SIGNING_KEY_FALLBACK }),
  });
}

/** A client whose server is `fetch`: it answers what the SDK sends there. */
export function localClient(fetch: typeof globalThis.fetch): Inngest {
  return new Inngest({
    ...common(),
    fetch,
    isDev: true,
    baseUrl: "http://embedded.invalid",
    eventKey: "embedded",
    signingKey: "00",
  });
}

/** Spans of AI libraries are none of ours, and following them costs a third of a call. */
function common() {
  return { id: appId, logger: sdkLogger(), aiMetadata: false };
}

interface Hooks {
  /** Awaited before the work of a step begins; what it throws ends the execution. */
  beforeStep?: () => Promise<void>;
  /** Told what the work of a step threw. */
  onStepError?: (error: unknown) => void;
}

/** Makes Inngest functions of jobs. */
export function inngestFunctions(client: Inngest, jobs: Job[], hooks: Hooks = {}): InngestFunction.Any[] {
  return jobs.map((job) => inngestFunction(client, job, hooks));
}

function inngestFunction(client: Inngest, { options, trigger, handler, onFailure }: Job, hooks: Hooks) {
  const { id, retries, concurrency, idempotency, cancelOn } = options;
  return client.createFunction(
    {
      id,
      retries: retries as NonNullable<InngestFunction.Options["retries"]>,
      triggers: [trigger],
      ...(concurrency && { concurrency: [concurrency] }),
      ...(idempotency && { idempotency }),
      ...(cancelOn && { cancelOn }),
      ...(onFailure && {
        onFailure: ({ event, error }: { event: FailureEvent; error: Error }) =>
          onFailure({ data: event.data.event.data as never, error }),
      }),
    },
    ({ event, step, runId, attempt }) => {
      const traced = { functionId: id, attempt, traceparent: traceparentOf(event.data) };
      return handler({ data: event.data as never, step: toStep(step, hooks, traced), runId });
    },
  );
}

interface FailureEvent {
  data: { event: { data: unknown } };
}

type StepTools = Parameters<Parameters<Inngest["createFunction"]>[1]>[0]["step"];

interface TracedRun {
  functionId: string;
  attempt: number;
  /** Of what caused the run, where an Inngest server sent it. */
  traceparent: string | undefined;
}

function traceparentOf(data: unknown): string | undefined {
  const { traceparent } = (data ?? {}) as { traceparent?: unknown };
  return typeof traceparent === "string" ? traceparent : undefined;
}

/** The work of a step as a span, where it is traced: of the run's execution in this process, else of what caused the run. */
function asSpan<T>(step: string, { functionId, attempt, traceparent }: TracedRun, work: () => Promise<T>): Promise<T> {
  const tracer = tracing();
  if (!tracer) return work();
  const begun = {
    name: `step ${functionId}/${step}`,
    kind: "internal" as const,
    ...(!tracer.active() && { parent: traceparent ?? null }),
    attributes: { "gas.job.function": functionId, "gas.job.step": step, "gas.job.attempt": attempt + 1 },
  };
  return inSpan(tracer, begun, work);
}

function toStep(tools: StepTools, { beforeStep, onStepError }: Hooks, run: TracedRun): Step {
  return {
    async run<T>(id: string, work: () => Promise<T>): Promise<T> {
      const result: unknown = await tools.run(id, async () => {
        await beforeStep?.();
        try {
          return asStored(await asSpan(id, run, work));
        } catch (error) {
          onStepError?.(error);
          throw error;
        }
      });
      return result as T;
    },
    async sleep(id, ms) {
      await tools.sleep(id, ms);
    },
    async sleepUntil(id, until) {
      await tools.sleepUntil(id, until);
    },
    async sendEvent(id, events) {
      await tools.sendEvent(id, events);
    },
  };
}

/** What a later execution will read: the same from the first one on, so that no code works until it is resumed. */
function asStored(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : JSON.parse(text);
}

function sdkLogger() {
  const to = (level: "debug" | "info" | "warn" | "error") => (first: unknown, second?: unknown) => {
    if (typeof first === "string") log()[level]({ from: "inngest" }, first);
    else log()[level]({ from: "inngest", ...(first as object) }, String(second ?? ""));
  };
  return { debug: to("debug"), info: to("debug"), warn: to("warn"), error: to("debug") };
}

/**
 * Serves the Inngest server of the environment. Every request needs its signature, also the one that asks to register:
 * else anybody could have another address registered as the service's. Only INNGEST_DEV, refused in production, lifts that.
 */
export function serveInngest(jobs: Job[]): (request: Request) => Promise<Response> {
  const { PUBLIC_URL } = env();
  const client = remoteClient();
  return serve({
    client,
    functions: inngestFunctions(client, jobs),
    enableUnauthedSync: false,
    streaming: false,
    servePath: inngestPath,
    ...(PUBLIC_URL !== undefined && { serveOrigin: PUBLIC_URL }),
  });
}

/** The `Request` of an executor, without its HTTP. */
export interface ExecutorCall {
  functionId: string;
  /** The one step to run, where several are planned. */
  stepId: string | undefined;
  body: unknown;
}

export interface ExecutorAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Serves an executor in this process: the SDK's own handler, called with plain values. */
export function localHandler(
  client: Inngest,
  functions: InngestFunction.Any[],
): (call: ExecutorCall) => Promise<ExecutorAnswer> {
  const url = new URL(`http://embedded.invalid${inngestPath}`);
  const handler = new InngestCommHandler({
    frameworkName: "embedded",
    client,
    functions,
    handler: ({ functionId, stepId, body }: ExecutorCall) => ({
      body: () => body,
      headers: () => null,
      method: () => "POST",
      url: () => url,
      queryString: (key: string) => (key === "fnId" ? functionId : key === "stepId" ? (stepId ?? "step") : undefined),
      transformResponse: (answer: ExecutorAnswer) => answer,
    }),
  });
  return handler.createHandler() as (call: ExecutorCall) => Promise<ExecutorAnswer>;
}
