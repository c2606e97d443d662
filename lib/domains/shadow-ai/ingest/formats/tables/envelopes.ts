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
 * The format of the content is detected for each Splunk `sourcetype`, when its first lines are read.
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

/** Kinds whose format is detected after the start of the file, and lines of each that are tried. Both bound the memory. */
const laterKindsMax = 100;
const laterLinesMax = 20;

class EnvelopeParser implements LineParser {
  private readonly parsers = new Map<string, { format: LogFormat; parser: LineParser }>();
  /** The number of lines of each kind that were tried after the start of the file. */
  private readonly tried = new Map<string, number>();
  private format: LogFormat | null = null;

  constructor(
    private readonly context: ParseContext,
    private readonly formats: Formats,
  ) {
    for (const [kind, lines] of kindsOf(context.sample)) this.detect(kind, lines);
  }

  read(line: string): Reading {
    const object = parseObject(line);
    const inner = object && innerOf(object);
    if (!inner) return "The line is not a JSON object that wraps another line.";
    const known = this.parsers.get(inner.kind) ?? this.detectLater(inner);
    this.format = known?.format ?? null;
    if (known) return known.parser.read(inner.line);
    return this.parsers.size > 0 ? skip.OTHER_LOG : "The format of the wrapped line could not be detected.";
  }

  contentFormat(): LogFormat | null {
    return this.format;
  }

  private detectLater({ kind, line }: Inner) {
    const tried = this.tried.get(kind) ?? 0;
    if (tried === laterLinesMax || (tried === 0 && this.tried.size === laterKindsMax)) return undefined;
    this.tried.set(kind, tried + 1);
    return this.detect(kind, [line]);
  }

  private detect(kind: string, lines: readonly string[]) {
    const sample = sampleOf(lines);
    const format = this.formats.recognise(sample);
    if (!format) return undefined;
    const found = { format, parser: this.formats.of(format).makeParser({ ...this.context, sample }) };
    this.parsers.set(kind, found);
    return found;
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
  const line = typeof content === "string" ? content.trimEnd() : objectOf(content) && jsonOf(content);
  if (!line) return null;
  // Programs in containers often write no time of their own.
  const shippedAt = shipped === undefined ? undefined : shippingTimes.map((name) => object[name]).find(isText);
  const hasTime = line.startsWith("{") || /\d\d:\d\d:\d\d|(?<!\d)\d{10}(?!\d)/.test(line.slice(0, 64));
  return {
    kind: textOf(result.sourcetype) ?? "",
    line: shippedAt === undefined || hasTime ? line : `${shippedAt} ${line}`,
  };
}

/** Null for content with more levels than can be written. */
function jsonOf(content: unknown): string | null {
  try {
    return JSON.stringify(content);
  } catch {
    return null;
  }
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
