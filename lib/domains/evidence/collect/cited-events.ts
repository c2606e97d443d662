import type { Weight } from "@/lib/domains/evidence/frameworks/types";

/** Events of one side that are named individually: the newest ones. */
export const citedMax = 20;

/** The events that support or contradict a requirement. */
export interface Cited {
  events: number;
  /** IDs of the newest of them, in chain order. */
  ids: string[];
  /** Their number by event type. */
  byType: Record<string, number>;
}

export interface CitedEvents {
  supporting: Cited;
  adverse: Cited;
}

/** Collects the events that count for one requirement, in bounded memory. */
export class CitedFinder {
  private readonly supporting: Cited = { events: 0, ids: [], byType: {} };
  private readonly adverse: Cited = { events: 0, ids: [], byType: {} };

  add({ id, eventType }: { id: string; eventType: string }, weight: Weight): void {
    // An event that only names a document does not support the requirement.
    if (weight === "reference") return;
    const side = weight === "adverse" ? this.adverse : this.supporting;
    side.events += 1;
    side.byType[eventType] = (side.byType[eventType] ?? 0) + 1;
    if (side.ids.push(id) > 2 * citedMax) side.ids.splice(0, citedMax);
  }

  found(): CitedEvents {
    return { supporting: newest(this.supporting), adverse: newest(this.adverse) };
  }
}

function newest({ events, ids, byType }: Cited): Cited {
  return { events, ids: ids.slice(-citedMax), byType: { ...byType } };
}
