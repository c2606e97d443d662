import type { z } from "zod";
import { readSessionCookie } from "@/lib/platform/auth/session-token";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context, Principal } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { may, onlyForKeys, onlyForPeople, type Permission, refusal, type Scope } from "@/lib/platform/core/roles";
import { authenticate, authorizationMistake } from "@/lib/platform/http/authenticate";
import {
  acceptsNoBody,
  defaultBodyLimit,
  readBody,
  readDecompressed,
  requireMediaType,
  streamBody,
} from "@/lib/platform/http/body";
import { readIdempotencyKey, requestHash, withIdempotency } from "@/lib/platform/http/idempotency";
import { parseStrictJson } from "@/lib/platform/http/json";
import { asServerSpan, observe } from "@/lib/platform/http/observe";
import { Reply, renderError, renderReply } from "@/lib/platform/http/reply";
import { clientAddress, requestIdOf } from "@/lib/platform/http/request";
import { IdParams } from "@/lib/platform/http/schemas";
import {
  type Declaration,
  type NextHandler,
  type NextRouteContext,
  permissionOf,
  type Route,
  type RouteOptions,
  type StreamedBody,
} from "@/lib/platform/http/types";
import { validate, validateQuery } from "@/lib/platform/http/validate";
import {
  consumeAnonymous,
  consumeFor,
  limitFor,
  type RateClass,
  type RateState,
  rateLimited,
} from "@/lib/platform/rate-limits";
import { entityTag } from "@/lib/platform/resource/entity-tag";

type AnyInput = Parameters<Route["handler"]>[1];

/**
 * Declares an operation. The types of params, query and body that the handler sees come from the schemas. Without
 * `response`, the status is 204.
 */
export function route<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | StreamedBody | undefined = undefined,
>({ handler, ...options }: Declaration<P, Q, B>): Route {
  const noContent = options.response === undefined && { response: "empty", status: 204 };
  return { options: { ...options, ...noContent } as unknown as RouteOptions, handler: handler as Route["handler"] };
}

/** Declares an operation on the record that the `{id}` of the path identifies, which may not exist. */
export function recordRoute<
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | StreamedBody | undefined = undefined,
>(declared: Omit<Declaration<typeof IdParams, Q, B>, "params">): Route {
  return route({ ...declared, params: IdParams, errors: ["not_found", ...(declared.errors ?? [])] });
}

/**
 * Serves an operation. The order is the same for every `/v1` path: request id, authentication (401, and 403 for a session
 * used by another site), rate limit (429), scope or permission (403), media type (415), size (413), syntax and validation (400), idempotency (409, 422), the handler, the response.
 * A ServiceError is rendered; any other error is a 500 that contains only the request id.
 */
export function serve(operation: Route, name: string): NextHandler {
  return async function handle(request: Request, nextContext: NextRouteContext): Promise<Response> {
    const exchange = beginExchange(request, operation.options);
    return asServerSpan(exchange, name, async () => {
      let response: Response;
      try {
        const reply = await run(operation, exchange, nextContext);
        response = renderReply(reply, operation.options, exchange);
      } catch (error) {
        response = renderError(withRequiredScope(error, operation.options), exchange);
      }
      observe(exchange, name, response.status);
      return response;
    });
  };
}

/** Every `insufficient_scope` names a scope, by default the scope of the operation. */
function withRequiredScope(error: unknown, { scope }: RouteOptions): unknown {
  if (!(error instanceof ServiceError) || error.code !== "insufficient_scope" || error.members?.requiredScope)
    return error;
  const { message, details, headers } = error;
  const members = { ...error.members, requiredScope: scope };
  return new ServiceError(error.code, message, { members, ...(details && { details }), ...(headers && { headers }) });
}

/** The state of one request. */
export interface Exchange {
  request: Request;
  requestId: string;
  startedAt: number;
  principal: Principal | undefined;
  rate: RateState | undefined;
  deprecated: RouteOptions["deprecated"];
  errorBody?: RouteOptions["errorBody"];
  /** Rejected because the organisation moves to or from another installation. */
  isMoving?: boolean;
}

function beginExchange(request: Request, options: Pick<RouteOptions, "deprecated" | "errorBody">): Exchange {
  return {
    request,
    requestId: requestIdOf(request),
    startedAt: performance.now(),
    principal: undefined,
    rate: undefined,
    deprecated: options.deprecated,
    errorBody: options.errorBody,
  };
}

