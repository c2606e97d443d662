import type { CsvField } from "@/lib/shadow-ai/ingest/csv-mapping";
import { fieldsOf } from "@/lib/shadow-ai/ingest/field-names";
import { sightingOf } from "@/lib/shadow-ai/ingest/field-values";
import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { type SampleLine, shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { splitDelimited } from "@/lib/shadow-ai/ingest/text/delimited";
import { objectOf, parseObject, textOf } from "@/lib/shadow-ai/ingest/text/json";

/** Places of the default feed in CSV or TSV, of which the login (1) is not read. */
const places: Partial<Record<CsvField, number>> = {
  time: 0,
  url: 3,
  action: 4,
  bytesOut: 7,
  bytesIn: 8,
  durationMs: 10,
  department: 20,
  client: 21,
  address: 22,
  method: 23,
  status: 24,
  userAgent: 25,
};
const columnsMin = 26;
const noDepartment = "Default Department";
const feedTime =
  /^"?(?:[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)"?[,\t]/;

/**
 * Web logs of Zscaler's Nanolog Streaming Service: the default feed (CSV or TSV), the feed of name=value separated by tabs, and
 * JSON. https://help.zscaler.com/unified/nss-feed-output-format-web-logs
 */
export const zscaler: Format = {
  likeness: (sample) => shareOf(sample, isZscaler),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function isZscaler({ text, json }: SampleLine): boolean {
  if (json) return textOf(json.sourcetype)?.startsWith("zscalernss") === true;
  if (/\t(?:vendor=Zscaler|product=NSS)(?:\t|$)/.test(text)) return true;
  if (!feedTime.test(text)) return false;
  const values = splitDelimited(text, delimiterOf(text));
  return (
    values !== null && values.length >= columnsMin && /^(?:Allowed|Blocked)/.test(values[places.action ?? 0] ?? "")
  );
}

function readLine(line: string, context: ParseContext): Reading {
  if (line.startsWith("{")) return readJson(line, context);
  if (/\t[A-Za-z_]{1,40}=/.test(line)) return readPairs(line, context);
  const values = splitDelimited(line, delimiterOf(line));
  if (!values || values.length < columnsMin) return "The line has fewer columns than the default feed.";
  return readValues((field) => values[places[field] ?? -1], context);
}

function readJson(line: string, context: ParseContext): Reading {
  const object = parseObject(line);
  if (!object) return "The line is not an object of JSON.";
  const event = objectOf(object.event) ?? object;
  const fields = fieldsOf(Object.keys(event));
  return readValues((field) => textOf(event[fields.get(field) ?? ""]) ?? undefined, context);
}

function readPairs(line: string, context: ParseContext): Reading {
  const [time = "", ...rest] = line.split("\t", 200);
  const pairs = new Map([["time", time]]);
  for (const pair of rest) {
    const equals = pair.indexOf("=");
    if (equals > 0) pairs.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  const fields = fieldsOf(pairs.keys());
  return readValues((field) => pairs.get(fields.get(field) ?? ""), context);
}

function readValues(valueAt: (field: CsvField) => string | undefined, context: ParseContext): Reading {
  const seen = sightingOf(valueAt, context);
  const department = seen.department === noDepartment ? null : seen.department;
  return { ...seen, vantage: "PROXY", transport: "TCP", department };
}

function delimiterOf(line: string): string {
  return line.includes("\t") ? "\t" : ",";
}
