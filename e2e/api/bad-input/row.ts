import type { ErrorName } from "../support/errors";
import type { Given } from "./given";

/** A request. `body`: an object is sent as JSON, text and bytes as they are. */
export interface Outgoing {
  method: string;
  path: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  chunked?: boolean;
}

/** A request that is refused, and how. */
export interface BadInput {
  /** A short description of the problem. */
  name: string;
  send(given: Given): Outgoing;
  error: ErrorName;
  /** The paths in `details`, sorted; for a refusal without details none. Left out: not looked at. */
  paths?: string[];
  /** Headers that the answer has beside the standing ones. */
  answers?: Record<string, string>;
  /** Refused before the caller is identified: no bucket is charged, so the response has no rate limit headers. */
  uncounted?: boolean;
}

export type Json = Record<string, unknown>;
type Send = (given: Given) => Outgoing;

export function get(path: string, headers?: Outgoing["headers"]): Outgoing {
  return { method: "GET", path, ...(headers && { headers }) };
}

export function post(path: string, body: unknown, headers?: Outgoing["headers"]): Outgoing {
  return { method: "POST", path, body, ...(headers && { headers }) };
}

/** Name, what differs from a valid body (undefined takes a field away), and the paths that are named. */
export type FieldRow = [name: string, changes: Json | ((given: Given) => Json), paths: string[]];

/** Bodies that are valid but for some fields. */
export function badFields(
  where: string,
  valid: (given: Given) => Outgoing & { body: Json },
  rows: FieldRow[],
): BadInput[] {
  return rows.map(([name, changes, paths]) => ({
    name: `${where}: ${name}`,
    send: (given) => {
      const request = valid(given);
      return { ...request, body: { ...request.body, ...(typeof changes === "function" ? changes(given) : changes) } };
    },
    error: "validation_failed",
    paths,
  }));
}

/** A row for each path below a resource that is read with a query. */
export function badQueries(path: string, rows: [query: string, paths: string[]][]): BadInput[] {
  return rows.map(([query, paths]) => ({
    name: `GET ${path}?${query.slice(0, 60)}`,
    send: () => get(`${path}?${query}`),
    error: "validation_failed",
    paths,
  }));
}

export function row(
  name: string,
  error: ErrorName,
  send: Send,
  more: Omit<BadInput, "name" | "error" | "send"> = {},
): BadInput {
  return { name, error, send, ...more };
}
