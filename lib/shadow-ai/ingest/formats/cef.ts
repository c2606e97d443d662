import { fieldsOf } from "@/lib/shadow-ai/ingest/field-names";
import { sightingOf } from "@/lib/shadow-ai/ingest/field-values";
import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { readExtension } from "@/lib/shadow-ai/ingest/text/pairs";
import { splitSyslog } from "@/lib/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** Version, vendor, product, version, signature, name and severity, each with `\|` escaped. */
const header = /CEF: ?\d\|(?:[^|\\]{0,500}(?:\\.[^|\\]{0,500}){0,20}\|){6}/;
const headerReach = 4_096;

/**
 * Common Event Format, with or without a syslog header. `out` counts the client's bytes and `in` those to it, as firewalls and
 * proxies write them.
 */
export const cef: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => header.test(text.slice(0, headerReach))),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function readLine(line: string, context: ParseContext): Reading {
  const match = header.exec(line.slice(0, headerReach));
  if (!match) return "The line has no header of CEF.";
  const pairs = readExtension(line.slice(match.index + match[0].length));
  const fields = fieldsOf(pairs.keys());
  const seen = sightingOf((field) => pairs.get(fields.get(field) ?? ""), context);
  seen.durationMs ??= durationOf(pairs, context);
  if (fields.has("time")) return seen;
  return { ...seen, atMs: parseTime(timeBefore(line.slice(0, match.index)), context) };
}

/** From CEF's own `start` and `end`. Devices that know a single moment write it as both: that is no duration. */
function durationOf(pairs: Map<string, string>, context: ParseContext): number | null {
  const durationMs = parseTime(pairs.get("end"), context) - parseTime(pairs.get("start"), context);
  return durationMs > 0 ? durationMs : null;
}

/** The time of a syslog header without a program: `Nov 22 10:15:00 fw1 CEF:0|…`. */
function timeBefore(text: string): string | null {
  const known = splitSyslog(text).time;
  return known ?? /[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S{8,24}/.exec(text)?.[0] ?? null;
}
