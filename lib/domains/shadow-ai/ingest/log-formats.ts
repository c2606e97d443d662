/** All supported log formats, with their titles. */
export const logFormatTitles = {
  ndjson: "NDJSON of this service",
  zeek: "Zeek: ssl, http, conn, dns and quic",
  squid: "Squid, native",
  combined: "Squid or Apache, common and combined",
  suricata: "Suricata EVE",
  csv: "CSV",
  "key-value": "Pairs of key=value, such as FortiGate's",
  cef: "CEF",
  dnsmasq: "dnsmasq and Pi-hole",
  bind: "BIND, log of queries",
  unbound: "Unbound",
  route53: "Amazon Route 53 Resolver, log of queries",
  zscaler: "Zscaler NSS, web",
  "palo-alto": "Palo Alto Networks, TRAFFIC and URL",
  "cloudflare-gateway": "Cloudflare Gateway: HTTP, DNS and network",
  "aws-vpc-flow": "Amazon VPC flow logs",
  otel: "OpenTelemetry, spans of generative AI",
} as const;

export type LogFormat = keyof typeof logFormatTitles;

export const logFormats = Object.keys(logFormatTitles) as [LogFormat, ...LogFormat[]];
