import { findFirstReceived } from "@/lib/audit-chain/find-first-received";
import {
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
} from "@/lib/audit-chain/period/period-store";
import type { EventType } from "@/lib/audit-chain/vocabulary";

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
