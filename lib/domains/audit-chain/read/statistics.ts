import type { EventType } from "@/lib/domains/audit-chain/enums";
import { placeOf } from "@/lib/domains/audit-chain/findings/findings-store";
import { findFirstReceived } from "@/lib/domains/audit-chain/read/model-events";
import {
  type CheckpointDay,
  countCheckpoints,
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

/** Chains are verified every night, so an older verification means that one was missed. */
const verifiedWithinMs = 26 * 3_600_000;
/** Once a week, chains are verified from the first event. */
const wholeWithinMs = 8 * 24 * 3_600_000;

type ChainState = "INTACT" | "BROKEN" | "NOT_CHECKED" | "UNABLE";

/** The last known state of a chain. */
interface ChainHealth {
  state: ChainState;
  /** The last position reached by a passed verification. */
  verifiedTo: number | null;
  verifiedAt: string | null;
  openFindings: number;
  /** `eventId` is null if there is no event. */
  firstBreak: { eventId: string | null; chainPosition: number; code: string } | null;
  lastCheckpointAt: string | null;
}

/**
 * The state of a chain according to its last nightly or full verification: BROKEN with an open finding; UNABLE if the last
 * verification was interrupted, incomplete or missed, or the last full one is more than eight days old; NOT_CHECKED before the first one. Does not verify the
 * chain.
 */
export async function readChainHealth(organisationId: string, nowMs: number): Promise<ChainHealth> {
  const stored = await readStoredHealth(organisationId);
  const { findings, firstFinding: first, verifiedTo, passedAt, lastCheckpointAt } = stored;
  return {
    state: stateOf(stored, nowMs),
    verifiedTo: passedAt && (verifiedTo ?? 0),
    verifiedAt: passedAt?.toISOString() ?? null,
    openFindings: findings,
    firstBreak: first && { ...first, eventId: first.eventId === placeOf(first.chainPosition) ? null : first.eventId },
    lastCheckpointAt: lastCheckpointAt?.toISOString() ?? null,
  };
}

function stateOf({ findings, lastStatus, lastFinishedAt, wholeAt }: StoredChainHealth, nowMs: number): ChainState {
  if (findings > 0) return "BROKEN";
  if (!lastFinishedAt) return "NOT_CHECKED";
  const isRecent = nowMs - lastFinishedAt.getTime() <= verifiedWithinMs;
  const isWholeRecent = wholeAt !== null && nowMs - wholeAt.getTime() <= wholeWithinMs;
  return lastStatus === "ok" && isRecent && isWholeRecent ? "INTACT" : "UNABLE";
}

const dayMs = 86_400_000;
const days = 30;

/** Recorded events by UTC day, today last. */
interface EventFigures {
  last24h: number;
  previous24h: number;
  perDay: { date: string; count: number }[];
}

/** Counts events by `recordedAt`, the time of receipt. */
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

/** Inclusive, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
interface Period {
  from: string;
  to: string;
}

/** The events in a period, up to a chain size, in order of event time, one page in memory at a time. */
export async function* readPeriodEvents(
  organisationId: string,
  period: Period,
  size: number,
): AsyncGenerator<PeriodEvent[], void, undefined> {
  let last: PeriodEvent | undefined;
  for (;;) {
    const page: PeriodEvent[] = await findPeriodEvents(organisationId, { ...period, size }, last);
    if (page.length > 0) yield page;
    if (page.length < eventsOfPage) return;
    last = page.at(-1);
  }
}

/** All events of a type up to a chain size, in chain order. */
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

/** The activity of a chain in a period. Lists are limited to the oldest {@link periodRowsMax} entries. */
export interface ChainPeriod {
  /** Number of events received before the period, and by its end. */
  lengthAtStart: number;
  lengthAtEnd: number;
  verifications: EndedVerification[];
  checkpointDays: CheckpointDay[];
  /** The latest ones, latest first. */
  checkpoints: PeriodCheckpoint[];
  findings: PeriodFinding[];
  erasures: PeriodErasure[];
}

/** Maximum rows of each list. */
export const periodRowsMax = 10_000;
const checkpointsMax = 100;

export async function readChainPeriod(organisationId: string, period: Period, size: number): Promise<ChainPeriod> {
  const within = { ...period, limit: periodRowsMax };
  const [start, end, verifications, checkpointDays, checkpoints, findings, erasures] = await Promise.all([
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt >= period.from),
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt > period.to),
    findEndedVerifications(organisationId, within),
    countCheckpoints(organisationId, period),
    findCheckpoints(organisationId, { ...period, limit: checkpointsMax }),
    findFindings(organisationId, within),
    findErasures(organisationId, within),
  ]);
  const lengths = { lengthAtStart: start - 1, lengthAtEnd: end - 1 };
  return { ...lengths, verifications, checkpointDays, checkpoints, findings, erasures };
}
