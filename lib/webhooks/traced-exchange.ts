import { type Attributes, inSpan, tracing } from "@/lib/tracing/tracing";
import { type Exchange, type ExchangeRecord, exchange } from "@/lib/webhooks/exchange";

/**
 * An exchange as a span, where it is traced: of the address its host alone, since paths and queries hold secrets. `target`
 * says what is sent to, `about` which of those it is.
 */
export function tracedExchange(target: string, about: Attributes, request: Exchange): Promise<ExchangeRecord> {
  const tracer = tracing();
  if (!tracer) return exchange(request);
  const { hostname, port } = new URL(request.url);
  const begun = {
    name: `POST ${target}`,
    kind: "client" as const,
    attributes: {
      "http.request.method": "POST",
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
