import { parseArgs } from "node:util";

/** A flag of a command line: `--reset` where it is a boolean, `--port 3000` or `--port=3000` where it takes a value. */
export type FlagTypes = Record<string, "boolean" | "string">;

type Values<T extends FlagTypes> = { [K in keyof T]?: T[K] extends "boolean" ? true : string };

/**
 * The flags of a command line. The last of a repeated flag counts.
 *
 * @throws an Error with a sentence for the person who typed it: an unknown flag, a missing or superfluous value.
 */
export function parseFlags<T extends FlagTypes>(argv: string[], types: T): Values<T> {
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  const { tokens } = parseArgs({ args: argv, options, strict: false, tokens: true });
  const values: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind === "positional") throw new Error(`Unexpected argument: ${token.value}. See --help.`);
    if (token.kind === "option-terminator") continue;
    const type = Object.hasOwn(types, token.name) ? types[token.name] : undefined;
    if (type === undefined) throw new Error(`Unknown flag: ${token.rawName}. See --help.`);
    if (type === "boolean" && token.value !== undefined) throw new Error(`${token.rawName} takes no value.`);
    const isNextFlag = token.inlineValue === false && token.value.startsWith("-");
    if (type === "string" && (!token.value || isNextFlag)) throw new Error(`${token.rawName} needs a value.`);
    values[token.name] = token.value ?? true;
  }
  return values as Values<T>;
}

/** The port in a flag's value; 0 means any free one. Throws a sentence for anything else. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--port must be a number from 0 to 65535, not ${text}.`);
  return port;
}
