import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { type ZeekLog, zeekLogOf, zeekLogOfPath, zeekLogs } from "@/lib/shadow-ai/ingest/formats/zeek-logs";
import { JsonRow, type TsvDialect, TsvRow, unescaped } from "@/lib/shadow-ai/ingest/formats/zeek-rows";
import { type SampleLine, shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { LineParser, ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { type JsonObject, objectOf, parseObject } from "@/lib/shadow-ai/ingest/text/json";

/** Columns of the widest log that anyone may have made, and more. */
const columnsMax = 500;
const usualDialect: TsvDialect = { separator: "\t", setSeparator: ",", unset: "-", empty: "(empty)" };

/** Zeek's logs as TSV or JSON: https://docs.zeek.org/en/master/log-formats.html */
export const zeek: Format = {
  likeness: (sample) => {
    // Once a header was seen, the lines below it are Zeek's, whatever they look like.
    const header = sample.findIndex(({ text }) => /^#(?:fields|separator)[^A-Za-z]/.test(text));
    return header === -1 ? shareOf(sample, isZeekJson) : 1;
  },
  makeParser: (context) => new ZeekParser(context),
};

class ZeekParser implements LineParser {
  private dialect = usualDialect;
  private path: string | null = null;
  private row: TsvRow | null = null;
  private log: ZeekLog | null = null;

  constructor(private readonly context: ParseContext) {}

  read(line: string): Reading {
    const first = line.charCodeAt(0);
    if (first === 35) return this.readHeader(line);
    if (first === 123) return this.readJson(line);
    const { row } = this;
    if (!row) return "No #fields header came before the line.";
    if (this.log === null) return null;
    if (!row.load(line)) return "The line has not as many columns as its header.";
    return zeekLogs[this.log](row, this.context);
  }

  /** Headers come anew where a log was rotated; anything else behind a `#` is a comment. */
  private readHeader(line: string): Reading {
    const [, name = "", separator = "", rest = ""] = /^#([a-z_]{1,20})(.)(.*)$/.exec(line) ?? [];
    if (name === "separator") {
      this.dialect = { ...usualDialect, separator: unescaped(rest) || "\t" };
      this.path = null;
    } else if (name === "set_separator") this.dialect = { ...this.dialect, setSeparator: unescaped(rest) || "," };
    else if (name === "unset_field") this.dialect = { ...this.dialect, unset: rest };
    else if (name === "empty_field") this.dialect = { ...this.dialect, empty: rest };
    else if (name === "path") this.path = rest.trim();
    else if (name === "fields") return this.readColumns(separator, rest);
    return null;
  }

  private readColumns(separator: string, rest: string): Reading {
    const columns = rest.split(separator);
    if (columns.length > columnsMax) return "The header names too many columns.";
    this.dialect = { ...this.dialect, separator };
    this.row = new TsvRow(columns, this.dialect);
    const named = new Set(columns);
    const byColumns = zeekLogOf((column) => named.has(column));
    this.log = this.path === null || this.path === "" || this.path === "-" ? byColumns : zeekLogOfPath(this.path);
    return null;
  }

  private readJson(line: string): Reading {
    const object = parseObject(line);
    if (!object) return "The line is not an object of JSON.";
    const log = jsonLog(object);
    return log && zeekLogs[log](new JsonRow(object), this.context);
  }
}

function jsonLog(object: JsonObject): ZeekLog | null {
  if (typeof object._path === "string") return zeekLogOfPath(object._path);
  const id = objectOf(object.id);
  return zeekLogOf((column) => Object.hasOwn(object, column) || (id !== null && column.startsWith("id.")));
}

function isZeekJson({ json }: SampleLine): boolean {
  if (!json || !Object.hasOwn(json, "ts")) return false;
  return typeof json._path === "string" || Object.hasOwn(json, "id.orig_h") || objectOf(json.id) !== null;
}
