/** All supported log formats, with their titles. */
export const logFormatTitles = {
  ndjson: "Native NDJSON",
  zeek: "Zeek: ssl, http, conn, dns and quic",
  squid: "Squid, native",
  combined: "Squid or Apache, common and combined",
  suricata: "Suricata EVE",
  csv: "CSV",
  "key-value": "key=value pairs, such as FortiGate logs",
  cef: "CEF",
  dnsmasq: "dnsmasq and Pi-hole",
  bind: "BIND and Infoblox query log",
  unbound: "Unbound",
  route53: "Amazon Route 53 Resolver query log",
  zscaler: "Zscaler NSS: web, firewall and DNS",
  "palo-alto": "Palo Alto Networks: TRAFFIC and URL",
  "cloudflare-gateway": "Cloudflare Gateway: HTTP, DNS and network",
  "aws-vpc-flow": "Amazon VPC flow logs",
  otel: "OpenTelemetry, generative AI spans",
} as const;

export type LogFormat = keyof typeof logFormatTitles;

export const logFormats = Object.keys(logFormatTitles) as [LogFormat, ...LogFormat[]];
