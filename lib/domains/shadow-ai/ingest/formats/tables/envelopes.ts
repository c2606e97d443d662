import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import {
  type Format,
  type LineParser,
  type ParseContext,
  type Reading,
  type Sample,
  sampleOf,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { type JsonObject, objectOf, parseObject, textOf } from "@/lib/domains/shadow-ai/ingest/text/field-text";

interface Inner {
  /** Lines of one kind have the same key. */
  kind: string;
  line: string;
}

interface Formats {
  recognise(sample: Sample): LogFormat | null;
  of(format: LogFormat): Format;
}

/**
 * Lines that other systems wrapped in JSON: Splunk's HTTP Event Collector (`event`) and exports (`result._raw`), AWS
 * Network Firewall (`event`), Elasticsearch (`_source`), Docker and Fluent Bit (`log`), Filebeat and Vector (`message`).
 * The format of the content is detected for each Splunk `sourcetype`.
 */
export function envelopes(formats: Formats): Format {
  return {
    likeness: (sample) => {
      const kinds = kindsOf(sample);
      const known = [...kinds.values()].filter((lines) => formats.recognise(sampleOf(lines)) !== null);
      return sample.length === 0 ? 0 : known.flat().length / sample.length;
    },
    makeParser: (context) => new EnvelopeParser(context, formats),
  };
}

class EnvelopeParser implements LineParser {
  private readonly parsers = new Map<string, LineParser>();

  constructor(context: ParseContext, formats: Formats) {
    for (const [kind, lines] of kindsOf(context.sample)) {
      const sample = sampleOf(lines);
      const format = formats.recognise(sample);
      if (format) this.parsers.set(kind, formats.of(format).makeParser({ ...context, sample }));
    }
  }

  read(line: string): Reading {
    const object = parseObject(line);
    const inner = object && innerOf(object);
    if (!inner) return "The line is not a JSON object that wraps another line.";
    if (this.parsers.size === 0) return "The format of the wrapped line could not be detected.";
    return this.parsers.get(inner.kind)?.read(inner.line) ?? skip.OTHER_LOG;
  }
}

function kindsOf(sample: Sample): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const { json } of sample) {
    const inner = json && innerOf(json);
    if (inner) kinds.set(inner.kind, [...(kinds.get(inner.kind) ?? []), inner.line]);
  }
  return kinds;
}

function innerOf(object: JsonObject): Inner | null {
  const result = objectOf(object.result) ?? object;
  const isSplunk = ["sourcetype", "source", "host", "time", "index", "event_timestamp"].some((name) =>
    Object.hasOwn(object, name),
  );
  const shipped = shippedLine(object);
  const content = result._raw ?? object._source ?? shipped ?? (isSplunk ? (object.event ?? object.log) : undefined);
  const line = typeof content === "string" ? content.trimEnd() : objectOf(content) && JSON.stringify(content);
  if (!line) return null;
  // Programs in containers often write no time of their own.
  const shippedAt = shipped === undefined ? undefined : shippingTimes.map((name) => object[name]).find(isText);
  const hasTime = line.startsWith("{") || /\d\d:\d\d:\d\d|(?<!\d)\d{10}(?!\d)/.test(line.slice(0, 64));
  return {
    kind: textOf(result.sourcetype) ?? "",
    line: shippedAt === undefined || hasTime ? line : `${shippedAt} ${line}`,
  };
}

const shippingTimes = ["time", "@timestamp", "timestamp"];

/** The line as shipped by Docker, Fluent Bit, Filebeat or Vector. If it was parsed, the object is in ECS. */
function shippedLine(object: JsonObject): string | undefined {
  const isParsed = objectOf(object.source ?? object.client) !== null || Object.hasOwn(object, "source.ip");
  const isShipped = [...shippingTimes, "date"].some((name) => Object.hasOwn(object, name));
  return isShipped && !isParsed ? [object.log, object.message].find(isText) : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
