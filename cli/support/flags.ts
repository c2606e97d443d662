import { parseArgs } from "node:util";
import { UsageError } from "./errors";

/** `--reset` (boolean), `--port 3000` or `--port=3000` (string), or a string that can be given more than once (strings). */
export type FlagTypes = Record<string, "boolean" | "string" | "strings">;

export type FlagValues<T extends FlagTypes> = {
  [K in keyof T]?: { boolean: true; string: string; strings: string[] }[T[K]];
};

/** The flags and other arguments of a command line. When a flag is repeated, the last value applies. */
export function parseCommandLine<T extends FlagTypes>(
  argv: string[],
  types: T,
): { flags: FlagValues<T>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, { type: type === "boolean" ? type : "string" } as const]),
  );
  const { tokens } = parseArgs({ args: argv, options, strict: false, tokens: true });
  const values: Record<string, string | string[] | true> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const type = Object.hasOwn(types, token.name) ? types[token.name] : undefined;
    if (type === undefined) throw new UsageError(`Unknown flag: ${token.rawName}. See --help.`);
    const { rawName, value } = token;
    if (type === "boolean") {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
      values[token.name] = true;
      continue;
    }
    if (!value || (token.inlineValue === false && value.startsWith("-")))
      throw new UsageError(`${rawName} requires a value.`);
    values[token.name] = type === "strings" ? [...((values[token.name] as string[]) ?? []), value] : value;
  }
  return { flags: values as FlagValues<T>, positionals };
}

/** The flags of a command line that takes no other arguments. */
export function parseFlags<T extends FlagTypes>(argv: string[], types: T): FlagValues<T> {
  const { flags, positionals } = parseCommandLine(argv, types);
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals[0]}. See --help.`);
  return flags;
}

/** The whole number in a flag's value. */
export function parseWholeNumber(flag: string, text: string, low: number, high: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new UsageError(`${flag} must be a whole number from ${low} to ${high}, not ${text}.`);
}

/** A port; 0 selects any free port. */
export function parsePort(text: string): number {
  return parseWholeNumber("--port", text, 0, 65_535);
}
