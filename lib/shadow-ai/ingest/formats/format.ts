import type { CsvMapping } from "@/lib/shadow-ai/ingest/csv-mapping";
import type { Sample } from "@/lib/shadow-ai/ingest/sample";
import type { LineParser, ParseContext } from "@/lib/shadow-ai/ingest/sighting";

/** What a parser is made for. */
export interface FileContext extends ParseContext {
  /** Name of the file. */
  file: string;
  sample: Sample;
  mapping?: CsvMapping | undefined;
}

/** How one format is recognised and read. */
export interface Format {
  /** How much of the beginning of a file looks like this format, from 0 to 1. */
  likeness(sample: Sample): number;
  /** A parser for one file. Throws FormatError where more must be told first. */
  makeParser(context: FileContext): LineParser;
}
