import { csv } from "@/lib/domains/shadow-ai/ingest/formats/csv";
import { awsVpcFlow, paloAlto } from "@/lib/domains/shadow-ai/ingest/formats/firewalls";
import { cloudflareGateway, zscaler } from "@/lib/domains/shadow-ai/ingest/formats/gateways";
import { cef, keyValue } from "@/lib/domains/shadow-ai/ingest/formats/key-value";
import { ndjson } from "@/lib/domains/shadow-ai/ingest/formats/ndjson";
import { otel } from "@/lib/domains/shadow-ai/ingest/formats/otel";
import { combined, squid } from "@/lib/domains/shadow-ai/ingest/formats/proxies";
import { bind, dnsmasq, route53, unbound } from "@/lib/domains/shadow-ai/ingest/formats/resolvers";
import { suricata } from "@/lib/domains/shadow-ai/ingest/formats/suricata";
import { azure, cloudtrail, gcp, microsoft } from "@/lib/domains/shadow-ai/ingest/formats/tables/cloud";
import { coredns, envoy, haproxy, iptables, leef, meraki } from "@/lib/domains/shadow-ai/ingest/formats/tables/devices";
import { envelopes } from "@/lib/domains/shadow-ai/ingest/formats/tables/envelopes";
import { ecs, netskope, ocsf, umbrella } from "@/lib/domains/shadow-ai/ingest/formats/tables/security";
import { w3c } from "@/lib/domains/shadow-ai/ingest/formats/tables/w3c";
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
  w3c,
  leef,
  netskope,
  umbrella,
  microsoft,
  azure,
  gcp,
  cloudtrail,
  coredns,
  haproxy,
  envoy,
  meraki,
  iptables,
  ecs,
  ocsf,
  wrapped: envelopes({ recognise: (sample) => mostSimilar(sample, unwrapped), of: (format) => formats[format] }),
};

const unwrapped = logFormats.filter((format) => format !== "wrapped");

/** Minimum share of matching lines: logs may begin with a partial line, a banner or noise. */
const shareNeeded = 0.2;

/** The format that matches most of the first lines, of several the first in the list; null if none matches. */
export function recogniseFormat(sample: Sample, { mapping }: Pick<ReadOptions, "mapping">): LogFormat | null {
  if (mapping) return mapping.logformat === undefined ? "csv" : "squid";
  return mostSimilar(sample, ["wrapped", ...unwrapped]);
}

function mostSimilar(sample: Sample, candidates: readonly LogFormat[]): LogFormat | null {
  let best: { format: LogFormat; share: number } | null = null;
  for (const format of candidates) {
    const share = formats[format].likeness(sample);
    if (share >= shareNeeded && share > (best?.share ?? 0)) best = { format, share };
  }
  return best?.format ?? null;
}
