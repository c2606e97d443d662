import { type SimulatedFormatName, simulatedFormatNames } from "@/lib/domains/shadow-ai/simulate";

/** The number in a flag's value. Throws a sentence that names the flag. */
export function parseNumber(flag: string, text: string, low: number, high: number, kind?: "fractions"): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const fits = value >= low && value <= high && (kind === "fractions" || Number.isInteger(value));
  if (fits) return value;
  throw new Error(`${flag} must be a ${kind ? "" : "whole "}number from ${low} to ${high}, not ${text}.`);
}

/** Numbers and ranges of them: `1,3,101-110`. */
export function parseNumbers(flag: string, text: string, low: number, high: number): number[] {
  return text.split(",").flatMap((part) => {
    const [first = "", last = first, ...more] = part.split("-");
    if (more.length > 0) return [parseNumber(flag, part, low, high)];
    const from = parseNumber(flag, first, low, high);
    const to = parseNumber(flag, last, low, high);
    if (to < from || to - from > 1_000) throw new Error(`${flag}: ${part} is no range of at most 1,000.`);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

export function parseDay(flag: string, text: string): string {
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  if (!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)) return text;
  throw new Error(`${flag} must be a day such as 2026-11-16, not ${text}.`);
}

/** Names of formats, or `all`. */
export function parseFormats(flag: string, text: string): SimulatedFormatName[] {
  if (text === "all") return [...simulatedFormatNames];
  const named = text.split(",").map((name) => name.trim());
  return named.map((name) => {
    const known = simulatedFormatNames.find((one) => one === name);
    if (known) return known;
    throw new Error(`${flag}: there is no format "${name}". Use ${simulatedFormatNames.join(", ")}.`);
  });
}
