import type { IncomingMessage } from "node:http";
import { type Agent, request } from "node:https";
import { performance } from "node:perf_hooks";
import type { GuardedRequestOptions } from "@/lib/platform/outgoing/guarded-agent";
import { type AttemptError, errorOfFailure, errorOfStatus, TimeUp } from "@/lib/platform/outgoing/outcome";
import { type Attributes, inSpan, tracing } from "@/lib/platform/telemetry/tracing";

/** Time limit of an attempt, from the name look-up to the end of the response body (specification, "Limits"). */
const attemptTimeoutMs = 30_000;

const keptBytes = 16 * 1024;
const drainedBytes = 1024 * 1024;

export interface Transport {
  /** For all requests. */
  pooled: Agent;
  /** For a retry on a new connection after the kept-alive connection was found closed. */
  fresh: Agent;
}

export interface Exchange {
  /** Default: POST. */
  method?: "GET" | "POST" | undefined;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  transport: Transport;
  /** Default: {@link attemptTimeoutMs}. */
  timeoutMs?: number | undefined;
  /** The stored part of the response. Default: {@link keptBytes}. */
  maxBytes?: number | undefined;
}

/** The stored record of an attempt. All texts are valid for PostgreSQL. */
export interface ExchangeRecord {
  outcome: "SUCCEEDED" | "FAILED";
  /** Null on success. */
  error: AttemptError | null;
  /** Of the response, if one started, even if incomplete. */
  statusCode: number | null;
  durationMs: number;
  requestHeaders: Record<string, string>;
  /** In lower case; repeated headers are joined by commas. */
  responseHeaders: Record<string, string> | null;
  /** The first 16 KiB, or `maxBytes`. */
  responseBody: string | null;
  /** Whether the body is longer than the stored part. */
  responseIsCut: boolean;
  /** The `Retry-After` header of a failed response, unparsed. */
  retryAfter: string | null;
}

/**
 * Sends a request over HTTPS and reads the response. Any 2xx is a success; everything else is a failure, and
 * redirects are not followed. 16 KiB of the body are stored and up to 1 MiB is read; a longer body closes the
 * connection, and the status counts. Never throws: errors are part of the record.
 */
export async function exchange({
  method = "POST",
  url,
  headers,
  body,
  transport,
  timeoutMs = attemptTimeoutMs,
  maxBytes = keptBytes,
}: Exchange): Promise<ExchangeRecord> {
  const startedAt = performance.now();
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), timeoutMs);
  const answer: Answer = { statusCode: null, headers: null, body: undefined, retryAfter: null };
  let failure: unknown;
  try {
    const sent = {
      method,
      maxBytes,
      url,
      headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
      body,
    };
    await receive(sent, transport, timer.signal, answer);
  } catch (error) {
    failure = timer.signal.aborted ? new TimeUp() : error;
  } finally {
    clearTimeout(timeout);
  }
  const error = failure === undefined ? errorOfStatus(answer.statusCode ?? 0) : errorOfFailure(failure);
  return {
    outcome: error === null ? "SUCCEEDED" : "FAILED",
    error,
    statusCode: answer.statusCode,
    durationMs: Math.round(performance.now() - startedAt),
    requestHeaders: headers,
    responseHeaders: answer.headers,
    responseBody: answer.body === undefined ? null : answer.body.text(),
    responseIsCut: answer.body?.isCut ?? false,
    retryAfter: error === null ? null : answer.retryAfter,
  };
}

interface Answer {
  statusCode: number | null;
  headers: Record<string, string> | null;
  body: KeptBody | undefined;
  retryAfter: string | null;
}

type Sent = Pick<Exchange, "url" | "headers" | "body"> & { method: string; maxBytes: number };

/** A receiver may close a kept-alive connection just as it is reused; the request was then not received. */
async function receive(sent: Sent, transport: Transport, signal: AbortSignal, answer: Answer): Promise<void> {
  try {
    await receiveBy(sent, transport.pooled, signal, answer);
  } catch (error) {
    const isStale = error instanceof StaleConnection && !signal.aborted;
    if (!isStale) throw error;
    await receiveBy(sent, transport.fresh, signal, answer);
  }
}

class StaleConnection extends Error {
  readonly code = "ECONNRESET";
}

async function receiveBy(
  { method, maxBytes, url, headers, body }: Sent,
  agent: Agent,
  signal: AbortSignal,
  answer: Answer,
): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options: GuardedRequestOptions = { method, agent, headers, signal, connectionSignal: signal };
    const sending = request(url, options);
    sending.on("response", resolve);
    sending.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = sending.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(isStale ? new StaleConnection(error.message) : error);
    });
    sending.end(body);
  });
  answer.statusCode = response.statusCode ?? null;
  answer.headers = headersOf(response);
  answer.retryAfter = response.headers["retry-after"] ?? null;
  answer.body = new KeptBody(maxBytes);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    // Leaving the loop destroys the response and its connection.
    if (answer.body.take(chunk) > drainedBytes) return;
  }
}

/** The parser takes at most 16 KiB of headers. */
function headersOf(response: IncomingMessage): Record<string, string> {
  const entries = Object.entries(response.headersDistinct);
  return Object.fromEntries(entries.map(([name, values = []]) => [name, storable(values.join(", "))]));
}

class KeptBody {
  private readonly kept: Buffer[] = [];
  private read = 0;

  constructor(private readonly maxBytes: number) {}

  /** Adds a chunk of the body; returns the number of bytes read so far. */
  take(chunk: Buffer): number {
    const room = this.maxBytes - this.read;
    if (room > 0) this.kept.push(chunk.subarray(0, room));
    this.read += chunk.length;
    return this.read;
  }

  get isCut(): boolean {
    return this.read > this.maxBytes;
  }

  /** Omits a character cut at the limit. */
  text(): string {
    return storable(new TextDecoder().decode(Buffer.concat(this.kept), { stream: this.isCut }));
  }
}

/** PostgreSQL cannot store NUL. */
function storable(text: string): string {
  return text.replaceAll("\u0000", "\ufffd");
}

/**
 * An exchange as a span, if traced. Only the host of the address is recorded, because paths and queries can contain
 * secrets. `target` is the kind of receiver, `about` identifies it.
 */
export function tracedExchange(target: string, about: Attributes, request: Exchange): Promise<ExchangeRecord> {
  const tracer = tracing();
  if (!tracer) return exchange(request);
  const { hostname, port } = new URL(request.url);
  const begun = {
    name: `${request.method ?? "POST"} ${target}`,
    kind: "client" as const,
    attributes: {
      "http.request.method": request.method ?? "POST",
      "url.scheme": "https",
      "server.address": hostname,
      "server.port": port === "" ? 443 : Number(port),
      ...about,
    },
  };
  return inSpan(tracer, begun, async (span) => {
    const record = await exchange(request);
    span.set({ "http.response.status_code": record.statusCode ?? undefined });
    if (record.error !== null) span.fail(record.error);
    return record;
  });
}
