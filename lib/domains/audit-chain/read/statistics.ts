import { placeOf } from "@/lib/domains/audit-chain/findings/findings-store";
import { findFirstReceived } from "@/lib/domains/audit-chain/read/model-events";
import {
  countEventsAt,
  type EndedVerification,
  eventsOfPage,
  findCheckpoints,
  findEndedVerifications,
  findErasures,
  findEventsOfType,
  findFindings,
  findPeriodEvents,
  type PeriodCheckpoint,
  type PeriodErasure,
  type PeriodEvent,
  type PeriodFinding,
  readStoredHealth,
  type StoredChainHealth,
} from "@/lib/domains/audit-chain/read/statistics-store";
import type { EventType } from "@/lib/domains/audit-chain/vocabulary";

/** Every chain is verified each night: what is older was left out once. */
const verifiedWithinMs = 26 * 3_600_000;

type ChainState = "INTACT" | "BROKEN" | "NOT_CHECKED" | "UNABLE";

/** Whether a chain is intact, as far as that is known. */
interface ChainHealth {
  state: ChainState;
  /** The last position that a verification which passed has reached; null where none has. */
  verifiedTo: number | null;
  verifiedAt: string | null;
  openFindings: number;
  /** `eventId` is null where there is no event. */
  firstBreak: { eventId: string | null; chainPosition: number; code: string } | null;
  lastCheckpointAt: string | null;
}

/**
 * The state of a chain by its last full verification: BROKEN with an open finding; UNABLE if the last one was
 * interrupted or is older than a night allows; NOT_CHECKED if there was none. Nothing is verified here.
 */
export async function readChainHealth(organisationId: string, nowMs: number): Promise<ChainHealth> {
  const stored = await readStoredHealth(organisationId);
  const { findings, firstFinding, lastPassed, lastCheckpointAt } = stored;
  return {
    state: stateOf(stored, nowMs),
    verifiedTo: lastPassed?.verifiedTo ?? null,
    verifiedAt: lastPassed?.finishedAt.toISOString() ?? null,
    openFindings: findings,
    firstBreak: firstFinding ? breakOf(firstFinding) : null,
    lastCheckpointAt: lastCheckpointAt?.toISOString() ?? null,
  };
}

function stateOf({ findings, lastRun }: StoredChainHealth, nowMs: number): ChainState {
  if (findings > 0) return "BROKEN";
  if (!lastRun) return "NOT_CHECKED";
  const isRecent = nowMs - lastRun.finishedAt.getTime() <= verifiedWithinMs;
  return lastRun.status === "ok" && isRecent ? "INTACT" : "UNABLE";
}

function breakOf({ eventId, chainPosition, code }: NonNullable<StoredChainHealth["firstFinding"]>) {
  return { eventId: eventId === placeOf(chainPosition) ? null : eventId, chainPosition, code };
}

const dayMs = 86_400_000;
const days = 30;

/** How many events were recorded, by the days of UTC, today last. */
interface EventFigures {
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

/** Both ends inclusive, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
interface Period {
  from: string;
  to: string;
}

/** The events with times in a period, up to a size of the chain, in the order of their times: in pages, one in memory at a time. */
export async function* readPeriodEvents(
  organisationId: string,
  period: Period,
  size: number,
): AsyncGenerator<PeriodEvent[], void, undefined> {
  let behind: PeriodEvent | undefined;
  for (;;) {
    const page: PeriodEvent[] = await findPeriodEvents(organisationId, { ...period, size }, behind);
    if (page.length > 0) yield page;
    if (page.length < eventsOfPage) return;
    behind = page.at(-1);
  }
}

/** All events of a type up to a size of the chain, in its order. */
export async function* readEventsOfType(
  organisationId: string,
  eventType: EventType,
  size: number,
): AsyncGenerator<PeriodEvent[], void, undefined> {
  for (let after = 0; ; ) {
    const page = await findEventsOfType(organisationId, eventType, { after, size });
    if (page.length > 0) yield page;
    if (page.length < eventsOfPage) return;
    after = page.at(-1)?.chainPosition ?? after;
  }
}

/** What became of a chain in a period; lists are the first of each, the oldest first. */
export interface ChainPeriod {
  /** Events received before the period, and by its end. */
  lengthAtStart: number;
  lengthAtEnd: number;
  verifications: EndedVerification[];
  checkpoints: PeriodCheckpoint[];
  findings: PeriodFinding[];
  erasures: PeriodErasure[];
}

/** Rows of each list at most: a checkpoint an hour is 8,784 in a leap year. */
const rowsMax = 10_000;

export async function readChainPeriod(organisationId: string, period: Period, size: number): Promise<ChainPeriod> {
  const within = { ...period, limit: rowsMax };
  const [start, end, verifications, checkpoints, findings, erasures] = await Promise.all([
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt >= period.from),
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt > period.to),
    findEndedVerifications(organisationId, within),
    findCheckpoints(organisationId, within),
    findFindings(organisationId, within),
    findErasures(organisationId, within),
  ]);
  return { lengthAtStart: start - 1, lengthAtEnd: end - 1, verifications, checkpoints, findings, erasures };
}
