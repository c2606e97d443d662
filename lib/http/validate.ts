import type { z } from "zod";
import { type ErrorDetail, validationFailed } from "@/lib/errors";
import { problemWords } from "@/lib/http/problem-words";

type Issue = z.core.$ZodIssue;

/** Parses with a schema; throws `validation_failed` with every problem, each under its path below `root`. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, root = ""): z.output<S> {
  const parsed = schema.safeParse(value, { error: problemWords });
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.flatMap((issue) => details(issue, root)));
}

function details(issue: Issue, root: string): ErrorDetail[] {
  const path = pathText(issue.path, root);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: pathText([...issue.path, key], root), message: "is not a known field" }));
  }
  return [{ path: path || "body", message: issue.message }];
}

/** `["events", 3, "tags"]` becomes `events[3].tags`. */
function pathText(path: readonly PropertyKey[], root: string): string {
  let text = root;
  for (const part of path) {
    text += typeof part === "number" ? `[${part}]` : text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}

/**
 * The query of a URL as an object of strings, validated. A parameter that is given twice, and one the schema does not
 * know, are problems like any other.
 */
export function validateQuery<S extends z.ZodType>(schema: S | undefined, url: string): z.output<S> | undefined {
  const start = url.indexOf("?");
  const search = start === -1 ? "" : url.slice(start + 1);
  const given: Record<string, string> = {};
  const problems: ErrorDetail[] = [];
  if (search !== "") {
    for (const [name, value] of new URLSearchParams(search)) {
      if (Object.hasOwn(given, name)) problems.push({ path: name, message: "is given more than once" });
      else if (value.includes("\u0000")) problems.push({ path: name, message: "contains a NUL character" });
      // Schemas pass over __proto__ in silence.
      else if (!schema || name === "__proto__") problems.push({ path: name, message: "is not a known parameter" });
      Object.defineProperty(given, name, { value, enumerable: true, configurable: true });
    }
  }
  if (problems.length > 0) throw validationFailed(problems);
  return schema ? validate(schema, given) : undefined;
}
