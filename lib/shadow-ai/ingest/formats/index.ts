import { awsVpcFlow } from "@/lib/shadow-ai/ingest/formats/aws-vpc-flow";
import { bind } from "@/lib/shadow-ai/ingest/formats/bind";
import { cef } from "@/lib/shadow-ai/ingest/formats/cef";
import { cloudflareGateway } from "@/lib/shadow-ai/ingest/formats/cloudflare-gateway";
import { combined } from "@/lib/shadow-ai/ingest/formats/combined";
import { csv } from "@/lib/shadow-ai/ingest/formats/csv";
import { dnsmasq } from "@/lib/shadow-ai/ingest/formats/dnsmasq";
import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { keyValue } from "@/lib/shadow-ai/ingest/formats/key-value";
import { ndjson } from "@/lib/shadow-ai/ingest/formats/ndjson";
import { otel } from "@/lib/shadow-ai/ingest/formats/otel";
import { paloAlto } from "@/lib/shadow-ai/ingest/formats/palo-alto";
import { route53 } from "@/lib/shadow-ai/ingest/formats/route53";
import { squid } from "@/lib/shadow-ai/ingest/formats/squid";
import { suricata } from "@/lib/shadow-ai/ingest/formats/suricata";
import { unbound } from "@/lib/shadow-ai/ingest/formats/unbound";
import { zeek } from "@/lib/shadow-ai/ingest/formats/zeek";
import { zscaler } from "@/lib/shadow-ai/ingest/formats/zscaler";
import type { LogFormat } from "@/lib/shadow-ai/ingest/log-formats";

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
