import type { Logger } from "pino";
import { singleton } from "@/lib/platform/core/singleton";
import { clientAddress } from "@/lib/platform/http/request";
import type { Exchange } from "@/lib/platform/http/route";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { inSpan, tracing } from "@/lib/platform/telemetry/tracing";

/** Counts and logs a finished request, without its query, headers and body. */
export function observe(exchange: Exchange, operation: string, status: number): void {
  const durationMs = performance.now() - exchange.startedAt;
  const labels = { operation: exchange.isMoving ? "moved" : operation, status: String(status) };
  metrics().requestSeconds.observe(labels, durationMs / 1000);
  if (status === 429) metrics().rateLimited.inc();
  requestLog().info(
    {
      requestId: exchange.requestId,
      operation,
      status,
      durationMs: Math.round(durationMs * 100) / 100,
      organisationId: exchange.principal?.organisation.id,
      actorId: exchange.principal?.actor.id,
      clientAddress: exchange.principal ? undefined : clientAddress(exchange.request),
    },
    "request",
  );
}

/** Without redaction, which takes longer than the rest of a line: the members above are fixed and contain no secrets. */
function requestLog(): Logger {
  return singleton("request-log", () => log().child({}, { redact: [] }));
}

/**
 * Traces a request as a child of the caller's `traceparent`. The span contains no path, query, headers or body.
 *
 * @param operation `GET /v1/audit/{id}`; undefined if no operation serves the request.
 */
export function asServerSpan(
  exchange: Exchange,
  operation: string | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  const tracer = tracing();
  if (!tracer) return answer();
  const { request, requestId } = exchange;
  const route = operation?.split(" ")[1];
  const begun = {
    name: route === undefined ? request.method : `${request.method} ${route}`,
    kind: "server" as const,
    parent: request.headers.get("traceparent"),
    attributes: {
      "http.request.method": request.method,
      "http.route": route,
      "url.scheme": new URL(request.url).protocol.slice(0, -1),
      "gas.request_id": requestId,
    },
  };
  return inSpan(tracer, begun, async (span) => {
    const response = await answer();
    span.set({
      "http.response.status_code": response.status,
      "gas.organisation_id": exchange.principal?.organisation.id,
    });
    if (response.status >= 500) span.fail(String(response.status));
    return response;
  });
}
