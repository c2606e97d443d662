import { timeText } from "@/lib/platform/client/format";

export interface Day<Item> {
  /** `15 Jan 2026`. */
  name: string;
  items: Item[];
}

/** Items by day in a time zone (default: the user's), in their order. */
export function byDay<Item extends { createdAt: string }>(items: readonly Item[], timeZone?: string): Day<Item>[] {
  const days: Day<Item>[] = [];
  for (const item of items) {
    const name = timeText(item.createdAt, "day", timeZone);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}
