import { performance } from "node:perf_hooks";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";

const watchMs = 250;
const busyUtilisation = 0.5;
/** While the parent process is busy, a worker pauses for this multiple of its working time. */
const pauseFactor = 3;
const pauseMsMax = 200;

/** Whether the parent process is busy, as last reported to this worker. Always false in other processes. */
let isParentBusy = false;
let resumedAt = performance.now();

export function setParentBusy(isBusy: boolean): void {
  isParentBusy = isBusy;
}

/**
 * Call this between batches of a long database read. Yields to the event loop or, while the parent process is busy, pauses:
 * the worker's low priority does not apply to its database statements.
 */
export async function giveWay(): Promise<void> {
  const workedMs = performance.now() - resumedAt;
  await (isParentBusy ? delay(Math.min(pauseFactor * workedMs, pauseMsMax)) : turn());
  resumedAt = performance.now();
}

const listeners = new Set<(isBusy: boolean) => void>();
let isBusy = false;
let isMeasuring = false;

/** Reports whether this process's event loop is busy, immediately and after each change. Returns a function that stops it. */
export function watchEventLoop(report: (isBusy: boolean) => void): () => void {
  if (!isMeasuring) startMeasuring();
  listeners.add(report);
  report(isBusy);
  return () => listeners.delete(report);
}

function startMeasuring(): void {
  isMeasuring = true;
  let last = performance.eventLoopUtilization();
  const measure = () => {
    const now = performance.eventLoopUtilization();
    const wasBusy = isBusy;
    isBusy = performance.eventLoopUtilization(now, last).utilization > busyUtilisation;
    last = now;
    if (isBusy !== wasBusy) for (const report of listeners) report(isBusy);
  };
  setInterval(measure, watchMs).unref();
}
