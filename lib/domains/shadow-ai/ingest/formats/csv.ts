import { type CsvField, type CsvMapping, suggestMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { sightingOf } from "@/lib/domains/shadow-ai/ingest/field-values";
import { jsonRow } from "@/lib/domains/shadow-ai/ingest/formats/tables/field-table";
import {
  type Format,
  FormatError,
  type LineParser,
  notJson,
  type ParseContext,
  type Reading,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { splitDelimited, splitSpaced } from "@/lib/domains/shadow-ai/ingest/text/delimited";
import { parseObject } from "@/lib/domains/shadow-ai/ingest/text/field-text";

/** Any table with a time and a host. A mapping or a header with common names identifies its columns. */
export const csv: Format = {
  // A lower score than any format with specific lines.
  likeness: ([first]) => (first && !first.json && suggestMapping(first.text) ? 0.5 : 0),
  makeParser: (context) =>
    context.mapping?.columns && context.sample[0]?.json
      ? membersParser(context.mapping.columns, context)
      : new CsvParser(context),
};

/** JSON objects whose members a mapping names by their paths. */
function membersParser(columns: Columns, context: ParseContext): LineParser {
  const paths = new Map(Object.entries(columns).map(([path, field]) => [field, path]));
  return {
    read: (line) => {
      const object = parseObject(line);
      if (!object) return notJson;
      const row = jsonRow(object);
      return sightingOf((field) => row.text(paths.get(field) ?? "") ?? undefined, context);
    },
  };
}

type Columns = NonNullable<CsvMapping["columns"]>;

class CsvParser implements LineParser {
  private readonly delimiter: string;
  private readonly header: string | null;
  private readonly places: ReadonlyMap<CsvField, number>;
  private readonly columns: number;

  constructor(private readonly context: ParseContext) {
    const first = context.sample[0]?.text ?? "";
    const mapping = context.mapping ?? suggestMapping(first);
    if (!mapping) {
      throw new FormatError(
        "mapping_needed",
        context.file,
        "The header has no recognised time and host columns. Add a mapping.",
      );
    }
    this.delimiter = mapping.delimiter;
    this.header = mapping.header ? first : null;
    this.places = placesOf(mapping, first, context.file);
    this.columns = Math.max(...this.places.values()) + 1;
  }

  read(line: string): Reading {
    // Also if files with the same header were concatenated.
    if (line === this.header) return skip.EMPTY;
    const values = splitLine(line, this.delimiter);
    if (!values) return "The line has an unclosed quote or too many columns.";
    if (values.length < this.columns) return "The line has fewer columns than the mapping requires.";
    return sightingOf((field) => values[this.places.get(field) ?? -1], this.context);
  }
}

function splitLine(line: string, delimiter: string): string[] | null {
  return delimiter === " " ? splitSpaced(line) : splitDelimited(line, delimiter);
}

/** The index of each field in a line, starting at 0. */
function placesOf({ columns = {}, delimiter, header }: CsvMapping, first: string, file: string): Map<CsvField, number> {
  const names = header ? (splitLine(first, delimiter)?.map((name) => name.trim()) ?? []) : [];
  const places = new Map<CsvField, number>();
  for (const [column, field] of Object.entries(columns)) {
    const place = header ? names.indexOf(column) : Number(column) - 1;
    if (!Number.isInteger(place) || place < 0 || place >= 1_000) {
      const where = header ? "in the header" : "a column number from 1 to 1,000";
      throw new FormatError("mapping_needed", file, `The mapping's column ${JSON.stringify(column)} is not ${where}.`);
    }
    places.set(field, place);
  }
  if (places.size === 0) throw new FormatError("mapping_needed", file, "The mapping does not name any columns.");
  return places;
}
