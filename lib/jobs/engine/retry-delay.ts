/**
 * How long to wait before a failed step is tried again, in seconds, by the number of failures before. Some of it is
 * random, so that what failed together does not come back together.
 */
const delaysSeconds = [1, 5, 15, 60, 300, 900, 3600];
const jitter = 0.2;

export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  const seconds = delaysSeconds[Math.min(attempt, delaysSeconds.length - 1)] ?? 0;
  return Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * random()));
}
