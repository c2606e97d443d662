import { csv } from "@/lib/domains/shadow-ai/ingest/formats/csv";
import { awsVpcFlow, paloAlto } from "@/lib/domains/shadow-ai/ingest/formats/firewalls";
import { cloudflareGateway, zscaler } from "@/lib/domains/shadow-ai/ingest/formats/gateways";
import { cef, keyValue } from "@/lib/domains/shadow-ai/ingest/formats/key-value";
import { ndjson } from "@/lib/domains/shadow-ai/ingest/formats/ndjson";
import { otel } from "@/lib/domains/shadow-ai/ingest/formats/otel";
import { combined, squid } from "@/lib/domains/shadow-ai/ingest/formats/proxies";
import { bind, dnsmasq, route53, unbound } from "@/lib/domains/shadow-ai/ingest/formats/resolvers";
import { suricata } from "@/lib/domains/shadow-ai/ingest/formats/suricata";
import { zeek } from "@/lib/domains/shadow-ai/ingest/formats/zeek";
import { type LogFormat, logFormats } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type { Format, Sample } from "@/lib/domains/shadow-ai/ingest/parser";
import type { ReadOptions } from "@/lib/domains/shadow-ai/ingest/types";

/** How each format is recognised and read. */
export const formats: Record<LogFormat, Format> = {
  ndjson,
  zeek,
  squid,
  combined,
  suricata,
  csv,
  "key-value": keyValue,
  cef,
  dnsmasq,
  bind,
  unbound,
  route53,
  zscaler,
  "palo-alto": paloAlto,
  "cloudflare-gateway": cloudflareGateway,
  "aws-vpc-flow": awsVpcFlow,
  otel,
};

/** Minimum share of matching lines: logs may begin with a partial line, a banner or noise. */
const shareNeeded = 0.2;

/** The format that matches most of the first lines; null if none matches. */
export function recogniseFormat(sample: Sample, { mapping }: Pick<ReadOptions, "mapping">): LogFormat | null {
  if (mapping) return "csv";
  let best: { format: LogFormat; share: number } | null = null;
  for (const format of logFormats) {
    const share = formats[format].likeness(sample);
    if (share >= shareNeeded && share > (best?.share ?? 0)) best = { format, share };
  }
  return best?.format ?? null;
}
