import type { ErrorName } from "../support/errors";
import type { Given } from "./given";

/** A request. `body`: objects are sent as JSON, texts and bytes unchanged. */
export interface Outgoing {
  method: string;
  path: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  chunked?: boolean;
}

/** A request that is rejected, and the expected error. */
export interface BadInput {
  /** A short description of the problem. */
  name: string;
  send(given: Given): Outgoing;
  error: ErrorName;
  /** The sorted paths in `details`; empty if the error has no details. If omitted, paths are not checked. */
  paths?: string[];
  /** Expected response headers besides the default ones. */
  answers?: Record<string, string>;
  /** Rejected before the caller is identified: no bucket is charged, so the response has no rate limit headers. */
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

/** The name, the changes to a valid body (undefined removes a field), and the paths in the error. */
export type FieldRow = [name: string, changes: Json | ((given: Given) => Json), paths: string[]];

/** Bodies that are valid except for some fields. */
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

/** A row for each invalid query of a list. */
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
