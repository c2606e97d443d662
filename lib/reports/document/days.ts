const dayMs = 86_400_000;

/** Days that a table has a row each for; a longer period is divided into months. */
const daysMax = 92;

/** How a period is divided, in UTC. */
export interface Division {
  /** Beginnings, `YYYY-MM-DD`, in their order: every one of the period. */
  starts: string[];
  unit: "day" | "month";
  /** The beginning of what a time of the period, `YYYY-MM-DDTHH:mm:ss.sssZ`, lies in. */
  startOf(timestamp: string): string;
}

/** Divides a period, both ends inclusive, into days, or where there are more than 92 into months. */
export function divide({ from, to }: { from: string; to: string }): Division {
  const firstDay = Date.parse(`${from.slice(0, 10)}T00:00:00Z`);
  const days = Math.floor((Date.parse(to) - firstDay) / dayMs) + 1;
  if (days <= daysMax) {
    const starts = Array.from({ length: days }, (_, i) => new Date(firstDay + i * dayMs).toISOString().slice(0, 10));
    return { starts, unit: "day", startOf: (timestamp) => timestamp.slice(0, 10) };
  }
  const starts: string[] = [];
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  for (; month.getTime() <= Date.parse(to); month.setUTCMonth(month.getUTCMonth() + 1)) {
    starts.push(month.toISOString().slice(0, 10));
  }
  return { starts, unit: "month", startOf: (timestamp) => `${timestamp.slice(0, 7)}-01` };
}
