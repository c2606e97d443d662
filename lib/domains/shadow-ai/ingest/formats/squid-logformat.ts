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
};

/** A format code: `%`, quoting, alignment and width, argument, name. */
const code = /%(["'[#/]?)-?\d{0,4}(?:\.\d{1,4})?(\{[^}]{0,100}\})?((?:\w{1,12}::)?[<>]?[A-Za-z_]{1,24})/g;

/** A compiled `logformat`: reads the fields of a line; null for another line. */
export type SquidLineReader = (line: string) => ((field: string) => string | undefined) | null;

/** Compiles the format of Squid's `logformat` directive. Null without a time and a destination. */
export function compileLogformat(format: string): SquidLineReader | null {
  const fields: (string | null)[] = [];
  let source = "^\\s*";
  let end = 0;
  for (const match of format.matchAll(code)) {
    const [whole, quoting = "", argument = "", name = ""] = match;
    source += literal(format.slice(end, match.index));
    end = match.index + whole.length;
    const field = (Object.hasOwn(codes, name) ? codes[name] : codes[`${argument}${name}`]) ?? null;
    fields.push(fields.includes(field) ? null : field);
    source += `(${valueForm(name, quoting, format[match.index - 1], format[end])})`;
  }
  if (!fields.includes("time") || !(fields.includes("url") || fields.includes("host"))) return null;
  const pattern = new RegExp(`${source}${literal(format.slice(end))}`);
  return (line) => {
    const values = pattern.exec(line.length > 8_192 ? line.slice(0, 8_192) : line);
    return values && ((field) => (fields.includes(field) ? values[fields.indexOf(field) + 1] : undefined));
  };
}

/** A value ends before the character that follows it in the format, so that a line is read in linear time. */
function valueForm(name: string, quoting: string, before: string | undefined, after: string | undefined): string {
  if (before === '"' || quoting === '"')
    return '"?[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?'.replaceAll('"?', quoting === '"' ? '"' : "");
  if (/^t[lg]$/.test(name)) return after === "]" ? "[^\\]]*" : "\\S+(?: [+-]\\d{4})?";
  // An address can contain the colon before its port.
  if (/a$/i.test(name) && after === ":") return "[\\d.]+|\\[?[\\da-fA-F:]+\\]?(?=:\\d+\\s)";
  const ends = after === undefined || /[\s%]/.test(after) ? "" : escaped(after);
  return `[^\\s${ends}]*`;
}

function literal(text: string): string {
  return text.split(/\s+/).map(escaped).join("\\s+").replaceAll("%%", "%");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
