/** Format codes of https://www.squid-cache.org/Doc/config/logformat/, without width and argument. Others are not read. */
const codes: Readonly<Record<string, string>> = {
  ts: "time",
  tl: "time",
  tg: "time",
  tr: "durationMs",
  ">a": "client",
  "<a": "address",
  Ss: "action",
  Hs: "status",
  ">Hs": "status",
  "<Hs": "status",
  ">st": "bytesOut",
  "<st": "bytesIn",
  rm: "method",
  ">rm": "method",
  ru: "url",
  ">ru": "url",
  ">rd": "host",
  ">rP": "port",
  "ssl::>sni": "host",
  "{User-Agent}>h": "userAgent",
  "{Host}>h": "host",
  un: "user",
  ul: "user",
  ue: "user",
  us: "user",
};

/** A format code: `%`, quoting, alignment and width, argument, name. */
const code = /%(["'[#/]?)-?\d{0,4}(?:\.\d{1,4})?(\{[^}]{0,100}\})?((?:\w{1,12}::)?[<>]?[A-Za-z_]{1,24})/g;

/** A compiled `logformat`: reads the fields of a line; null for another line. */
export type SquidLineReader = (line: string) => ((field: string) => string | undefined) | null;

/**
 * Compiles the format of Squid's `logformat` directive. Null without a time and a destination. The parts are matched one
 * after the other, and none gives characters back to the next, so that a line is read in linear time.
 */
export function compileLogformat(text: string): SquidLineReader | null {
  const format = text.trim();
  const fields: (string | null)[] = [];
  const parts: { form: RegExp; isValue: boolean }[] = [];
  const add = (source: string, isValue = false) => parts.push({ form: new RegExp(source, "y"), isValue });
  let end = 0;
  add("\\s*");
  for (const match of format.matchAll(code)) {
    const [whole, quoting = "", argument = "", name = ""] = match;
    add(literal(format.slice(end, match.index)));
    end = match.index + whole.length;
    const field = (Object.hasOwn(codes, name) ? codes[name] : codes[`${argument}${name}`]) ?? null;
    fields.push(fields.includes(field) ? null : field);
    add(valueForm(name, quoting, format[match.index - 1], format.slice(end)), true);
  }
  if (!fields.includes("time") || !(fields.includes("url") || fields.includes("host"))) return null;
  add(literal(format.slice(end)));
  return (whole) => {
    const line = whole.slice(0, 8_192);
    const values: string[] = [];
    let at = 0;
    for (const { form, isValue } of parts) {
      form.lastIndex = at;
      const value = form.exec(line)?.[0];
      if (value === undefined) return null;
      at += value.length;
      if (isValue) values.push(value);
    }
    return (field) => (fields.includes(field) ? values[fields.indexOf(field)] : undefined);
  };
}

/** A value ends before the character that follows it in the format. */
function valueForm(name: string, quoting: string, before: string | undefined, rest: string): string {
  const after = rest[0];
  if (quoting === '"') return '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';
  if (before === '"' && after === '"') return '[^"\\\\]*(?:\\\\.[^"\\\\]*)*';
  const isPlain = after === undefined || /\s/.test(after) || (after === "%" && !rest.startsWith("%%"));
  const ends = isPlain ? "" : escaped(after);
  if (/^t[lg]$/.test(name)) return after === "]" ? "[^\\]]*" : `[^\\s${ends}]+(?: [+-]\\d{4})?`;
  // An address can contain the colon before its port.
  if (/a$/i.test(name) && after === ":") return "[\\d.]+|\\[?[\\da-fA-F:]+\\]?(?=:\\d+\\s)";
  return `[^\\s${ends}]*`;
}

function literal(text: string): string {
  return text.split(/\s+/).map(escaped).join("\\s+").replaceAll("%%", "%");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
