/** The values that a URL can contain. */
export type UrlData = string | number | boolean | readonly string[];

/** Reads a value of the URL's query, and writes it. */
export interface UrlValue<Value extends UrlData, Missing extends UrlData | null = null> {
  /** Returns null if the text is not a valid value. */
  parse(text: string): Value | null;
  write(value: Value): string;
  /** The value if the URL contains no valid value: null, or the default. */
  readonly missing: Missing;
}

interface OptionalValue<Value extends UrlData> extends UrlValue<Value> {
  withDefault(missing: Value): UrlValue<Value, Value>;
}

/** The values of a page's URL by name. */
export type UrlValues = Record<string, UrlValue<UrlData, UrlData | null>>;

/** The type of each value. */
export type ValuesOf<Names extends UrlValues> = {
  [Name in keyof Names]: Names[Name] extends UrlValue<infer Value extends UrlData, infer Missing extends UrlData | null>
    ? Value | Missing
    : never;
};

/** Values to write. Null removes a value. */
export type ChangeOf<Names extends UrlValues> = Partial<{ [Name in keyof Names]: ValuesOf<Names>[Name] | null }>;

/** The `searchParams` of a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

export function urlValue<Value extends UrlData>(
  parse: (text: string) => Value | null,
  write: (value: Value) => string = String,
): OptionalValue<Value> {
  return { parse, write, missing: null, withDefault: (missing) => ({ parse, write, missing }) };
}

export const urlString = urlValue((text: string) => text);
export const urlBoolean = urlValue((text: string) => (text === "true" || text === "false" ? text === "true" : null));
export const urlNumber = urlValue((text: string) => {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
});

export function urlEnum<const Value extends string>(values: readonly Value[]): OptionalValue<Value> {
  return urlValue((text: string) => values.find((value) => value === text) ?? null);
}

/** Several texts, separated by commas. A comma in a text is encoded twice. */
export const urlStringList = urlValue(
  (text: string): string[] | null => {
    const texts = text.split(",").filter((one) => one !== "");
    return texts.length === 0 ? null : texts.map((one) => one.replaceAll(/%2c/gi, ","));
  },
  (texts) => texts.map((one) => one.replaceAll(",", "%2C")).join(","),
);

/** Reads the values of a query. If a name is repeated, the first value is used. */
export function readUrl<Names extends UrlValues>(names: Names, query: URLSearchParams | SearchParams): ValuesOf<Names> {
  const textOf = (name: string) => {
    if (query instanceof URLSearchParams) return query.get(name);
    const found = query[name];
    return typeof found === "string" ? found : found?.[0];
  };
  const read = ([name, { parse, missing }]: [string, UrlValue<UrlData, UrlData | null>]) => {
    const text = textOf(name);
    return [name, (typeof text === "string" ? parse(text) : null) ?? missing];
  };
  return Object.fromEntries(Object.entries(names).map(read)) as ValuesOf<Names>;
}

/** Writes values into a query and keeps its other parameters. Omits defaults. */
export function writeUrl<Names extends UrlValues>(
  names: Names,
  change: ChangeOf<Names>,
  query: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  for (const [name, value] of Object.entries(change)) {
    const written = names[name];
    if (!written) continue;
    const text = value === null ? null : written.write(value as UrlData);
    const isDefault = written.missing !== null && text === written.write(written.missing);
    if (text === null || isDefault) query.delete(name);
    else query.set(name, text);
  }
  return query;
}
