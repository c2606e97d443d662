import { z } from "zod";
import { parseJson } from "@/lib/platform/core/json";

/** The service that receives logs. */
export interface Destination {
  url: string;
  apiKey: string;
  /** Further query parameters by source, such as `format=squid`. */
  options: ReadonlyMap<string, string>;
  report(record: Record<string, unknown>): void;
  signal: AbortSignal;
}

/** A failure that is not about the log: the request must be repeated. */
export interface Problem {
  problem: string;
  /** The delay that the service requested. */
  afterMs: number;
}

/** The members of a response that an import has, whether it succeeded or not. Other servers do not send them. */
const Import = z.object({
  importId: z.string(),
  status: z.string().optional(),
  lines: z.number().default(0),
  rejected: z.number().default(0),
  message: z.string().optional(),
  errors: z.array(z.object({ message: z.string() })).default([]),
});

/** An import that the service has accepted, or rejected because of its content. */
export type SentLog = z.infer<typeof Import> & { isRejected: boolean };

export const requestTimeoutMs = 150_000;

/** Sends a log. The service counts each line once, so a log whose response was lost can be sent again. */
export async function sendLog(
  destination: Destination,
  source: string,
  body: RequestInit["body"],
  timeoutMs = requestTimeoutMs,
): Promise<SentLog | Problem> {
  const query = new URLSearchParams(destination.options.get(source));
  query.set("source", source);
  const headers = { "content-type": "text/plain" };
  const init = { method: "POST", body: body ?? null, headers, duplex: "half" as const };
  const { status, json, problem } = await callService(
    destination,
    `/v1/sensors/observations?${query}`,
    init,
    timeoutMs,
  );
  const read = Import.safeParse(json).data;
  const isRejected = status === 400 || status === 413;
  return read && (isRejected || (status >= 200 && status < 300)) ? { ...read, isRejected } : problem;
}

/** Calls the service. `problem` describes the response as a failure. */
export async function callService(
  { url, apiKey, signal }: Destination,
  path: string,
  init: RequestInit = {},
  timeoutMs = requestTimeoutMs,
) {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${apiKey}` },
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const text = await response.text();
  const seconds = Number(response.headers.get("retry-after"));
  const afterMs = seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 0;
  const problem: Problem = { problem: `status ${response.status}: ${text.slice(0, 500)}`, afterMs };
  return { status: response.status, json: parseJson(text), problem };
}

export function problemOf(error: unknown): Problem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return { problem: String(cause), afterMs: 0 };
}

const firstRetryMs = 1_000;
const lastRetryMs = 60_000;

/** Delays between attempts, which double until an attempt succeeds. */
export class Backoff {
  private retryMs = firstRetryMs;

  reset(): void {
    this.retryMs = firstRetryMs;
  }

  /** The delay before the next attempt. */
  next(afterMs = 0): number {
    const waitMs = Math.max(this.retryMs * (0.5 + Math.random() / 2), afterMs);
    this.retryMs = Math.min(2 * this.retryMs, lastRetryMs);
    return Math.round(waitMs);
  }
}
