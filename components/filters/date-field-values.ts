interface Period {
  from: string | null;
  to: string | null;
  /** Why it is none. */
  problem: string | null;
}

/** The value of a `datetime-local` field: local time to the minute. Time before now has none. */
export function toFieldValue(time: string | null): string {
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at) || time === null || time.startsWith("-")) return "";
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The period that two fields say, in UTC. The minute of the end belongs to it. */
export function fieldsToPeriod(first: string, last: string): Period {
  const from = first === "" ? null : new Date(first);
  const to = last === "" ? null : new Date(new Date(last).getTime() + 59_999);
  const problem = from && to && from > to ? "The end is before the beginning." : null;
  return { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, problem };
}
