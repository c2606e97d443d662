import { endMs, iso, isUdp, type LogWriter } from "@/lib/shadow-ai/simulate/writers/log-writer";

/** The service's own NDJSON, as a sensor at the edge of the network writes it: a line for each connection. */
export function nativeWriter(): LogWriter {
  return {
    flow(flow, emit) {
      const path = flow.protocol === "HTTP" ? flow.exchanges[0]?.path : undefined;
      const record = {
        at: iso(flow.startMs),
        vantage: "NETWORK_TRAFFIC",
        client: flow.client.address,
        // What says nothing of a name is known by its address.
        ...(flow.protocol === "TCP" || flow.protocol === "UDP"
          ? { address: flow.server.address }
          : { host: flow.server.host }),
        port: flow.server.port,
        ...(path === undefined
          ? {}
          : { url: path, method: flow.exchanges[0]?.method, userAgent: flow.software.userAgent }),
        bytesOut: flow.bytesOut,
        bytesIn: flow.bytesIn,
        packetsOut: flow.packetsOut,
        packetsIn: flow.packetsIn,
        durationMs: flow.durationMs,
        transport: isUdp(flow) ? "UDP" : "TCP",
        ...(flow.protocol === "TLS" ? { tlsFingerprint: flow.software.ja4 } : {}),
        action: flow.blocked ? "BLOCKED" : "ALLOWED",
      };
      emit("traffic.ndjson", endMs(flow), JSON.stringify(record));
    },
  };
}
