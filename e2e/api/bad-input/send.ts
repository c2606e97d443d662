import { type RawAnswer, type RawRequest, sendRaw } from "../../support/raw-http";
import { errorStatuses, flawsOfError } from "../support/errors";
import type { Given } from "./given";
import type { BadInput, Outgoing } from "./row";

/** Sends the rows' requests unmodified, in sequence; returns the rows with an unexpected response. */
export async function surprises(
  url: string,
  given: Given,
  rows: BadInput[],
  headers: Record<string, string> = {},
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const row of rows) {
    const request = onTheWire(row.send(given), { Authorization: `Bearer ${given.key}`, ...headers });
    const answer = await sendRaw(url, request);
    const was = outcome(answer, row);
    const expected = [
      errorStatuses[row.error],
      row.error,
      ...(row.paths ?? []),
      ...Object.values(row.answers ?? {}),
    ].join(" ");
    if (was !== expected) found.push({ name: row.name, expected, was });
  }
  return found;
}

/** Compares the status, code, paths and headers of a response with the row, and lists problems in its shape. */
function outcome(answer: RawAnswer, row: BadInput): string {
  const { status, error, paths, flaws } = judge(answer, !row.uncounted);
  const asked = Object.keys(row.answers ?? {}).map((name) => answer.headers.get(name));
  return [status, error, ...(row.paths ? paths : []), ...asked, ...flaws].join(" ");
}

/** The parts of an error response. Duplicate paths are combined. */
export function judge(answer: RawAnswer, isCounted: boolean) {
  const body = parse(answer.text);
  const { error, details } = Object(body) as { error?: unknown; details?: { path: string }[] };
  return {
    status: answer.status,
    error: error ?? answer.text.slice(0, 200),
    paths: [...new Set((details ?? []).map(({ path }) => path))].sort(),
    flaws: flawsOfError({ headers: answer.headers, body }, isCounted),
  };
}

export function onTheWire(outgoing: Outgoing, headers: Record<string, string>): RawRequest {
  const { method, path, body, chunked } = outgoing;
  return {
    method,
    target: path,
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers, ...outgoing.headers },
    ...(body !== undefined && { body: bytesOf(body) }),
    ...(chunked && { chunked }),
  };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
