import type { Column } from "@/lib/reports/schemas-document";

const dayMs = 86_400_000;

/** Days that a table has a row each for; a longer period is divided into months. */
const daysMax = 92;

/** How a period is divided, in UTC. */
export interface Division {
  unit: "day" | "month";
  /** Every day, `YYYY-MM-DD`, or month, `YYYY-MM`, of the period, in their order. */
  all: string[];
  /** That which a time of the period, `YYYY-MM-DDTHH:mm:ss.sssZ`, lies in. */
  of(timestamp: string): string;
  /** The first column of a table with a row each. */
  column: Column;
}

/** Divides a period, both ends inclusive, into days, or where there are more than 92 into months. */
export function divide({ from, to }: { from: string; to: string }): Division {
  const firstDay = Date.parse(`${from.slice(0, 10)}T00:00:00Z`);
  const days = Math.floor((Date.parse(to) - firstDay) / dayMs) + 1;
  if (days <= daysMax) {
    const all = Array.from({ length: days }, (_, i) => new Date(firstDay + i * dayMs).toISOString().slice(0, 10));
    const column: Column = { key: "day", label: "Day", type: "day" };
    return { unit: "day", all, of: (timestamp) => timestamp.slice(0, 10), column };
  }
  const all: string[] = [];
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  for (; month.getTime() <= Date.parse(to); month.setUTCMonth(month.getUTCMonth() + 1)) {
    all.push(month.toISOString().slice(0, 7));
  }
  const column: Column = { key: "month", label: "Month", type: "month" };
  return { unit: "month", all, of: (timestamp) => timestamp.slice(0, 7), column };
}
