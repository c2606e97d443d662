import { ApiError, api } from "@/components/api/client";
import { confirm } from "@/components/feedback/confirm";
import { countText } from "@/lib/client/format";
import type { UpdateDetection, UpdatedDetections } from "@/lib/shadow-ai/schemas-triage";
import type { AllThatMatch } from "../triage/use-triage";

/** Detections that one change may be about. */
export const changeAllMax = 500;

interface Matching {
  /** The filter of the list, as the API takes it; without a status it is about all of them. */
  filter: { readonly [name: string]: string | number };
  /** How many it finds, as far as whoever looks knows. */
  count: number;
  /** How many of those nobody has taken up. */
  open: number;
}

/** The changes of everything that a filter finds. */
export function allThatMatch(matching: Matching): AllThatMatch {
  const { filter, count } = matching;
  return {
    count,
    change: (wanted) => changeAll(filter, count, wanted),
    decide: (decision) => decideAll(matching, decision),
  };
}

/** What is open is taken up first, and then is open no more: of a filter by that status, its ids are decided on. */
async function decideAll({ filter, count, open }: Matching, decision: UpdateDetection): Promise<UpdatedDetections> {
  const isOfOpen = filter.status === "OPEN";
  if (isOfOpen || (filter.status === undefined && open > 0)) {
    const taken = await changeAll({ ...filter, status: "OPEN" }, isOfOpen ? count : open, { status: "INVESTIGATING" });
    if (isOfOpen) return decideTaken(taken, decision);
  }
  return changeAll(filter, count, decision);
}

async function decideTaken(taken: UpdatedDetections, change: UpdateDetection): Promise<UpdatedDetections> {
  const refused = taken.results.filter((result) => "error" in result);
  const ids = taken.results.filter((result) => !("error" in result)).map(({ id }) => id);
  if (ids.length === 0) return taken;
  const decided = await api.post<UpdatedDetections>("/v1/shadow-ai/bulk", { ids, change });
  return { ...decided, failed: decided.failed + refused.length, results: [...decided.results, ...refused] };
}

/**
 * Makes the same change to everything that a filter finds. Where it finds another number by now nothing has happened, and
 * it asks again with that number.
 */
async function changeAll(filter: object, count: number, change: UpdateDetection): Promise<UpdatedDetections> {
  for (let expectedCount = count; ; ) {
    try {
      return await api.post<UpdatedDetections>("/v1/shadow-ai/bulk", { filter, expectedCount, change });
    } catch (error) {
      const found = countFound(error);
      if (found === null || found === 0 || found > changeAllMax || !(await askAgain(expectedCount, found))) throw error;
      expectedCount = found;
    }
  }
}

function countFound(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "conflict") return null;
  const { actualCount } = error.members;
  return typeof actualCount === "number" ? actualCount : null;
}

function askAgain(before: number, now: number): Promise<boolean> {
  return confirm({
    title: `${countText(now)} detections match by now`,
    body: `There were ${countText(before)} when you looked. Nothing was changed yet.`,
    action: `Change all ${countText(now)}`,
  });
}
