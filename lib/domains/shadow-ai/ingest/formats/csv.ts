import { type CsvField, type CsvMapping, suggestMapping } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { sightingOf } from "@/lib/domains/shadow-ai/ingest/field-values";
import {
  type Format,
  FormatError,
  type LineParser,
  type ParseContext,
  type Reading,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { splitDelimited } from "@/lib/domains/shadow-ai/ingest/text/delimited";

/** Any table with a time and a host. A mapping or a header with common names identifies its columns. */
export const csv: Format = {
  // A lower score than any format with specific lines.
  likeness: ([first]) => (first && !first.json && suggestMapping(first.text) ? 0.5 : 0),
  makeParser: (context) => new CsvParser(context),
};

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
    const values = splitDelimited(line, this.delimiter);
    if (!values) return "The line has an unclosed quote or too many columns.";
    if (values.length < this.columns) return "The line has fewer columns than the mapping requires.";
    return sightingOf((field) => values[this.places.get(field) ?? -1], this.context);
  }
}

/** The index of each field in a line, starting at 0. */
function placesOf({ columns, delimiter, header }: CsvMapping, first: string, file: string): Map<CsvField, number> {
  const names = header ? (splitDelimited(first, delimiter)?.map((name) => name.trim()) ?? []) : [];
  const places = new Map<CsvField, number>();
  for (const [column, field] of Object.entries(columns)) {
    const place = header ? names.indexOf(column) : Number(column) - 1;
    if (!Number.isInteger(place) || place < 0 || place >= 1_000) {
      const where = header ? "in the header" : "among the numbers from 1";
      throw new FormatError("mapping_needed", file, `The mapping's column ${JSON.stringify(column)} is not ${where}.`);
    }
    places.set(field, place);
  }
  if (places.size === 0) throw new FormatError("mapping_needed", file, "The mapping does not name any columns.");
  return places;
}
