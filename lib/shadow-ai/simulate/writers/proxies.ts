import {
  eachRequest,
  iso,
  type LogWriter,
  monthNames,
  seconds,
  throughProxy,
  two,
  urlOf,
} from "@/lib/shadow-ai/simulate/writers/log-writer";

/**
 * Squid's native access.log without a look into TLS: a line for each tunnel, with what it lasted and the bytes to the client.
 * Format: `time elapsed client code/status bytes method URL user hierarchy/peer type`.
 */
export function squidWriter(): LogWriter {
  return {
    flow(flow, emit) {
      if (!throughProxy(flow)) return;
      const { client, server, blocked } = flow;
      if (flow.protocol === "HTTP") {
        eachRequest(emit, flow, "access.log", (exchange) => {
          const end = exchange.startMs + exchange.durationMs;
          return `${seconds(end)} ${String(exchange.durationMs).padStart(6)} ${client.address} TCP_MISS/${exchange.status} ${exchange.responseBytes} ${exchange.method} ${urlOf(flow, exchange.path)} ${client.user ?? "-"} HIER_DIRECT/${server.address} application/octet-stream`;
        });
        return;
      }
      const code = blocked ? "TCP_DENIED/403" : "TCP_TUNNEL/200";
      const bytes = blocked ? 3_912 : flow.bytesIn;
      const peer = blocked ? "HIER_NONE/-" : `HIER_DIRECT/${server.address}`;
      const endsMs = flow.startMs + flow.durationMs;
      const elapsed = String(blocked ? 0 : flow.durationMs).padStart(6);
      const line = `${seconds(endsMs)} ${elapsed} ${client.address} ${code} ${bytes} CONNECT ${server.host}:${server.port} ${client.user ?? "-"} ${peer} -`;
      emit("access.log", endsMs, line);
    },
  };
}

/** The combined format of Apache and of Squid (`logformat combined`), of a proxy that looks into TLS. Bytes are those to the client. */
export function combinedWriter(): LogWriter {
  return {
    flow(flow, emit) {
      eachRequest(emit, flow, "proxy.log", (exchange) => {
        const bytes = flow.blocked ? 3_912 : exchange.responseBytes;
        const request = `${exchange.method} ${urlOf(flow, exchange.path)} HTTP/1.1`;
        return `${flow.client.address} - ${flow.client.user ?? "-"} [${apacheTime(exchange.startMs)}] "${request}" ${exchange.status} ${bytes} "-" "${flow.software.userAgent.replaceAll('"', '\\"')}"`;
      });
    },
  };
}

function apacheTime(atMs: number): string {
  const at = new Date(atMs);
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(":");
  return `${two(at.getUTCDate())}/${monthNames[at.getUTCMonth()]}/${at.getUTCFullYear()}:${time} +0000`;
}

/** A table as web gateways export it. */
export function csvWriter(): LogWriter {
  return {
    heads: {
      "gateway.csv":
        "timestamp,src_ip,user,department,dst_host,dst_port,method,url,status,bytes_sent,bytes_received,duration_ms,user_agent,action\n",
    },
    flow(flow, emit) {
      const { client, server } = flow;
      eachRequest(emit, flow, "gateway.csv", (exchange) =>
        [
          iso(exchange.startMs),
          client.address,
          client.user ?? "",
          client.department ?? "",
          server.host,
          server.port,
          exchange.method,
          cell(urlOf(flow, exchange.path)),
          exchange.status,
          exchange.requestBytes,
          exchange.responseBytes,
          exchange.durationMs,
          cell(flow.software.userAgent),
          flow.blocked ? "blocked" : "allowed",
        ].join(","),
      );
    },
  };
}

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