async function run(operation: Route, exchange: Exchange, nextContext: NextRouteContext): Promise<Reply> {
  const { options, handler } = operation;
  const principal = await admit(exchange, options);
  const input = options.cost
    ? await readCosted(operation, exchange, nextContext)
    : await readInput(operation, exchange, nextContext);
  const ctx: Context = { ...principal, clock: systemClock, requestId: exchange.requestId };
  if (options.idempotent === true) {
    const key = readIdempotencyKey(exchange.request);
    if (key !== undefined) {
      return withIdempotency(ctx, { key, input, request: exchange.request, options }, (inner) =>
        Promise.resolve(handler(inner, input)).then((value) => replyOf(value, options)),
      );
    }
  }
  return replyOf(await handler(ctx, input), options);
}

/** The reply of a handler, with the version of the resource as `ETag` and the path of a new one as `Location`. */
function replyOf(value: unknown, { version, location }: RouteOptions): Reply {
  const reply = Reply.of(value);
  if (!("data" in reply.body) || reply.headers.ETag) return reply;
  const { data } = reply.body;
  const { of = (answer: object) => answer } = version ?? {};
  return Reply.data(data, {
    ...(reply.status && { status: reply.status }),
    headers: {
      ...reply.headers,
      ...(version && { ETag: entityTag(of(data as never)) }),
      ...(location && { Location: `${location}/${idOf(data as { id?: string; importId?: string })}` }),
    },
  });
}

/** The ID for the path of a new resource. The result of an import contains the ID of the import. */
function idOf({ id, importId = id }: { id?: string; importId?: string }): string | undefined {
  return importId;
}

/** Authenticates the caller and checks rate limit and permission. Public paths get the anonymous principal. */
async function admit(exchange: Exchange, options: RouteOptions): Promise<Principal> {
  const { scope, limit, cost, background, authorization } = options;
  if (scope === "public") {
    exchange.rate = await options.admit?.(exchange.request);
    return anonymous;
  }
  const { method, headers } = exchange.request;
  const sent = authorization ? authorizationOf(authorization(headers)) : headers;
  const principal = await authenticate({ method, headers: sent }, { background });
  if (!principal) throw await rejectAnonymous(exchange, sent);
  exchange.principal = principal;
  const refused = checkPermission(principal, scope, permissionOf(options));
  if (limit !== "unlimited" && !(cost && !refused)) await charge(exchange, principal, limit, 1);
  if (refused) throw refused;
  return principal;
}

function authorizationOf(value: string): Headers {
  return new Headers(value === "" ? {} : { Authorization: value });
}

/** API keys are checked by scope only, people by the permissions of their role. */
function checkPermission(
  principal: Principal,
  scope: Scope | "session" | "key",
  permission: Permission,
): ServiceError | undefined {
  if (scope === "key") return principal.actor.kind === "user" ? onlyForKeys() : undefined;
  if (principal.actor.kind === "user") return may(principal, permission) ? undefined : refusal(principal, permission);
  if (scope === "session") return onlyForPeople();
  return principal.scopes.has(scope) ? undefined : refusal(principal, scope);
}

/** `headers`: those that `authenticate` read. */
async function rejectAnonymous(exchange: Exchange, headers: Headers): Promise<ServiceError> {
  exchange.rate = await consumeAnonymous(clientAddress(exchange.request), systemClock);
  if (!exchange.rate.allowed)
    return rateLimited(exchange.rate, systemClock, "Too many requests without a valid API key");
  const sent = headers.get("authorization") !== null;
  const hadSession = !sent && readSessionCookie(headers) !== undefined;
  return new ServiceError(
    "unauthorized",
    authorizationMistake(headers) ??
      (sent
        ? "The API key is invalid, expired or revoked."
        : hadSession
          ? "Your session has ended. Sign in again."
          : "Send an API key: Authorization: Bearer <API_KEY>."),
    { headers: { "WWW-Authenticate": sent ? 'Bearer error="invalid_token"' : "Bearer" } },
  );
}

async function charge(exchange: Exchange, principal: Principal, limit: RateClass, units: number): Promise<void> {
  exchange.rate = await consumeFor(principal.organisation, limit, units, systemClock);
  const unit = limit === "audit.write" ? "events" : "requests";
  if (!exchange.rate.allowed)
    throw rateLimited(exchange.rate, systemClock, `Rate limit exceeded: ${exchange.rate.limit} ${unit} per minute`);
}

