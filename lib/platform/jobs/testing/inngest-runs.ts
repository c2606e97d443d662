import { setTimeout as delay } from "node:timers/promises";
import { callAt, callBody, type RegisteredFunction, type SentEvent } from "@/lib/platform/jobs/testing/inngest-calls";

export interface Run {
  id: string;
  functionId: string;
  event: SentEvent;
  status: "waiting" | "running" | "sleeping" | "completed" | "failed" | "cancelled";
  error: { name: string; message: string } | null;
}

interface RunOptions {
  callMs: number;
  retryMs: number;
  stepsMax: number;
  /** Whether the function's concurrency limits allow a call now. */
  mayContinue(): boolean;
}

/** An operation in the response to a call. */
interface Operation {
  id: string;
  op: string;
  name: string;
  data?: unknown;
  error?: { name: string; message: string };
}

const pollMs = 5;

const unitsMs: Record<string, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/** The SDK sends a time or a duration such as `1h30m`. */
function sleepMs(name: string): number {
  if (!/^(?:\d+[wdhms])+$/.test(name)) return Math.max(0, Date.parse(name) - Date.now());
  return [...name.matchAll(/(\d+)([wdhms])/g)].reduce(
    (sum, [, n, unit = ""]) => sum + Number(n) * (unitsMs[unit] ?? 0),
    0,
  );
}

/** Calls a function until it is complete, has failed or is cancelled. */
export async function executeRun(run: Run, fn: RegisteredFunction, options: RunOptions): Promise<void> {
  const { runtime, retries } = fn.steps.step;
  const maxAttempts = (retries?.attempts ?? 3) + 1;
  const state = { runId: run.id, steps: {} as Record<string, unknown>, stack: [] as string[], attempt: 0, maxAttempts };
  const isOver = () => run.status === "cancelled";

  async function retry(error: Run["error"], isFinal: boolean): Promise<void> {
    state.attempt += 1;
    if (isFinal || state.attempt >= maxAttempts) Object.assign(run, { status: "failed", error });
    else await pause("waiting", options.retryMs);
  }

  async function pause(status: Run["status"], ms: number): Promise<void> {
    run.status = status;
    await delay(ms);
    if (!isOver()) run.status = "waiting";
  }

  async function take({ id, op, name, data, error }: Operation): Promise<void> {
    if (op === "StepError") return retry(error ?? null, false);
    if (op === "Sleep") await pause("sleeping", sleepMs(name));
    state.steps[id] = op === "Sleep" ? null : op === "StepFailed" ? { type: "error", error } : { type: "data", data };
    state.stack.push(id);
    state.attempt = 0;
    if (state.stack.length > options.stepsMax)
      Object.assign(run, { status: "failed", error: { name: "Error", message: "the run has too many steps" } });
  }

  while (!["completed", "failed", "cancelled"].includes(run.status)) {
    if (!options.mayContinue()) {
      await delay(pollMs);
      continue;
    }
    run.status = "running";
    await delay(options.callMs);
    const call = await callAt(runtime.url, callBody(run.event, state)).catch(() => undefined);
    const content = await call?.json().catch(() => undefined);
    if (isOver()) return;
    if (call?.status === 200) run.status = "completed";
    else if (call?.status === 206) for (const operation of content as Operation[]) await take(operation);
    else await retry(content as Run["error"], call?.headers.get("x-inngest-no-retry") === "true");
  }
}
