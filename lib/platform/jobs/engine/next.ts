import type { ExecutorAnswer } from "@/lib/platform/jobs/client";

/** What a step left behind, as the SDK reads it: null where a sleep is over. */
export type Memo = { type: "data"; data: unknown } | { type: "error"; error: unknown } | null;

/** A step that is over. */
export interface Finished {
  id: string;
  memo: Memo;
}

/** Of an error what is kept: no stack, no cause. */
export interface RunError {
  name: string;
  message: string;
}

/** What follows an answer of the SDK. `finished` is to be remembered whatever comes next. */
export type Next = { finished: Finished[] } & (
  | { next: "go-on" }
  | { next: "run-planned"; stepIds: string[] }
  | { next: "sleep"; ms: number }
  | { next: "retry"; error: RunError; afterMs: number | undefined }
  | { next: "complete" }
  | { next: "fail"; error: RunError }
);

/** One operation of an answer. */
export interface Op {
  id: string;
  op: string;
  name?: string;
  displayName?: string;
  data?: unknown;
  error?: unknown;
}

/**
 * Reads an answer of the SDK: 200 is the function's result, 206 a list of operations, anything else an error of the
 * function outside its steps.
 *
 * @param failures how often the step under way failed before
 * @param attemptsMax how often it may be executed
 */
export function nextAfter(answer: ExecutorAnswer, failures: number, attemptsMax: number, nowMs: number): Next {
  const header = (name: string) => answer.headers[name];
  const afterMs = retryAfterMs(header("retry-after") ?? header("Retry-After"), nowMs);
  const isLast = failures + 1 >= attemptsMax;
  if (answer.status === 200) return { finished: [], next: "complete" };
  if (answer.status !== 206) {
    const error = errorOf(parse(answer.body));
    return isLast || header("x-inngest-no-retry") === "true"
      ? { finished: [], next: "fail", error }
      : { finished: [], next: "retry", error, afterMs };
  }
  return afterOps(parse(answer.body) as Op[], { isLast, afterMs, nowMs });
}

/** A step that is over, or undefined where the operation is another. */
export function finishedStep({ id, op, data, error }: Op): Finished | undefined {
  if (op === "StepRun" || op === "Step") return { id, memo: { type: "data", data: data ?? null } };
  if (op === "StepFailed") return { id, memo: { type: "error", error } };
  return undefined;
}

function afterOps(
  ops: Op[],
  { isLast, afterMs, nowMs }: { isLast: boolean; afterMs: number | undefined; nowMs: number },
): Next {
  const finished: Finished[] = [];
  const rest: Op[] = [];
  for (const op of ops) {
    const over = finishedStep(op);
    if (over) finished.push(over);
    else rest.push(op);
  }
  const [first] = rest;
  if (first === undefined) return { finished, next: "go-on" };
  if (rest.every(({ op }) => op === "StepPlanned")) {
    return { finished, next: "run-planned", stepIds: rest.map(({ id }) => id) };
  }
  if (rest.length > 1) return { finished, next: "fail", error: unsupported(rest) };
  if (first.op === "RunComplete") return { finished, next: "complete" };
  if (first.op === "StepError") {
    if (!isLast) return { finished, next: "retry", error: errorOf(first.error), afterMs };
    return { finished: [...finished, { id: first.id, memo: { type: "error", error: first.error } }], next: "go-on" };
  }
  const ms = first.op === "Sleep" ? sleepMs(first.name ?? "", nowMs) : undefined;
  if (ms === undefined) return { finished, next: "fail", error: unsupported(rest) };
  return { finished: [...finished, { id: first.id, memo: null }], next: "sleep", ms };
}

function unsupported(ops: Op[]): RunError {
  const listed = ops.map(({ op, displayName, id }) => `${op} (${displayName ?? id})`).join(", ");
  const together = ops.length > 1 ? " together" : "";
  return { name: "Error", message: `The embedded job engine does not support these steps${together}: ${listed}.` };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function errorOf(error: unknown): RunError {
  const { name, message, error: inner } = (error ?? {}) as Partial<Record<string, unknown>>;
  const text = message ?? inner ?? error;
  return {
    name: typeof name === "string" ? name : "Error",
    message: typeof text === "string" ? text : (JSON.stringify(text) ?? "unknown"),
  };
}

const unitMs: Record<string, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/** Milliseconds of what the SDK calls a sleep: `1d2h`, or the ISO time of its end. Undefined for anything else. */
export function sleepMs(text: string, nowMs: number): number | undefined {
  if (/^(?:\d+[wdhms])*$/.test(text)) {
    return [...text.matchAll(/(\d+)([wdhms])/g)].reduce(
      (sum, [, n, unit]) => sum + Number(n) * (unitMs[unit ?? ""] ?? 0),
      0,
    );
  }
  const end = Date.parse(text);
  return Number.isNaN(end) ? undefined : Math.max(0, end - nowMs);
}

/** Milliseconds of a `retry-after` header: seconds, or a time. Undefined for anything else. */
export function retryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const end = Date.parse(text);
  return Number.isNaN(end) ? undefined : Math.max(0, end - nowMs);
}
