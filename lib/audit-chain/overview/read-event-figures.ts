import { countEventsAt } from "@/lib/audit-chain/overview/store";

const dayMs = 86_400_000;
const days = 30;

/** How many events were recorded, by the days of UTC, today last. */
export interface EventFigures {
  last24h: number;
  previous24h: number;
  perDay: { date: string; count: number }[];
}

/** How much is recorded, by `recordedAt`: what was said late counts when it was said. */
export async function readEventFigures(organisationId: string, nowMs: number): Promise<EventFigures> {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const starts = Array.from({ length: days }, (_, i) => today - (days - 1 - i) * dayMs);
  const times = [nowMs - 2 * dayMs, nowMs - dayMs, ...starts].map((ms) => new Date(ms));
  const { before, now } = await countEventsAt(organisationId, times);
  const [twoDaysAgo = 0, oneDayAgo = 0, ...atStarts] = before;
  const perDay = starts.map((start, i) => ({
    date: new Date(start).toISOString().slice(0, 10),
    count: (atStarts[i + 1] ?? now) - (atStarts[i] ?? 0),
  }));
  return { last24h: now - oneDayAgo, previous24h: oneDayAgo - twoDaysAgo, perDay };
}
