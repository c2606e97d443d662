import { eachRequest, iso, type LogWriter, syslogTime, urlOf } from "@/lib/shadow-ai/simulate/writers/log-writer";

/**
 * Zscaler's web log over Cloud NSS, in its JSON (help.zscaler.com, "NSS Feed Output Format: Web Logs"). Sizes are of the whole
 * request and response.
 */
export function zscalerWriter(): LogWriter {
  let eventId = 7_100_000_000;
  return {
    flow(flow, emit) {
      const { client, server, blocked } = flow;
      eachRequest(emit, flow, "nss-web.json", (exchange) => {
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
    },
  };
}

/** Zscaler's feed for ArcSight, with CEF's own `start` and `end` added: `in` is the response, `out` the request. */
export function cefWriter(): LogWriter {
  return {
    flow(flow, emit) {
      const { client, server, blocked } = flow;
      const action = blocked ? "Blocked" : "Allowed";
      eachRequest(emit, flow, "nss.cef", (exchange) => {
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
    },
  };
}

function value(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("=", "\\=");
}

/** Cloudflare's Logpush of the dataset gateway_http: no bytes (developers.cloudflare.com, "Gateway HTTP"). */
export function cloudflareWriter(): LogWriter {
  return {
    flow(flow, emit) {
      const { client, server } = flow;
      eachRequest(emit, flow, "gateway_http.json", (exchange) =>
        JSON.stringify({
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
        }),
      );
    },
  };
}
