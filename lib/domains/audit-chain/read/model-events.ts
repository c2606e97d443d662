import {
  countModelEvents,
  findCoveringSize,
  findModelEnds,
  findModelEvents,
  findModelPositions,
  findReceipt,
  type ModelEventsRange,
  type PeriodTally,
  type PositionRange,
  tallyPeriod,
} from "@/lib/domains/audit-chain/read/model-events-store";
import type { StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import { giveWay } from "@/lib/platform/documents/give-way";

/** How far an event's time may be ahead of its receipt. */
const aheadMsMax = 5 * 60_000;

/** The chain positions of a model's period. */
interface ModelPeriod {
  /** The model's events in the period. */
  tally: PeriodTally;
  /**
   * Positions of the model's events that prove that none of the period is missing: from its last event before the period
   * to its last one received by the end of the period.
   */
  thread: PositionRange | null;
  /** Events of this sequence outside the period, counted up to a limit. */
  outside: number;
  /**
   * Positions of all models, from the first event that could be in the period to the first signed state after it, which
   * is needed to detect a rewritten chain. Empty if `to` is less than `from`.
   */
  range: PositionRange;
}

interface PeriodLimits {
  /** The chain size; later events are ignored. */
  size: number;
  /** Limit for counting events outside the period, given the number in the period. */
  outsideMax(inPeriod: number): number;
}

/**
 * Locates a period (inclusive) of a model in a chain. Does not throw for a tampered chain; the positions are then
 * arbitrary.
 */
export async function locateModelPeriod(
  organisationId: string,
  modelId: string,
  period: { from: string; to: string },
  { size, outsideMax }: PeriodLimits,
): Promise<ModelPeriod> {
  const earliest = new Date(Date.parse(period.from) - aheadMsMax).toISOString();
  const [firstReceived, afterReceived, tally] = await Promise.all([
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt >= earliest),
    findFirstReceived(organisationId, size, (recordedAt) => recordedAt > period.to),
    tallyPeriod(organisationId, modelId, period, size),
  ]);
  const lastReceived = afterReceived - 1;
  const [before, until] = await Promise.all([
    findModelEnds(organisationId, modelId, firstReceived - 1),
    findModelEnds(organisationId, modelId, lastReceived),
  ]);
  const start = bound(Math.min, before.last ?? before.first, tally.first);
  const end = bound(Math.max, until.last, tally.last);
  const thread = start !== null && end !== null && start <= end ? { from: start, to: end } : null;
  const max = tally.events + outsideMax(tally.events) + 1;
  const threadEvents = thread ? await countModelEvents(organisationId, modelId, thread, max) : 0;
  const range = {
    from: Math.min(firstReceived, tally.first ?? firstReceived, thread?.from ?? firstReceived),
    to: Math.max(lastReceived, tally.last ?? lastReceived),
  };
  const signed = range.to < range.from ? null : await findCoveringSize(organisationId, range.to);
  return {
    tally,
    thread,
    outside: Math.max(0, threadEvents - tally.events),
    range: { ...range, to: signed ?? range.to },
  };
}

/** Null counts as absent. */
function bound(pick: (...values: number[]) => number, ...values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : pick(...known);
}

/** When the first event of the chain and of the model was received, up to a size; null if it is missing or unreadable. */
export async function findFirstReceipts(
  organisationId: string,
  modelId: string,
  size: number,
): Promise<{ chain: string | null; model: string | null }> {
  const { first } = await findModelEnds(organisationId, modelId, size);
  const receivedAt = async (position: number | null) => {
    if (position === null || position > size) return null;
    const ms = Date.parse((await findReceipt(organisationId, position))?.recordedAt ?? "");
    return Number.isNaN(ms) ? null : new Date(ms).toISOString();
  };
  return { chain: await receivedAt(1), model: await receivedAt(first) };
}

/**
 * The first position from 1 to `size` whose receipt time satisfies `isWanted`; `size` + 1 if none does. A binary search,
 * because receipt times never decrease in an intact chain.
 */
export async function findFirstReceived(
  organisationId: string,
  size: number,
  isWanted: (recordedAt: string) => boolean,
): Promise<number> {
  let [from, to] = [1, size + 1];
  while (from < to) {
    const middle = from + Math.floor((to - from) / 2);
    const receipt = await findReceipt(organisationId, middle);
    if (!receipt || receipt.position >= to || isWanted(receipt.recordedAt)) to = middle;
    else from = Math.max(receipt.position, middle) + 1;
  }
  return from;
}

/**
 * The unverified events of a model in a range of positions, one page in memory at a time. Texts that are too long are
 * read as empty, and `metadata` is omitted.
 */
export async function* readModelEvents(
  organisationId: string,
  modelId: string,
  range: ModelEventsRange,
): AsyncGenerator<StoredEvent[], void, undefined> {
  for (let from = range.from; from <= range.to; ) {
    const page = await findModelEvents(organisationId, modelId, { ...range, from });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    await giveWay();
    from = last.chainPosition + 1;
  }
}

export async function* readModelPositions(
  organisationId: string,
  modelId: string,
  range: ModelEventsRange,
): AsyncGenerator<number[], void, undefined> {
  for (let from = range.from; from <= range.to; ) {
    const { positions, isLast } = await findModelPositions(organisationId, modelId, { ...range, from });
    yield positions;
    if (isLast) return;
    await giveWay();
    from = (positions.at(-1) ?? range.to) + 1;
  }
}
