import { ZodArray, ZodObject, ZodOptional, type z } from "zod";
import { type ErrorDetail, validationFailed } from "@/lib/platform/core/errors";

type Issue = z.core.$ZodIssue;

/** Parses with a schema. Throws `validation_failed` with every problem and its path below `root`. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, root = ""): z.output<S> {
  const parsed = schema.safeParse(value, { error: problemMessage });
  if (parsed.success) return parsed.data;
  throw validationFailed(distinct(parsed.error.issues.flatMap((issue) => details(issue, value, root))));
}

/** Two rules of a schema may report the same problem. */
function distinct(problems: ErrorDetail[]): ErrorDetail[] {
  const seen = new Set<string>();
  return problems.filter(({ path, message }) => seen.size < seen.add(`${path}\n${message}`).size);
}

const missing = "is required";

function details(issue: Issue, value: unknown, root: string): ErrorDetail[] {
  const path = pathText(issue.path, root);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: pathText([...issue.path, key], root), message: "is not a known field" }));
  }
  const isMissing = issue.path.length > 0 && issue.code !== "custom" && valueAt(value, issue.path) === undefined;
  return [{ path: path || "body", message: isMissing ? missing : issue.message }];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[part];
  }
  return current;
}

/** Whether a member of an object's schema is an array, optional or not. */
function isArrayMember(schema: z.ZodType, name: string): boolean {
  if (!(schema instanceof ZodObject) || !Object.hasOwn(schema.shape, name)) return false;
  const member = (schema as z.ZodObject).shape[name];
  return (member instanceof ZodOptional ? member.unwrap() : member) instanceof ZodArray;
}

/** `["events", 3, "tags"]` becomes `events[3].tags`. */
export function pathText(path: readonly PropertyKey[], root = ""): string {
  let text = root;
  for (const part of path) {
    text += typeof part === "number" ? `[${part}]` : text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}

/**
 * Validates the query of a URL. Only parameters that the schema declares as arrays may be repeated; unknown parameters are
 * rejected.
 */
export function validateQuery<S extends z.ZodType>(schema: S | undefined, url: string): z.output<S> | undefined {
  const start = url.indexOf("?");
  const search = start === -1 ? "" : url.slice(start + 1);
  const given: Record<string, string | string[]> = {};
  const problems: ErrorDetail[] = [];
  if (search !== "") {
    for (const [name, value] of new URLSearchParams(search)) {
      const isRepeatable = schema !== undefined && isArrayMember(schema, name);
      if (Object.hasOwn(given, name) && !isRepeatable)
        problems.push({ path: name, message: "must not appear more than once" });
      else if (value.includes("\u0000")) problems.push({ path: name, message: "contains a NUL character" });
      // Schemas ignore __proto__.
      else if (!schema || name === "__proto__") problems.push({ path: name, message: "is not a known parameter" });
      const values = isRepeatable ? [...(given[name] ?? []), value] : value;
      Object.defineProperty(given, name, { value: values, enumerable: true, configurable: true });
    }
  }
  if (problems.length > 0) throw validationFailed(problems);
  return schema ? validate(schema, given) : undefined;
}

type RawIssue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

const formats: Record<string, string> = {
  email: "an e-mail address",
  url: "a URL",
  datetime: "an RFC 3339 date-time such as 2026-11-22T09:30:00Z",
  date: "a date such as 2026-11-22",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
};

/** The problem as a predicate of its field, or undefined to use the message of the schema. */
export function problemMessage(issue: RawIssue): string | undefined {
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
      return tooSmallMessage(issue);
    case "too_big":
      return tooBigMessage(issue);
    default:
      return undefined;
  }
}

function tooSmallMessage({ origin, minimum, inclusive, exact }: RawIssue & { code: "too_small" }): string {
  const unit = unitOf(origin, minimum);
  if (unit === undefined) return inclusive === false ? `must be more than ${minimum}` : `must be at least ${minimum}`;
  if (exact) return `must have exactly ${minimum} ${unit}`;
  return Number(minimum) === 1 ? "must not be empty" : `must have at least ${minimum} ${unit}`;
}

function tooBigMessage({ origin, maximum, inclusive, exact }: RawIssue & { code: "too_big" }): string {
  const unit = unitOf(origin, maximum);
  if (unit === undefined) return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`;
  return `must have ${exact ? "exactly" : "at most"} ${maximum} ${unit}`;
}

/** The unit of a length; undefined if the value itself is compared. */
function unitOf(origin: string, count: number | bigint): string | undefined {
  const isOne = Number(count) === 1;
  if (origin === "string") return isOne ? "character" : "characters";
  if (["array", "set", "map", "object", "record"].includes(origin)) return isOne ? "entry" : "entries";
  return undefined;
}
