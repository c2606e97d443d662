import {
  type JsonObject,
  listOf,
  numberFrom,
  numberOf,
  objectOf,
  textOf,
} from "@/lib/domains/shadow-ai/ingest/text/field-text";

/** A line of a Zeek log by column name. Null if the value is unset, empty or missing. */
export interface ZeekRow {
  text(column: string): string | null;
  number(column: string): number | null;
  list(column: string): readonly string[];
}

/** The line format of a file, from its header. */
export interface TsvDialect {
  separator: string;
  setSeparator: string;
  unset: string;
  empty: string;
}

const digit0 = 48;
const point = 46;
/** Maximum number of digits that fit into a number without loss. */
const exactDigits = 15;
const powersOfTen = Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent);

/**
 * One reusable object for all lines of a file. It records value offsets and creates strings only for the requested
 * values, and numbers without a string, because most columns are not needed.
 */
export class TsvRow implements ZeekRow {
  private line = "";
  private hasEscapes = false;
  /** Start of each value; one more than there are columns. */
  private readonly starts: Int32Array;
  private readonly places: ReadonlyMap<string, number>;

  constructor(
    readonly columns: readonly string[],
    private readonly dialect: TsvDialect,
  ) {
    this.starts = new Int32Array(columns.length + 1);
    this.places = new Map(columns.map((column, place) => [column, place]));
  }

  /** Reads a line. Returns false if the number of values differs from the number of columns. */
  load(line: string): boolean {
    const { starts, dialect } = this;
    const columns = starts.length - 1;
    let at = 0;
    for (let place = 0; place < columns; place++) {
      if (at === -1) return false;
      starts[place] = at;
      const next = line.indexOf(dialect.separator, at);
      at = next === -1 ? -1 : next + dialect.separator.length;
    }
    starts[columns] = line.length + dialect.separator.length;
    this.line = line;
    this.hasEscapes = line.includes("\\x");
    return at === -1;
  }

  text(column: string): string | null {
    const place = this.places.get(column);
    if (place === undefined) return null;
    const start = this.starts[place] ?? 0;
    const end = (this.starts[place + 1] ?? 0) - this.dialect.separator.length;
    if (end === start || this.isNothing(start, end)) return null;
    const value = this.line.slice(start, end);
    return this.hasEscapes && value.includes("\\x") ? unescaped(value) : value;
  }

  number(column: string): number | null {
    const place = this.places.get(column);
    if (place === undefined) return null;
    const start = this.starts[place] ?? 0;
    const end = (this.starts[place + 1] ?? 0) - this.dialect.separator.length;
    return this.decimal(start, end) ?? numberFrom(this.line.slice(start, end));
  }

  list(column: string): readonly string[] {
    return this.text(column)?.split(this.dialect.setSeparator) ?? [];
  }

  private isNothing(start: number, end: number): boolean {
    const { unset, empty } = this.dialect;
    const length = end - start;
    return (
      (length === unset.length && this.line.startsWith(unset, start)) ||
      (length === empty.length && this.line.startsWith(empty, start))
    );
  }

  /** Digits with at most one decimal point; null for other text and for more digits than are exact. */
  private decimal(start: number, end: number): number | null {
    const { line } = this;
    let value = 0;
    let fraction = -1;
    let digits = 0;
    for (let at = start; at < end; at++) {
      const code = line.charCodeAt(at);
      if (code === point && fraction === -1) fraction = 0;
      else if (code >= digit0 && code < digit0 + 10) {
        value = value * 10 + (code - digit0);
        digits++;
        if (fraction !== -1) fraction++;
      } else return null;
    }
    if (digits === 0 || digits > exactDigits) return null;
    return fraction > 0 ? value / (powersOfTen[fraction] ?? 1) : value;
  }
}

export class JsonRow implements ZeekRow {
  constructor(private readonly object: JsonObject) {}

  text(column: string): string | null {
    return textOf(this.value(column));
  }

  number(column: string): number | null {
    return numberOf(this.value(column));
  }

  list(column: string): readonly string[] {
    return listOf(this.value(column)).filter((item) => typeof item === "string");
  }

  /** `id.orig_h` may also be the nested member `orig_h` of `id`. */
  private value(column: string): unknown {
    if (Object.hasOwn(this.object, column)) return this.object[column];
    return column.startsWith("id.") ? objectOf(this.object.id)?.[column.slice(3)] : undefined;
  }
}

/** Zeek escapes separators and non-printable characters as `\x09`. */
export function unescaped(text: string): string {
  return text.replace(/\\x([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