/** A batch larger than the limit of a minute can never succeed. Costs one unit. */
async function rejectBatch(exchange: Exchange, principal: Principal, limit: RateClass): Promise<never> {
  await charge(exchange, principal, limit, 1);
  const maxEvents = limitFor(principal.organisation, limit);
  const message = `Your limit is ${maxEvents} events per minute. Split the batch.`;
  throw new ServiceError("batch_exceeds_limit", message, { members: { maxEvents } });
}

/** If the body determines the cost, it is read before it is charged. An unreadable body costs one unit. */
async function readCosted(operation: Route, exchange: Exchange, nextContext: NextRouteContext): Promise<AnyInput> {
  const { limit, cost } = operation.options;
  const { principal } = exchange;
  const pay = async (units: number) => {
    if (!principal || limit === "unlimited") return;
    if (units > limitFor(principal.organisation, limit)) await rejectBatch(exchange, principal, limit);
    await charge(exchange, principal, limit, units);
  };
  let input: AnyInput;
  try {
    input = await readInput(operation, exchange, nextContext);
  } catch (error) {
    await pay(1);
    throw error;
  }
  await pay(cost?.(input.body) ?? 1);
  return input;
}

async function readInput(operation: Route, exchange: Exchange, nextContext: NextRouteContext): Promise<AnyInput> {
  const { options } = operation;
  const { request } = exchange;
  const params = options.params ? validate(options.params, await nextContext.params) : undefined;
  const query = validateQuery(options.query, request.url);
  const body = options.body ? await readDeclaredBody(request, options, options.body) : undefined;
  const expectedVersion = options.errors?.includes("precondition_failed")
    ? (request.headers.get("if-match") ?? undefined)
    : undefined;
  return { params, query, body, idempotency: readIdempotency(options, request, body), expectedVersion, request };
}

function readIdempotency(options: RouteOptions, request: Request, body: unknown): AnyInput["idempotency"] {
  const key = options.idempotent === "operation" ? readIdempotencyKey(request) : undefined;
  return key === undefined ? undefined : { key, requestHash: requestHash(body) };
}

async function readDeclaredBody(
  request: Request,
  { bodyParsers: parsers = {}, bodyLimit: limit = defaultBodyLimit }: RouteOptions,
  declared: z.ZodType | StreamedBody,
): Promise<unknown> {
  if ("stream" in declared) {
    const type = requireMediaType(request, declared.stream, declared.encodings);
    if (!declared.decode) return streamBody(request, limit);
    return declared.decode(await readDecompressed(request, limit), type);
  }
  // A PUT without a body would reset everything to defaults.
  const optional = request.method !== "PUT" && acceptsNoBody(declared) ? await readBody(request, limit) : undefined;
  if (optional === "") return validate(declared, {});
  const type = requireMediaType(request, ["application/json", ...Object.keys(parsers)]);
  const text = optional ?? (await readBody(request, limit));
  const parse = parsers[type] ?? parseStrictJson;
  return validate(declared, parse(text));
}

const anonymous: Principal = {
  organisation: { id: "", tier: "STARTER", livemode: false, rateLimitOverrides: {} },
  actor: { kind: "system", id: "anonymous" },
  scopes: new Set(),
};

/** Rejects a request that no operation serves: 404 for the path, 405 for the method. */
export function refuse(makeError: (request: Request) => ServiceError): NextHandler {
  return async function handleRefused(request: Request): Promise<Response> {
    const exchange = beginExchange(request, {});
    return asServerSpan(exchange, undefined, async () => {
      const error = makeError(request);
      const response = renderError(await chargeRefused(exchange, error), exchange);
      observe(exchange, "unknown", response.status);
      return response;
    });
  };
}

async function chargeRefused(exchange: Exchange, error: ServiceError): Promise<unknown> {
  try {
    const principal = await authenticate(exchange.request);
    if (principal) {
      exchange.principal = principal;
      const reading = exchange.request.method === "GET" || exchange.request.method === "HEAD";
      await charge(exchange, principal, reading ? "other.read" : "other.write", 1);
      return error;
    }
    const refusal = await rejectAnonymous(exchange, exchange.request.headers);
    return refusal.code === "rate_limited" ? refusal : error;
  } catch (thrown) {
    return thrown;
  }
}
