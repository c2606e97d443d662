import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { env } from "@/lib/platform/config/env";
import { type ErrorCode, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { lifecycle } from "@/lib/platform/core/lifecycle";
import { hasDatabaseFailed } from "@/lib/platform/database/database-failures";
import { rateHeaders } from "@/lib/platform/http/authenticate";
import { clientAddressHeader, forwardedHeader, unknownMethodHeader } from "@/lib/platform/http/request";
import { log } from "@/lib/platform/telemetry/log";
import { addressOf, peerAddress } from "./client-address";
import { answerConnectionErrors } from "./connection-errors";
import { methodNotAllowed, methods, refuseConnection, refuseRequest } from "./refusal";
import { checkTarget, originForm, targetLengthMax } from "./request-target";

/** Handles an accepted request: Next's request handler, or the handler of a test. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const requestIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Headers that proxies add to forwarded requests. */
const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/** A path without a route, for requests that this process does not serve or that Next would redirect. */
const missingPath = "/v1/no-such-path";

/**
 * The HTTP server in front of Next. It sets the request id and the client address as headers that callers cannot forge.
 * Requests that Next would answer with a redirect, an HTML page or an empty response get a JSON error. Paths that `serves`
 * rejects return 404.
 */
export function createHttpServer(handle: RequestHandler, serves: (target: string) => boolean = () => true): Server {
  const trustedHops = env().TRUSTED_PROXY_HOPS;
  const server = createServer(
    {
      // Longer than the 60 s of load balancers, so that the balancer closes idle connections first.
      keepAliveTimeout: 75_000,
      headersTimeout: 20_000,
      requestTimeout: 120_000,
      connectionsCheckingInterval: 5_000,
      // Checked below, with the API's error body.
      requireHostHeader: false,
    },
    (request, response) => receive(request, response),
  );
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    identify(request);
    refuse(request, response, "bad_request", "The only supported Expect header is 100-continue.");
  });
  server.on("connect", (request: IncomingMessage, socket) =>
    refuseConnection(socket, methodNotAllowed("CONNECT"), {
      requestId: newId("request"),
      clientAddress: peerAddress(request.socket),
    }),
  );
  const responses = answerConnectionErrors(server);
  return server;

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const requestId = identify(request);
    responses.set(request.socket, response);
    if (!server.listening || lifecycle().phase === "stopping") response.shouldKeepAlive = false;
    if (!accept(request, response)) return;
    endWithUnread(request, response);
    if (!request.url?.startsWith("/v1")) response.setHeader("X-Request-Id", requestId);
    if (!isApi(request.url ?? "")) reportUnavailable(response);
    handle(request, response).catch((error: unknown) => {
      if (error instanceof ServiceError) return refuseRequest(request, response, error, identity(request));
      log().error({ err: error, requestId }, "request failed outside its route handler");
      if (response.headersSent) response.destroy();
      else if (hasDatabaseFailed()) refuse(request, response, "unavailable", "The service cannot reach its database.");
      else refuse(request, response, "internal_error", "An internal error occurred.");
    });
  }

  /** Sets the headers that routes read, overriding the caller's values. Returns the request id. */
  function identify(request: IncomingMessage): string {
    const { headers } = request;
    const inbound = headers["x-request-id"];
    const requestId = typeof inbound === "string" && requestIdPattern.test(inbound) ? inbound : newId("request");
    const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
    replaceHeader(request, "x-request-id", requestId);
    replaceHeader(request, clientAddressHeader, addressOf(request, trustedHops));
    replaceHeader(request, unknownMethodHeader, undefined);
    replaceHeader(request, forwardedHeader, isForwarded ? "1" : undefined);
    return requestId;
  }

  function accept(request: IncomingMessage, response: ServerResponse): boolean {
    const method = request.method ?? "";
    if (request.headers.host === undefined && request.httpVersionMinor === 1) {
      return refuse(request, response, "bad_request", "The Host header is missing.");
    }
    // Node.js rejects a body whose last coding is not chunked, but ignores other codings before it.
    if (/,\s*chunked$/i.test(request.headers["transfer-encoding"] ?? "")) {
      return refuse(request, response, "bad_request", "The only supported transfer coding is chunked.");
    }
    if (hasTwoHosts(request.rawHeaders)) {
      return refuse(request, response, "bad_request", "The request has more than one Host header.");
    }
    const target = originForm(request.url ?? "");
    if (!methods.has(method)) {
      if (target === undefined || !isApi(target)) {
        refuseRequest(request, response, methodNotAllowed(method), identity(request));
        return false;
      }
      // The resource responds with its allowed methods.
      replaceHeader(request, unknownMethodHeader, method);
      request.method = "OPTIONS";
    }
    if (target === undefined) {
      if (method !== "OPTIONS" || request.url !== "*") {
        return refuse(request, response, "bad_request", "The request target is not a path.");
      }
      response.writeHead(204, { Allow: [...methods].join(", "), "X-Request-Id": identity(request).requestId });
      response.end();
      return false;
    }
    switch (checkTarget(target)) {
      case "serve":
        request.url = serves(target) ? target : missingPath;
        return true;
      case "missing":
        request.url = missingPath;
        return true;
      case "malformed":
        return refuse(request, response, "bad_request", "The path is invalid. Check its percent-encoding.");
      case "too_long":
        return refuse(request, response, "uri_too_long", `The URL must not exceed ${targetLengthMax} characters.`);
    }
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, code: ErrorCode, message: string): false {
  const { headers, method = "" } = request;
  const given = new Headers();
  for (const name of ["authorization", "cookie"]) if (headers[name]) given.set(name, String(headers[name]));
  void rateHeaders({ method, headers: given }).then((rate) => {
    refuseRequest(request, response, new ServiceError(code, message, { headers: rate }), identity(request));
  });
  return false;
}

/** Sets or removes a header in both representations of Node.js, because handlers may read either. */
function replaceHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string | undefined): void {
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    const raw = rawHeaders[i];
    if (raw?.length === name.length && raw.toLowerCase() === name) rawHeaders.splice(i, 2);
  }
  if (value === undefined) delete headers[name];
  else {
    headers[name] = value;
    rawHeaders.push(name, value);
  }
}

/** The request ID and the client address from the headers that `identify` sets. */
function identity({ headers }: IncomingMessage): { requestId: string; clientAddress: string } {
  return { requestId: String(headers["x-request-id"]), clientAddress: String(headers[clientAddressHeader]) };
}

/** RFC 9112, section 3.2: two servers could interpret it as requests to different hosts. Node.js keeps the first. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

function isApi(target: string): boolean {
  return target.startsWith("/v1") || target.startsWith("/api/");
}

/** Closes the connection of an aborted body, which would block the next request on it. */
function endWithUnread(request: IncomingMessage, response: ServerResponse): void {
  // Node.js detaches the socket from an aborted request.
  const { socket } = request;
  request.once("close", () => {
    if (request.complete) return;
    if (response.writableFinished) socket.destroySoon();
    else response.once("finish", () => socket.destroySoon());
  });
}

/** Next returns 500 for any failed page. If the database is unavailable, this becomes 503. */
function reportUnavailable(response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (status !== 500 || !hasDatabaseFailed()) return Reflect.apply(writeHead, response, [status, ...rest]);
    response.setHeader("Retry-After", "1");
    return Reflect.apply(writeHead, response, [503, ...rest]);
  }) as ServerResponse["writeHead"];
}
