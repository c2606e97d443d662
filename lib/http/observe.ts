import { clientAddress } from "@/lib/http/client-address";
import type { Exchange } from "@/lib/http/route";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";

/** Counts a finished exchange and writes its line in the log: no query, no header, no body. */
export function observe(exchange: Exchange, operation: string, status: number): void {
  const durationMs = performance.now() - exchange.startedAt;
  metrics().requestSeconds.observe({ operation, status: String(status) }, durationMs / 1000);
  if (status === 429) metrics().rateLimited.inc();
  log().info(
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
