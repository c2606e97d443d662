import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formats: Record<string, string> = {
  email: "an e-mail address",
  url: "a URL",
  datetime: "a time as in RFC 3339: 2026-11-22T09:30:00Z",
  date: "a day: 2026-11-22",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
};

/** What is wrong with a value, in words that go on from the name of its field; undefined where the schema says it itself. */
export function problemWords(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return kinds[issue.expected] && `must be ${kinds[issue.expected]}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return formats[issue.format] && `must be ${formats[issue.format]}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "too_small":
      return smallWords(issue);
    case "too_big":
      return bigWords(issue);
    default:
      return undefined;
  }
}

function smallWords({ origin, minimum, inclusive, exact }: RawIssue & { code: "too_small" }): string {
  const unit = unitOf(origin, minimum);
  if (unit === undefined) return inclusive === false ? `must be more than ${minimum}` : `must be at least ${minimum}`;
  if (exact) return `must have exactly ${minimum} ${unit}`;
  return Number(minimum) === 1 ? "must not be empty" : `must have at least ${minimum} ${unit}`;
}

function bigWords({ origin, maximum, inclusive, exact }: RawIssue & { code: "too_big" }): string {
  const unit = unitOf(origin, maximum);
  if (unit === undefined) return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`;
  return `must have ${exact ? "exactly" : "at most"} ${maximum} ${unit}`;
}

/** What is counted; undefined where the value itself is compared. */
function unitOf(origin: string, count: number | bigint): string | undefined {
  const isOne = Number(count) === 1;
  if (origin === "string") return isOne ? "character" : "characters";
  if (["array", "set", "map", "object", "record"].includes(origin)) return isOne ? "entry" : "entries";
  return undefined;
}
