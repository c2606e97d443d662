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
