import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ServiceError } from "@/lib/platform/core/errors";
import { errorBody } from "@/lib/platform/http/reply";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

interface RefusedRequest {
  requestId: string;
  clientAddress: string;
}

/** Responds with an error like a route: body, headers and log line. */
export function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  error: ServiceError,
  refused: RefusedRequest,
): void {
  const { headers, body } = render(error, refused.requestId);
  response.writeHead(error.status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
  observe(error, refused);
}

/** Responds with an error to bytes that are not a request, and closes the connection. */
export function refuseConnection(socket: Duplex, error: ServiceError, refused: RefusedRequest): void {
  const { headers, body } = render(error, refused.requestId);
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString(), Connection: "close" });
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ""}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
  observe(error, refused);
}

/** The methods that any route may serve. */
export const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function methodNotAllowed(method: string): ServiceError {
  const allow = [...methods].join(", ");
  return new ServiceError("method_not_allowed", `${method} is not a supported method.`, {
    headers: { Allow: allow },
  });
}

function render(error: ServiceError, requestId: string): { headers: Record<string, string | number>; body: string } {
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...error.headers,
  };
  return { headers, body };
}

function observe(error: ServiceError, refused: RefusedRequest): void {
  metrics().requestSeconds.observe({ operation: "refused", status: String(error.status) }, 0);
  log().info({ ...refused, operation: "refused", status: error.status, error: error.code }, "request");
}
