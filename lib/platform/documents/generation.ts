import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction, isDatabaseUnavailable, type Transaction } from "@/lib/platform/database/db";
import { type SweepBounds, silentMs } from "@/lib/platform/documents/lost-generations-store";
import { GenerationFailed } from "@/lib/platform/documents/worker-process";
import type { Step } from "@/lib/platform/jobs/define";
import { type JobEvent, lostAfterMs } from "@/lib/platform/jobs/events";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { log } from "@/lib/platform/telemetry/log";

/** How an attempt ended. `waiting`: try again later. `ended`: nothing is left to do. */
export type GenerationState = "done" | "waiting" | "ended";

/** Delays between attempts of a step that has to wait. They increase up to the maximum. */
const waitMs = 2_000;
const waitMsMax = 10_000;
/** Attempts of one run, about an hour. The sweep retries after that. */
const attemptsMax = 400;

/**
 * Performs the steps of a generation in a job, one after the other. If the process is killed, its current step is
 * repeated.
 */
export async function performSteps<Name extends string>(
  step: Step,
  names: readonly Name[],
  perform: (name: Name) => Promise<{ state: GenerationState }>,
): Promise<void> {
  let attempts = 0;
  for (const name of names) {
    for (let attempt = 1; ; attempt++) {
      const { state } = await step.run(`${name}-${attempt}`, () => perform(name));
      if (state === "done") break;
      if (state === "ended" || ++attempts === attemptsMax) return;
      await step.sleep(`wait-${name}-${attempt}`, Math.min(waitMsMax, waitMs * attempt));
    }
  }
}

interface Attempt {
  /** Stores the progress, from 0 to 1. Called at the start and then every second, so it is also the heartbeat. */
  note: (fraction: number) => Promise<unknown>;
  work: (onProgress: (fraction: number) => void) => Promise<GenerationState>;
  /** Ends a generation that cannot succeed. */
  fail: (reason: string) => Promise<void>;
}

/**
 * Attempts a step of a generation. Throws errors that justify another attempt. An unavailable server does not use up
 * the job's retries: the step waits with any job engine.
 */
export async function attempt({ note, work, fail }: Attempt): Promise<{ state: GenerationState }> {
  let done = 0;
  let writing: Promise<unknown> | undefined;
  await note(done);
  const timer = setInterval(() => {
    writing ??= note(done)
      .catch(() => undefined)
      .finally(() => {
        writing = undefined;
      });
  }, 1_000);
  try {
    const state = await work((fraction) => {
      done = Math.min(1, Math.max(done, fraction));
    });
    return { state };
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      log().warn({ err: error }, "a document is waiting for the database or the object store");
      return { state: "waiting" };
    }
    if (!(error instanceof GenerationFailed)) throw error;
    await fail(error.reason);
    return { state: "ended" };
  } finally {
    clearInterval(timer);
    await writing;
  }
}

/** Maximum number of restarts of a lost generation, because it may be what crashes its processes. */
const requestsMax = 12;
const documentsMax = 100;

interface Sweep<Key> {
  /**
   * Claims generations that are {@link isLost lost} and counts how often each was claimed. Those that may only be waiting,
   * because their organisation has as many live ones as can run at a time, are not lost.
   */
  takeSilent: (tx: Transaction, bounds: SweepBounds) => Promise<(Key & { requests: number })[]>;
  request: (key: Key) => JobEvent;
  fail: (key: Key) => Promise<void>;
}

/** Restarts lost generations, and fails those that were lost too often. Returns how many were found. */
export async function sweepSilent<Key>(clock: Clock, { takeSilent, request, fail }: Sweep<Key>) {
  const nowMs = clock.now();
  const [aliveSince, lostSince] = [new Date(nowMs - silentMs), new Date(nowMs - lostAfterMs)];
  const bounds = { now: new Date(nowMs), aliveSince, lostSince, limit: documentsMax };
  const silent = await inTransaction(undefined, async (tx) => {
    const taken = await takeSilent(tx, bounds);
    await enqueue(tx, taken.filter(({ requests }) => requests <= requestsMax).map(request));
    return taken;
  });
  for (const key of silent) if (key.requests > requestsMax) await fail(key);
  return silent.length;
}
