import { pathToFileURL } from "node:url";
import type { TestDatabase } from "../fixtures";

const minuteMs = 60_000;
/** The approximate start time of a process. */
const startsBeforeMs = 8_000;
const shiftClock = pathToFileURL(`${import.meta.dirname}/shift-clock.mjs`).href;

/**
 * The environment of a process whose clock is ahead by `ms`, and which starts shortly before a full minute, when sweeps
 * run.
 */
export function later(ms: number): { env: Record<string, string> } {
  const aheadMs = ms + minuteMs - (Date.now() % minuteMs) - startsBeforeMs;
  return { env: { NODE_OPTIONS: `--import ${shiftClock}`, CLOCK_AHEAD_MS: String(aheadMs) } };
}

/** Makes jobs due that a process with a later clock added: the database's clock is not ahead. */
export async function catchUp({ superuser }: TestDatabase): Promise<void> {
  await superuser.query("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()");
}
