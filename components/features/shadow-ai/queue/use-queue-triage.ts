"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { confirm } from "@/components/ui/feedback/confirm";
import { notify } from "@/components/ui/feedback/messages";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { UpdateDetection, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import { countText } from "@/lib/platform/client/format";
import { resolveTimes } from "@/lib/platform/client/period";
import { toDetectionFilter } from "../filters";
import type { Deed } from "../triage/triage-dialog";
import { type AllThatMatch, useTriage } from "../triage/use-triage";
import { shownVersion, versionOf } from "../use-detection";
import type { Failure } from "./bulk-actions";
import type { Queue, QueueSelection } from "./use-queue";

/** What a step is about. */
export interface Target {
  rows: readonly ShadowAiDetection[];
  /** Everything that the filters find, of which the rows are what is selected. */
  all: boolean;
}

interface Asked {
  deed: Deed;
  target: Target;
  all: AllThatMatch | undefined;
  /** Of the one detection, the version that was looked at. */
  etag: string | null;
}

interface QueueTriageOptions {
  queue: Queue;
  selection: QueueSelection;
}

/** The steps of triage as the queue takes them: with one detection, with those that are selected, with all that match. */
export function useQueueTriage({ queue: { filters, me, list }, selection }: QueueTriageOptions) {
  const cache = useQueryClient();
  const matching = allThatMatch({
    filter: resolveTimes(toDetectionFilter(filters, me), Date.now()),
    count: list.page.total,
    open: list.data?.summary.open ?? 0,
  });
  const triage = useTriage();
  const triageAll = useTriage(matching);
  const [asked, setAsked] = useState<Asked | null>(null);
  const opener = useRef<Element | null>(null);
  const last = useRef(Promise.resolve());
  const [failures, setFailures] = useState<readonly Failure[]>([]);

  /** What was changed is selected no more; what was not still is, with the reason. */
  function settle({ rows, all }: Target, { results }: UpdatedDetections): void {
    const hosts = new Map(rows.map(({ id, details }) => [id, details.endpoint]));
    const failed = results.flatMap((result) =>
      "error" in result ? [{ id: result.id, host: hosts.get(result.id) ?? result.id, reason: result.message }] : [],
    );
    const about = new Set(rows.map(({ id }) => id));
    const others = all ? [] : [...selection.ids].filter((id) => !about.has(id));
    selection.change([...others, ...failed.map(({ id }) => id)]);
    setFailures(failed);
  }

  async function ask(deed: Deed, target: Target): Promise<void> {
    const { rows, all } = target;
    const [one] = rows;
    opener.current = document.activeElement;
    const etag = one && rows.length === 1 && !all ? await versionOf(cache, one.id) : null;
    setAsked({ deed, target, etag, all: all ? matching : undefined });
  }

  /** Focus goes back to where the dialog was asked for. */
  function close(): void {
    setAsked(null);
    requestAnimationFrame(() => opener.current instanceof HTMLElement && opener.current.focus());
  }

  async function take(target: Target, change: UpdateDetection, question: string): Promise<void> {
    const [one] = target.rows;
    const action = `Change all ${countText(matching.count)}`;
    if (!one || (target.all && !(await confirm({ title: question, action })))) return;
    try {
      const ids = target.rows.map(({ id }) => id);
      const etag = ids.length === 1 ? shownVersion(cache, one.id) : null;
      settle(target, await (target.all ? triageAll : triage).change(ids, change, { etag }));
    } catch (error) {
      notify.error(error);
    }
  }

  /** One step after the other: the next goes by what the one before has left. */
  function inTurn(step: () => Promise<void>): void {
    last.current = last.current.then(step);
  }

  function investigate({ rows, all: isAll }: Target): void {
    const waiting = isAll ? rows : rows.filter(({ status }) => status !== "INVESTIGATING");
    inTurn(() => take({ rows: waiting, all: isAll }, { status: "INVESTIGATING" }, `Investigate ${all}?`));
  }

  const all = `all ${countText(matching.count)} that match`;
  return {
    failures,
    forgetFailures: () => setFailures([]),
    asked,
    /** Opens the dialog of a step. */
    ask: (deed: Deed, target: Target) => void ask(deed, target),
    close,
    done: (outcome: UpdatedDetections) => {
      if (asked) settle(asked.target, outcome);
      close();
    },
    investigate,
    assignToMe: (target: Target) => inTurn(() => take(target, { assignedTo: me }, `Assign ${all} to you?`)),
  };
}

export type QueueTriage = ReturnType<typeof useQueueTriage>;

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
function allThatMatch(matching: Matching): AllThatMatch {
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
