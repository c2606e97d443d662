import { isIP } from "node:net";
import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import type { CsvField } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { sightingOf } from "@/lib/domains/shadow-ai/ingest/field-values";
import { transportOf } from "@/lib/domains/shadow-ai/ingest/mask/record-maker";
import {
  type Format,
  lineFormat,
  notJson,
  type ParseContext,
  type Problem,
  type Reading,
  type Sighting,
  type Skip,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { type JsonObject, listOf, objectOf, parseObject, textOf } from "@/lib/domains/shadow-ai/ingest/text/field-text";

/** The values of a record by their names in the log. */
export interface Row {
  text(name: string): string | null;
  /** The parsed value; in logs that are not JSON, the text. */
  value(name: string): unknown;
}

/** How records of one type are recognised and read. */
export interface FieldTable {
  /** Whether a record is of this type. */
  is(row: Row): boolean;
  /** The names of each field, separated by spaces. The first name with a value applies. */
  fields: Partial<Record<CsvField, string>>;
  vantage: Sighting["vantage"];
  /** Milliseconds per unit of the duration; 1 by default. */
  msPerUnit?: number;
  /** Completes a sighting from other values, or skips the record. */
  complete?(seen: Sighting, row: Row, context: ParseContext): Reading;
}

/** Splits a line into records; null for a line of another format. */
export type RowReader = (line: string, json: JsonObject | null) => readonly Row[] | null;

/**
 * A format whose records are read by the first matching table. Other records of a readable line are skipped, as are
 * lines that match `others`, such as messages from the program itself.
 */
export function tableFormat(
  rowsOf: RowReader,
  tables: readonly FieldTable[],
  problem: Problem,
  others?: RegExp,
): Format {
  const readers = tables.map((table) => ({ table, read: readerOf(table) }));
  const readRow = (row: Row, context: ParseContext): Reading => {
    const reader = readers.find(({ table }) => table.is(row));
    return reader ? reader.read(row, context) : skip.OTHER_LOG;
  };
  return lineFormat(
    ({ text, json }) => rowsOf(text, json)?.some((row) => tables.some((table) => table.is(row))) === true,
    (line, context) => {
      const rows = rowsOf(line, parseObject(line));
      if (!rows) return others?.test(line) ? skip.OTHER_LOG : problem;
      const [first] = rows;
      if (first && rows.length === 1) return readRow(first, context);
      return allOf(rows.map((row) => readRow(row, context)));
    },
  );
}

/** A {@link tableFormat} of JSON objects, or of objects with a list of records in one of the named members. */
export function jsonTables(tables: readonly FieldTable[], lists: readonly string[] = []): Format {
  return tableFormat((_, json) => json && rowsIn(json, lists), tables, notJson);
}

function rowsIn(json: JsonObject, lists: readonly string[]): Row[] {
  const list = lists.map((name) => json[name]).find((value) => Array.isArray(value));
  if (list === undefined) return [jsonRow(json)];
  return listOf(list).flatMap((item) => {
    const object = objectOf(item);
    return object ? [jsonRow(object)] : [];
  });
}

/** The sightings of a line with several records. Without sightings, the reason of the first record. */
export function allOf(readings: readonly Reading[]): Reading {
  const sightings = readings.flatMap((reading) => (isSkipOrProblem(reading) ? [] : reading));
  return sightings.length > 0 ? sightings : (readings.find(isSkipOrProblem) ?? skip.EMPTY);
}

function isSkipOrProblem(reading: Reading): reading is Skip | Problem {
  return typeof reading === "string" || (typeof reading === "object" && "reason" in reading);
}

/** Reads the records of one table. */
export function readerOf({ fields, vantage, msPerUnit = 1, complete }: FieldTable) {
  const names = new Map(Object.entries(fields).map(([field, list]) => [field as CsvField, list.split(" ")]));
  return (row: Row, context: ParseContext): Reading => {
    const textAt = (field: CsvField) => firstText(row, names.get(field) ?? []);
    const seen: Sighting = { ...sightingOf(textAt, context), vantage };
    if (seen.durationMs) seen.durationMs *= msPerUnit;
    const reading = complete ? complete(seen, row, context) : seen;
    if (isSkipOrProblem(reading) || Array.isArray(reading)) return reading;
    return skipReasonOf(reading as Sighting) ?? reading;
  };
}

function skipReasonOf({ client, vantage, port, transport }: Sighting): Skip | null {
  if (!client) return skip.NO_CLIENT;
  if (vantage !== "NETWORK_TRAFFIC") return null;
  if (transport && transportOf(transport) === null) return skip.OTHER_PROTOCOL;
  return port === 53 ? skip.RESOLVER_TRAFFIC : null;
}

function firstText(row: Row, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = row.text(name);
    if (text && text !== "-") return text;
  }
  return undefined;
}

const paths = new BoundedCache<readonly string[]>();

/** The members of an object, nested (`{"a":{"b":1}}`) or flat (`{"a.b":1}`), by names such as `a.b`. */
export function jsonRow(object: JsonObject): Row {
  const value = (name: string) => {
    if (Object.hasOwn(object, name)) return object[name];
    let current: unknown = object;
    for (const part of paths.get(name, (path) => path.split("."))) {
      const parent: JsonObject | null = Array.isArray(current) ? objectOf(current[0]) : objectOf(current);
      current = parent && Object.hasOwn(parent, part) ? parent[part] : undefined;
    }
    return current;
  };
  return {
    value,
    text: (name) => {
      const found = value(name);
      return textOf(Array.isArray(found) ? found[0] : found);
    },
  };
}

/** A row of named texts. */
export function textRow(values: { readonly get: (name: string) => string | undefined }): Row {
  return { value: (name) => values.get(name), text: (name) => values.get(name) ?? null };
}

/** A row of the named groups of a pattern. */
export function groupRow(pattern: RegExp, line: string): Row | null {
  const groups = pattern.exec(line.length > 8_192 ? line.slice(0, 8_192) : line)?.groups;
  return groups ? textRow(new Map(Object.entries(groups).filter(([, value]) => value !== undefined))) : null;
}

/** All addresses in a text or a list of texts, lists and objects, such as the data of DNS answers. */
export function addressesIn(value: unknown, levels = 4): string[] {
  if (Array.isArray(value) && levels > 0)
    return value
      .slice(0, 100)
      .flatMap((item) => addressesIn(objectOf(item)?.rdata ?? objectOf(item)?.data ?? item, levels - 1));
  return typeof value === "string"
    ? value
        .slice(0, 8_192)
        .split(/[\s,;"]+/)
        .filter((word) => isIP(word) !== 0)
    : [];
}
