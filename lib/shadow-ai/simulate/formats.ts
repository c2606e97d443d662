import { fortigateWriter, paloAltoWriter, vpcFlowWriter } from "@/lib/shadow-ai/simulate/writers/firewalls";
import { cefWriter, cloudflareWriter, zscalerWriter } from "@/lib/shadow-ai/simulate/writers/gateways";
import type { LogWriter } from "@/lib/shadow-ai/simulate/writers/log-writer";
import { nativeWriter } from "@/lib/shadow-ai/simulate/writers/native";
import { combinedWriter, csvWriter, squidWriter } from "@/lib/shadow-ai/simulate/writers/proxies";
import { bindWriter, dnsmasqWriter, route53Writer, unboundWriter } from "@/lib/shadow-ai/simulate/writers/resolvers";
import { spanWriter } from "@/lib/shadow-ai/simulate/writers/spans";
import { suricataWriter } from "@/lib/shadow-ai/simulate/writers/suricata";
import { zeekWriter } from "@/lib/shadow-ai/simulate/writers/zeek";

/** What a format can tell, whatever reads it. */
export interface SimulatedFormat {
  title: string;
  files: readonly string[];
  /** What a line stands for. `connection`: all that passes the edge; `tunnel` and `request`: the web alone, as a proxy sees it. */
  grain: "connection" | "tunnel" | "request" | "lookup" | "span";
  /** Which directions' bytes it has. */
  bytes: "both" | "in" | "none";
  /** Whether it has the paths of requests that are not encrypted, to machines of the firm too. */
  cleartextPaths: boolean;
  writer(seed: number): LogWriter;
}

function format(
  title: string,
  grain: SimulatedFormat["grain"],
  bytes: SimulatedFormat["bytes"],
  files: readonly string[],
  writer: SimulatedFormat["writer"],
  cleartextPaths = false,
): SimulatedFormat {
  return { title, grain, bytes, files, writer, cleartextPaths };
}

const zeekFiles = ["conn.log", "ssl.log", "http.log", "dns.log", "quic.log"];

/** The formats that the simulator writes, under the names by which they are read; `zeek-json` is read as `zeek`. */
export const simulatedFormats = {
  ndjson: format("NDJSON of the service", "connection", "both", ["traffic.ndjson"], nativeWriter, true),
  zeek: format("Zeek, TSV", "connection", "both", zeekFiles, (seed) => zeekWriter(seed, "tsv"), true),
  "zeek-json": format("Zeek, JSON", "connection", "both", zeekFiles, (seed) => zeekWriter(seed, "json"), true),
  suricata: format("Suricata EVE", "connection", "both", ["eve.json"], suricataWriter, true),
  squid: format("Squid, native", "tunnel", "in", ["access.log"], squidWriter),
  combined: format("Combined, of a proxy", "request", "in", ["proxy.log"], combinedWriter),
  csv: format("CSV of a web gateway", "request", "both", ["gateway.csv"], csvWriter),
  "key-value": format("FortiGate, web filter and traffic", "connection", "both", ["fortigate.log"], fortigateWriter),
  cef: format("CEF of a web gateway", "request", "both", ["nss.cef"], cefWriter),
  dnsmasq: format("dnsmasq", "lookup", "none", ["dnsmasq.log"], dnsmasqWriter),
  bind: format("BIND", "lookup", "none", ["named.log"], bindWriter),
  unbound: format("Unbound", "lookup", "none", ["unbound.log"], unboundWriter),
  route53: format("Route 53 Resolver", "lookup", "none", ["resolver.json"], route53Writer),
  zscaler: format("Zscaler NSS, web", "request", "both", ["nss-web.json"], zscalerWriter),
  "palo-alto": format("Palo Alto Networks, TRAFFIC and URL", "connection", "both", ["pan.log"], paloAltoWriter),
  "cloudflare-gateway": format("Cloudflare Gateway, HTTP", "request", "none", ["gateway_http.json"], cloudflareWriter),
  "aws-vpc-flow": format(
    "VPC flow logs with Route 53",
    "connection",
    "both",
    ["vpc-flow.log", "resolver.json"],
    vpcFlowWithNames,
  ),
  otel: format("OpenTelemetry spans", "span", "none", ["spans.json"], spanWriter),
} as const satisfies Record<string, SimulatedFormat>;

export type SimulatedFormatName = keyof typeof simulatedFormats;

export const simulatedFormatNames = Object.keys(simulatedFormats) as [SimulatedFormatName, ...SimulatedFormatName[]];

function vpcFlowWithNames(): LogWriter {
  return { ...vpcFlowWriter(), ...route53Writer() };
}
