import { FastResponse } from "srvx";
import { z } from "zod";
import type { OrganisationMove } from "@/lib/platform/core/context";
import { ServiceError, unavailable } from "@/lib/platform/core/errors";
import { isDatabaseUnavailable, isOrganisationMoving, isSchemaBroken } from "@/lib/platform/database/db";
import type { Exchange } from "@/lib/platform/http/route";
import type { RouteOptions } from "@/lib/platform/http/types";
import type { RateState } from "@/lib/platform/rate-limits";
import { isStorageFailure } from "@/lib/platform/storage/storage-failures";
import { log } from "@/lib/platform/telemetry/log";

interface ReplyExtras {
  status?: number;
  headers?: Record<string, string>;
}

/** A response with a status, headers, text or bytes, a stream or rendered JSON. Handlers that return plain data don't need it. */
export class Reply {
  private constructor(
    readonly body:
      | { data: unknown }
      | { json: string }
      | { text: string | Uint8Array<ArrayBuffer>; type: string }
      | { stream: ReadableStream<Uint8Array> | null; type: string },
    readonly status: number | undefined,
    readonly headers: Record<string, string>,
  ) {}

  static of(this: void, value: unknown): Reply {
    return value instanceof Reply ? value : Reply.data(value);
  }

  static data(data: unknown, extras: ReplyExtras = {}): Reply {
    return new Reply({ data }, extras.status, extras.headers ?? {});
  }

  /** JSON text that was already rendered by its schema. */
  static json(json: string, extras: ReplyExtras = {}): Reply {
    return new Reply({ json }, extras.status, extras.headers ?? {});
  }

  static text(text: string | Uint8Array<ArrayBuffer>, type: string, extras: ReplyExtras = {}): Reply {
    return new Reply({ text, type }, extras.status, extras.headers ?? {});
  }

  /** `null` for a response without a body. */
  static stream(stream: ReadableStream<Uint8Array> | null, type: string, extras: ReplyExtras = {}): Reply {
    return new Reply({ stream, type }, extras.status, extras.headers ?? {});
  }
}

/**
 * Reads the first chunk before the stream is returned, so that an early failure becomes an error response instead of a
 * truncated one.
 */
export async function withFirstChunk(stream: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = stream.getReader();
  let next: Promise<ReadableStreamReadResult<Uint8Array>> | undefined = Promise.resolve(await reader.read());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (next ?? reader.read());
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

const jsonType = "application/json; charset=utf-8";

/** Renders data with the operation's schema. */
export function renderData(
  data: unknown,
  options: Pick<RouteOptions, "response" | "alternatives">,
  status: number,
): string {
  const schema = options.alternatives?.[status] ?? options.response;
  if (!(schema instanceof z.ZodType)) throw new Error("an operation without a JSON schema returned data");
  return JSON.stringify(schema.parse(data));
}

export function renderReply(reply: Reply, options: RouteOptions, exchange: Exchange): Response {
  const status = reply.status ?? options.status ?? 200;
  const headers = commonHeaders(exchange);
  let body: BodyInit | null = null;
  if ("stream" in reply.body) {
    headers["Content-Type"] = reply.body.type;
    body = reply.body.stream;
  } else if ("text" in reply.body) {
    headers["Content-Type"] = reply.body.type;
    body = reply.body.text;
  } else if (status !== 204 && status !== 304) {
    headers["Content-Type"] = jsonType;
    body = "json" in reply.body ? reply.body.json : renderData(reply.body.data, options, status);
  }
  Object.assign(headers, reply.headers);
  return new FastResponse(body, { status, headers });
}

/** Renders an error. Only the message of a ServiceError is sent; other errors are logged with the request id. */
export function renderError(thrown: unknown, exchange: Exchange): Response {
  const error = thrown instanceof ServiceError ? thrown : asServiceError(thrown, exchange);
  exchange.isMoving = error instanceof MovingError;
  const headers = commonHeaders(exchange);
  const own = exchange.errorBody?.(error, exchange.request);
  headers["Content-Type"] = own?.type ?? jsonType;
  Object.assign(headers, error.headers);
  const body = own?.bytes ?? JSON.stringify(errorBody(error, exchange.requestId));
  return new FastResponse(body, { status: own?.status ?? error.status, headers });
}

/** The body of an error: `{ error, message, requestId, details? }` and its additional members. */
export function errorBody(error: ServiceError, requestId: string): Record<string, unknown> {
  return {
    error: error.code,
    message: error.message,
    requestId,
    ...(error.details ? { details: error.details } : {}),
    ...error.members,
  };
}

/** An operator must repair the database first: an immediate retry cannot succeed. */
const schemaRetrySeconds = 30;

const moving = "Your organisation is moving to another installation. Try again in a moment.";

/** Intended for the time of a move, so it is not counted as an error of the service. */
class MovingError extends ServiceError {}

/** A switch takes seconds to minutes. */
function movingError(): MovingError {
  return new MovingError("unavailable", moving, { headers: { "Retry-After": "10" } });
}

/** Rejects a request of an organisation that is not served here, or that cannot be written while it moves. */
export function requireServed(move: OrganisationMove | undefined, method: string): void {
  if (move === undefined) return;
  if (move.state === "MOVED" && move.address !== null) {
    const message = `Your organisation has moved to ${move.address}. Send your requests there.`;
    throw new MovingError("unavailable", message, {
      members: { movedTo: move.address },
      headers: { "Retry-After": "3600" },
    });
  }
  const reads = move.state !== "ARRIVING" && ["GET", "HEAD", "OPTIONS"].includes(method);
  if (!reads) throw movingError();
}

function asServiceError(thrown: unknown, exchange: Exchange): ServiceError {
  if (isDatabaseUnavailable(thrown)) {
    const server = isStorageFailure(thrown) ? "object store" : "database";
    log().warn({ err: thrown, requestId: exchange.requestId }, `${server} not reachable`);
    return unavailable(
      `The service cannot reach its ${server}. The request may have taken effect: repeat it with the same Idempotency-Key.`,
    );
  }
  if (isOrganisationMoving(thrown)) return movingError();
  if (isSchemaBroken(thrown)) {
    log().error({ err: thrown, requestId: exchange.requestId }, "database schema differs from the migrations");
    return unavailable(
      "The service cannot use its database: its tables or permissions differ from the migrations. An operator must repair the database; npm run fsck lists the differences.",
      schemaRetrySeconds,
    );
  }
  log().error({ err: thrown, requestId: exchange.requestId }, "request failed unexpectedly");
  return new ServiceError("internal_error", "An internal error occurred. Include the request ID when you report it.");
}

export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetSeconds),
  };
}

function commonHeaders(exchange: Exchange): Record<string, string> {
  const headers: Record<string, string> = {
    "X-Request-Id": exchange.requestId,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  const { rate, deprecated } = exchange;
  if (rate) Object.assign(headers, rateLimitHeaders(rate));
  if (deprecated) {
    headers["Deprecation"] = `@${Math.floor(Date.parse(deprecated.since) / 1000)}`;
    if (deprecated.sunset) headers["Sunset"] = new Date(deprecated.sunset).toUTCString();
  }
  return headers;
}
