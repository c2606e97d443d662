import { findFirstReceived } from "@/lib/audit-chain/find-first-received";
import {
  countModelEvents,
  findCoveringSize,
  findModelEnds,
  type PeriodTally,
  type PositionRange,
  tallyPeriod,
} from "@/lib/audit-chain/model-thread-store";

/** How far the time of an event may lie ahead of its receipt: five minutes. */
const aheadMsMax = 5 * 60_000;

/** Where a period of a model lies in the chain. */
export interface ModelPeriod {
  /** The model's events with times within the period. */
  tally: PeriodTally;
  /**
   * Positions between which the model's events show that none of the period was left out: from its last event before any
   * of the period could have been received, or its first one, to its last event of the period or received by its end.
   * Null where there are none.
   */
  thread: PositionRange | null;
  /** Events of the thread with other times; counted until there are more than was asked for. */
  outside: number;
  /**
   * Positions of all models, from the first event that could be of the period to the first signed state behind it: what was
   * made anew from some event on, links and all, shows only there. `to` is less than `from` where there are none.
   */
  range: PositionRange;
}

interface PeriodLimits {
  /** How many events the chain has: those behind are not looked at. */
  size: number;
  /** Up to how many events of other times are counted, given those of the period. */
  outsideMax(inPeriod: number): number;
}

/**
 * Finds a period of a model in a chain, both ends inclusive. Costs some look-ups and one reading of the model's events of
 * the period. Of a tampered chain it gives back some places; it does not throw.
 */
export async function locateModelPeriod(
  organisationId: string,
  modelId: string,
  period: { from: string; to: string },
  { size, outsideMax }: PeriodLimits,
): Promise<ModelPeriod> {
  const earliest = new Date(Date.parse(period.from) - aheadMsMax).toISOString();
  const [firstReceived, behindReceived, tally] = await Promise.all([
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt >= earliest),
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt > period.to),
    tallyPeriod(organisationId, modelId, period, size),
  ]);
  const lastReceived = behindReceived - 1;
  const [before, until] = await Promise.all([
    findModelEnds(organisationId, modelId, firstReceived - 1),
    findModelEnds(organisationId, modelId, lastReceived),
  ]);
  const start = least(before.last ?? before.first, tally.first);
  const end = greatest(until.last, tally.last);
  const thread = start !== null && end !== null && start <= end ? { from: start, to: end } : null;
  const max = tally.events + outsideMax(tally.events) + 1;
  const threadEvents = thread ? await countModelEvents(organisationId, modelId, thread, max) : 0;
  const range = {
    from: Math.min(firstReceived, tally.first ?? firstReceived, thread?.from ?? firstReceived),
    to: Math.max(lastReceived, tally.last ?? lastReceived),
  };
  return {
    tally,
    thread,
    outside: Math.max(0, threadEvents - tally.events),
    range: range.to < range.from ? range : await toSignedState(organisationId, range),
  };
}

async function toSignedState(organisationId: string, { from, to }: PositionRange): Promise<PositionRange> {
  return { from, to: (await findCoveringSize(organisationId, to)) ?? to };
}

function least(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function greatest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
