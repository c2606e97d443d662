import { createHmac } from "node:crypto";
import { Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { jcs } from "@/lib/platform/crypto/jcs";
import { asStored, type Job, type Step, stepSpan, type TracedRun } from "@/lib/platform/jobs/define";
import { RemoteRunMetrics } from "@/lib/platform/jobs/remote-run-metrics";
import { log } from "@/lib/platform/telemetry/log";

/** The app's name at Inngest and the prefix of its function IDs there. Never change it: running jobs would be lost. */
export const appId = "governance-audit-service";

/** The URL at which Inngest reaches the service. */
export const inngestPath = "/api/inngest";

/**
 * The engine that runs the jobs: the service itself (`embedded`), or an Inngest server that the environment names.
 *
 * @throws if INNGEST_DEV, which disables signature checks, is set in production.
 */
export function jobsMode(): "embedded" | "inngest" {
  const { INNGEST_DEV, INNGEST_EVENT_KEY, NODE_ENV } = env();
  if (INNGEST_DEV !== undefined && NODE_ENV === "production") {
    throw new Error(
      "INNGEST_DEV is set in production: requests to /api/inngest would be accepted without a signature. Set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY instead.",
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
    id: appId,
    logger: sdkLogger(),
    // Spans of AI libraries are not used, and tracing them costs a third of a call.
    aiMetadata: false,
    middleware: [RemoteRunMetrics],
    // Set explicitly: otherwise the SDK reads the process environment, where INNGEST_DEV=1 disables signature checks.
    isDev,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(INNGEST_EVENT_KEY !== undefined && { eventKey: INNGEST_EVENT_KEY }),
    ...(INNGEST_SIGNING_KEY !== undefined && { signingKey: INNGEST_SIGNING_KEY }),
    ...(INNGEST_SIGNING_KEY_FALLBACK !== undefined && { signingKeyFallback: INNGEST_SIGNING_KEY_FALLBACK }),
  });
}

function inngestFunction(client: Inngest, { options, trigger, handler, onFailure }: Job): InngestFunction.Any {
  const { id, retries, concurrency } = options;
  return client.createFunction(
    {
      id,
      retries: retries as NonNullable<InngestFunction.Options["retries"]>,
      triggers: [trigger],
      ...(concurrency && { concurrency: [concurrency] }),
      ...(onFailure && {
        onFailure: ({ event, error }: { event: FailureEvent; error: Error }) =>
          onFailure({ data: event.data.event.data as never, error }),
      }),
    },
    ({ event, step, runId, attempt }) => {
      const { traceparent } = event.data as { traceparent?: string };
      return handler({
        data: event.data as never,
        step: toStep(step, { functionId: id, attempt, traceparent }),
        runId,
      });
    },
  );
}

interface FailureEvent {
  data: { event: { data: unknown } };
}

type StepTools = Parameters<Parameters<Inngest["createFunction"]>[1]>[0]["step"];

function toStep(tools: StepTools, run: TracedRun): Step {
  return {
    async run<T>(id: string, work: () => Promise<T>): Promise<T> {
      const result: unknown = await tools.run(id, async () => asStored(await stepSpan(id, run, work)));
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

function sdkLogger() {
  const to = (level: "debug" | "info" | "warn" | "error") => (first: unknown, second?: unknown) => {
    if (typeof first === "string") log()[level]({ from: "inngest" }, first);
    else log()[level]({ from: "inngest", ...(first as object) }, String(second ?? ""));
  };
  return { debug: to("debug"), info: to("debug"), warn: to("warn"), error: to("debug") };
}

/** Handles the requests of the Inngest server of the environment for this process. */
export function inngestHandler(jobs: Job[]): (request: Request) => Promise<Response> {
  return singleton("inngest-handler", () => serveInngest(jobs));
}

/**
 * Registers the functions, with the address of INNGEST_SERVE_ORIGIN, by a request like the server's own.
 *
 * @param ownOrigin The address of this process, used if neither INNGEST_SERVE_ORIGIN nor PUBLIC_URL is set.
 * @throws if the server cannot be reached or rejects the registration.
 */
export async function registerFunctions(jobs: Job[], ownOrigin: string): Promise<void> {
  const url = new URL(inngestPath, ownOrigin);
  const body = jcs({ url: url.href });
  const headers = { Host: url.host, "Content-Type": "application/json", ...requestSignature(body) };
  const response = await inngestHandler(jobs)(new Request(url, { method: "PUT", headers, body }));
  if (!response.ok) throw new Error(`the Inngest server rejected the registration: ${await response.text()}`);
}

/** The signature of a canonical body, as the server signs its requests. */
function requestSignature(body: string): Record<string, string> {
  const { INNGEST_SIGNING_KEY } = env();
  if (INNGEST_SIGNING_KEY === undefined) return {};
  const at = Math.floor(Date.now() / 1000);
  const key = INNGEST_SIGNING_KEY.replace(/^signkey-\w+-/, "");
  return { "X-Inngest-Signature": `t=${at}&s=${createHmac("sha256", key).update(`${body}${at}`).digest("hex")}` };
}

/**
 * Serves the Inngest server of the environment. Every request must be signed, including registration requests:
 * otherwise anyone could register another address as the service's. Only INNGEST_DEV, rejected in production, disables
 * this check.
 */
function serveInngest(jobs: Job[]): (request: Request) => Promise<Response> {
  const serveOrigin = env().INNGEST_SERVE_ORIGIN ?? env().PUBLIC_URL;
  const client = remoteClient();
  return serve({
    client,
    functions: jobs.map((job) => inngestFunction(client, job)),
    enableUnauthedSync: false,
    streaming: false,
    servePath: inngestPath,
    ...(serveOrigin !== undefined && { serveOrigin }),
  });
}
