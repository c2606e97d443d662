import { findModelEvents, findModelPositions, type ModelEventsRange } from "@/lib/audit-chain/model-thread-store";
import type { StoredEvent } from "@/lib/audit-chain/stored-event";

/**
 * The events of a model in a range of positions, in their order, as they are stored: in pages of at most a thousand and of
 * some megabytes, one in memory at a time. Nothing is verified, and whatever stands in a tampered row is read without an
 * error: what is too long to be right as an empty text. `metadata` is left out.
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
    from = last.chainPosition + 1;
  }
}

/** The positions of the same events alone. */
export async function* readModelPositions(
  organisationId: string,
  modelId: string,
  range: ModelEventsRange,
): AsyncGenerator<number[], void, undefined> {
  for (let from = range.from; from <= range.to; ) {
    const { positions, isLast } = await findModelPositions(organisationId, modelId, { ...range, from });
    yield positions;
    if (isLast) return;
    from = (positions.at(-1) ?? range.to) + 1;
  }
}
