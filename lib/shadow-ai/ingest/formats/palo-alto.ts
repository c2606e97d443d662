import { actionFrom } from "@/lib/shadow-ai/ingest/field-values";
import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { payloadOf } from "@/lib/shadow-ai/ingest/formats/payload";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading, Sighting } from "@/lib/shadow-ai/ingest/sighting";
import { splitDelimited } from "@/lib/shadow-ai/ingest/text/delimited";
import { numberFrom } from "@/lib/shadow-ai/ingest/text/json";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** Places in both kinds of log (PAN-OS 6.1 to 11.x); users (12, 13) are not read. */
const place = {
  received: 1,
  serial: 2,
  type: 3,
  subtype: 4,
  generated: 6,
  source: 7,
  destination: 8,
  application: 14,
  session: 22,
  repeatCount: 23,
  destinationPort: 25,
  protocol: 29,
  action: 30,
} as const;
const traffic = { bytesSent: 32, bytesReceived: 33, elapsedSeconds: 36, packetsSent: 44, packetsReceived: 45 } as const;
const url = { url: 31, userAgent: 46, method: 63 } as const;

/** `…,serial,TRAFFIC,end,…`, perhaps behind a syslog header. */
const form = /^[^,]{0,300},\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d,[^,]{0,40},(?:TRAFFIC|THREAT|[A-Z]{3,20}),/;

/** TRAFFIC and URL Filtering logs of PAN-OS as CSV through syslog: "Syslog Field Descriptions" of the administrator's guide. */
export const paloAlto: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => form.test(text)),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function readLine(line: string, context: ParseContext): Reading {
  if (!form.test(line)) return "The line is not a log of PAN-OS in CSV.";
  const values = splitDelimited(line, ",");
  if (!values) return "A quote is not closed, or there are too many columns.";
  const [type, subtype] = [values[place.type], values[place.subtype]];
  if (type === "TRAFFIC") return readTraffic(values, subtype, context);
  return type === "THREAT" && subtype === "url" ? readUrl(values, context) : null;
}

function readTraffic(values: string[], subtype: string | undefined, context: ParseContext): Reading {
  // A session that starts has no figures yet; they come when it ends.
  if (subtype === "start" || values[place.application] === "dns" || values[place.destinationPort] === "53") return null;
  const seconds = numberFrom(values[traffic.elapsedSeconds]);
  const seen = common(values, context);
  const figures: Sighting = {
    ...seen,
    action: subtype === "drop" || subtype === "deny" ? "BLOCKED" : seen.action,
    bytesOut: numberFrom(values[traffic.bytesSent]),
    bytesIn: numberFrom(values[traffic.bytesReceived]),
    packetsOut: numberFrom(values[traffic.packetsSent]),
    packetsIn: numberFrom(values[traffic.packetsReceived]),
    durationMs: seconds === null ? null : seconds * 1_000,
    join: { key: sessionOf(values), part: "FIGURES", repeats: true },
  };
  return payloadOf(figures, "IP");
}

function readUrl(values: string[], context: ParseContext): Reading {
  return {
    ...common(values, context),
    url: values[url.url],
    userAgent: values[url.userAgent],
    method: values[url.method],
    join: { key: sessionOf(values), part: "NAME" },
  };
}

function common(values: string[], context: ParseContext): Sighting {
  return {
    atMs: parseTime(values[place.generated] || values[place.received], context),
    vantage: "NETWORK_TRAFFIC",
    client: values[place.source],
    address: values[place.destination],
    port: numberFrom(values[place.destinationPort]),
    transport: values[place.protocol],
    action: actionFrom(values[place.action]),
    calls: numberFrom(values[place.repeatCount]),
  };
}

function sessionOf(values: string[]): string {
  return `pan ${values[place.serial]} ${values[place.session]}`;
}
