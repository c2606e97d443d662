import {
  clockTime,
  endMs,
  iso,
  type LogWriter,
  monthOf,
  requestWriter,
  seconds,
  syslogTime,
  throughProxy,
  urlOf,
} from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

/**
 * Squid's native access.log without TLS inspection: a line for each tunnel with its duration and the bytes to the client.
 * Format: `time elapsed client code/status bytes method URL user hierarchy/peer type`.
 */
export function squidWriter(): LogWriter {
  const requests = requestWriter("access.log", (flow, { startMs, durationMs, status, responseBytes, method, path }) => {
    const { client, server } = flow;
    const request = `TCP_MISS/${status} ${responseBytes} ${method} ${urlOf(flow, path)}`;
    const peer = `${client.user ?? "-"} HIER_DIRECT/${server.address} application/octet-stream`;
    return `${seconds(startMs + durationMs)} ${elapsed(durationMs)} ${client.address} ${request} ${peer}`;
  });
  return {
    flow(flow, emit) {
      if (!throughProxy(flow)) return;
      if (flow.protocol === "HTTP") return requests.flow?.(flow, emit);
      const { client, server, blocked, durationMs, bytesIn } = flow;
      const result = blocked ? "TCP_DENIED/403 3912" : `TCP_TUNNEL/200 ${bytesIn}`;
      const request = `${result} CONNECT ${server.host}:${server.port} ${client.user ?? "-"}`;
      const peer = blocked ? "HIER_NONE/-" : `HIER_DIRECT/${server.address}`;
      const from = `${seconds(endMs(flow))} ${elapsed(blocked ? 0 : durationMs)} ${client.address}`;
      emit("access.log", endMs(flow), `${from} ${request} ${peer} -`);
    },
  };
}

function elapsed(ms: number): string {
  return String(ms).padStart(6);
}

/** The combined format of Apache and of Squid (`logformat combined`), of a proxy that inspects TLS. Bytes are those to the client. */
export function combinedWriter(): LogWriter {
  return requestWriter("proxy.log", (flow, exchange) => {
    const bytes = flow.blocked ? 3_912 : exchange.responseBytes;
    const request = `${exchange.method} ${urlOf(flow, exchange.path)} HTTP/1.1`;
    return `${flow.client.address} - ${flow.client.user ?? "-"} [${apacheTime(exchange.startMs)}] "${request}" ${exchange.status} ${bytes} "-" "${flow.software.userAgent.replaceAll('"', '\\"')}"`;
  });
}

function apacheTime(atMs: number): string {
  const [year = "", , day = ""] = iso(atMs).slice(0, 10).split("-");
  return `${day}/${monthOf(atMs)}/${year}:${clockTime(atMs)} +0000`;
}

/** A table as web gateways export it. */
export function csvWriter(): LogWriter {
  return {
    heads: {
      "gateway.csv":
        "timestamp,src_ip,user,department,dst_host,dst_port,method,url,status,bytes_sent,bytes_received,duration_ms,user_agent,action\n",
    },
    ...requestWriter("gateway.csv", (flow, exchange) => {
      const { client, server } = flow;
      return [
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
      ].join(",");
    }),
  };
}

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Zscaler's web log over Cloud NSS, in its JSON (help.zscaler.com, "NSS Feed Output Format: Web Logs"). Sizes are of the whole
 * request and response.
 */
export function zscalerWriter(): LogWriter {
  let eventId = 7_100_000_000;
  return requestWriter("nss-web.json", (flow, exchange) => {
    const { client, server, blocked } = flow;
    const end = exchange.startMs + exchange.durationMs;
    const event = {
      datetime: iso(end).slice(0, 19).replace("T", " "),
      reason: blocked ? "Not allowed to browse this category" : "Allowed",
      event_id: String(++eventId),
      protocol: flow.protocol === "HTTP" ? "HTTP" : "HTTPS",
      action: blocked ? "Blocked" : "Allowed",
      transactionsize: String(exchange.requestBytes + exchange.responseBytes),
      responsesize: String(exchange.responseBytes),
      requestsize: String(exchange.requestBytes),
      urlcategory: "Other Information Technology",
      serverip: server.address,
      clienttranstime: String(exchange.durationMs),
      requestmethod: exchange.method,
      refererURL: "None",
      useragent: flow.software.userAgent,
      product: "NSS",
      location: "Head Office",
      ClientIP: client.address,
      status: String(exchange.status),
      user: client.user === null ? "Head Office" : `${client.user}@fabrikam.example`,
      url: `${server.host}${exchange.path}`,
      vendor: "Zscaler",
      hostname: server.host,
      clientpublicIP: "198.51.100.20",
      department: client.department ?? "Default Department",
    };
    return JSON.stringify({ sourcetype: "zscalernss-web", event });
  });
}

/** Zscaler's feed for ArcSight, with CEF's own `start` and `end` added: `in` is the response, `out` the request. */
export function cefWriter(): LogWriter {
  return requestWriter("nss.cef", (flow, exchange) => {
    const { client, server } = flow;
    const action = flow.blocked ? "Blocked" : "Allowed";
    const url = `${server.host}${exchange.path}`;
    const extension = [
      `rt=${exchange.startMs + exchange.durationMs}`,
      `start=${exchange.startMs} end=${exchange.startMs + exchange.durationMs}`,
      `act=${action}`,
      `app=${flow.protocol === "HTTP" ? "HTTP" : "HTTPS"}`,
      "cat=Other Information Technology",
      `dhost=${server.host}`,
      `dst=${server.address}`,
      `src=${client.address}`,
      `in=${exchange.responseBytes}`,
      `outcome=${exchange.status}`,
      `out=${exchange.requestBytes}`,
      `request=${value(url)}`,
      `requestMethod=${exchange.method}`,
      `requestClientApplication=${value(flow.software.userAgent)}`,
      `suser=${client.user === null ? "Head Office" : `${client.user}@fabrikam.example`}`,
    ];
    return `<134>${syslogTime(exchange.startMs)} nss01 CEF:0|Zscaler|NSSWeblog|5.7|${action}|${action}|3|${extension.join(" ")}`;
  });
}

function value(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("=", "\\=");
}

/** Cloudflare's Logpush of the dataset gateway_http: no bytes (developers.cloudflare.com, "Gateway HTTP"). */
export function cloudflareWriter(): LogWriter {
  return requestWriter("gateway_http.json", (flow, exchange) => {
    const { client, server } = flow;
    return JSON.stringify({
      AccountID: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
      Action: flow.blocked ? "block" : "allow",
      Datetime: iso(exchange.startMs).replace(/\.\d+Z$/, "Z"),
      DestinationIP: server.address,
      DestinationPort: server.port,
      DeviceName: client.machine,
      Email: client.user === null ? "" : `${client.user}@fabrikam.example`,
      HTTPHost: server.host,
      HTTPMethod: exchange.method,
      HTTPStatusCode: exchange.status,
      HTTPVersion: "HTTP/2",
      IsIsolated: false,
      PolicyName: flow.blocked ? "AI applications" : "",
      Referer: "",
      SourceIP: "198.51.100.20",
      SourceInternalIP: client.address,
      SourcePort: flow.clientPort,
      URL: urlOf(flow, exchange.path),
      UserAgent: flow.software.userAgent,
    });
  });
}
