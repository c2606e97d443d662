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
import type { TriageStep } from "../triage/triage-dialog";
import { type AllMatches, useTriage } from "../triage/use-triage";
import { shownVersion, versionOf } from "../use-detection";
import type { Failure } from "./bulk-actions";
import type { Queue, QueueSelection } from "./use-queue";

/** The detections that a step is about. */
export interface Target {
  rows: readonly ShadowAiDetection[];
  /** Every match of the filters, beyond the selected rows. */
  all: boolean;
}

interface OpenDialog {
  step: TriageStep;
  target: Target;
  all: AllMatches | undefined;
  /** The version that was shown, for a single detection. */
  etag: string | null;
}

interface QueueTriageOptions {
  queue: Queue;
  selection: QueueSelection;
}

/** Triage in the queue: of one detection, of the selection, or of all matches. */
export function useQueueTriage({ queue: { filters, me, list }, selection }: QueueTriageOptions) {
  const cache = useQueryClient();
  const matching = allMatches({
    filter: resolveTimes(toDetectionFilter(filters, me), Date.now()),
    count: list.page.total,
    open: list.data?.summary.open ?? 0,
  });
  const triage = useTriage();
  const triageAll = useTriage(matching);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const opener = useRef<Element | null>(null);
  const last = useRef(Promise.resolve());
  const [failures, setFailures] = useState<readonly Failure[]>([]);

  /** Deselects the updated detections and keeps the rejected ones with their reasons. */
  function settle({ rows, all }: Target, { results }: UpdatedDetections): void {
    const hosts = new Map(rows.map(({ id, details }) => [id, details.endpoint]));
    const failed = results.flatMap((result) =>
      "error" in result ? [{ id: result.id, host: hosts.get(result.id) ?? result.id, reason: result.message }] : [],
    );
    const targeted = new Set(rows.map(({ id }) => id));
    const others = all ? [] : [...selection.ids].filter((id) => !targeted.has(id));
    selection.change([...others, ...failed.map(({ id }) => id)]);
    setFailures(failed);
  }

  async function ask(step: TriageStep, target: Target): Promise<void> {
    const { rows, all } = target;
    const [one] = rows;
    opener.current = document.activeElement;
    const etag = one && rows.length === 1 && !all ? await versionOf(cache, one.id) : null;
    setDialog({ step, target, etag, all: all ? matching : undefined });
  }

  /** Returns the focus to the element that opened the dialog. */
  function close(): void {
    setDialog(null);
    requestAnimationFrame(() => opener.current instanceof HTMLElement && opener.current.focus());
  }

  async function apply(target: Target, change: UpdateDetection, question: string): Promise<void> {
    const [one] = target.rows;
    const action = `Update all ${countText(matching.count)}`;
    if (!one || (target.all && !(await confirm({ title: question, action })))) return;
    try {
      const ids = target.rows.map(({ id }) => id);
      const etag = ids.length === 1 ? shownVersion(cache, one.id) : null;
      settle(target, await (target.all ? triageAll : triage).change(ids, change, { etag }));
    } catch (error) {
      notify.error(error);
    }
  }

  /** Runs steps one after another, as each needs the version that the previous one created. */
  function inTurn(step: () => Promise<void>): void {
    last.current = last.current.then(step);
  }

  function investigate({ rows, all: isAll }: Target): void {
    const waiting = isAll ? rows : rows.filter(({ status }) => status !== "INVESTIGATING");
    inTurn(() => apply({ rows: waiting, all: isAll }, { status: "INVESTIGATING" }, `Investigate ${all}?`));
  }

  const all = `all ${countText(matching.count)} matches`;
  return {
    failures,
    forgetFailures: () => setFailures([]),
    dialog,
    /** Opens the dialog of a step. */
    ask: (step: TriageStep, target: Target) => void ask(step, target),
    close,
    done: (outcome: UpdatedDetections) => {
      if (dialog) settle(dialog.target, outcome);
      close();
    },
    investigate,
    assignToMe: (target: Target) => inTurn(() => apply(target, { assignedTo: me }, `Assign ${all} to you?`)),
  };
}

export type QueueTriage = ReturnType<typeof useQueueTriage>;

/** The most detections that one request can update. */
export const changeAllMax = 500;

interface Matching {
  /** The filter of the list for the API. Without a status, it matches all statuses. */
  filter: { readonly [name: string]: string | number };
  /** The number of matches that is shown. */
  count: number;
  /** The number of open matches. */
  open: number;
}

function allMatches(matching: Matching): AllMatches {
  const { filter, count } = matching;
  return {
    count,
    change: (wanted) => changeAll(filter, count, wanted),
    decide: (decision) => decideAll(matching, decision),
  };
}

/**
 * Moves open detections to investigation first. They then no longer match a filter by the status OPEN, so that the
 * decision names their ids.
 */
async function decideAll({ filter, count, open }: Matching, decision: UpdateDetection): Promise<UpdatedDetections> {
  const isOfOpen = filter.status === "OPEN";
  if (isOfOpen || (filter.status === undefined && open > 0)) {
    const investigated = await changeAll({ ...filter, status: "OPEN" }, isOfOpen ? count : open, {
      status: "INVESTIGATING",
    });
    if (isOfOpen) return decideByIds(investigated, decision);
  }
  return changeAll(filter, count, decision);
}

async function decideByIds(investigated: UpdatedDetections, change: UpdateDetection): Promise<UpdatedDetections> {
  const rejected = investigated.results.filter((result) => "error" in result);
  const ids = investigated.results.filter((result) => !("error" in result)).map(({ id }) => id);
  if (ids.length === 0) return investigated;
  const decided = await api.post<UpdatedDetections>("/v1/shadow-ai/bulk", { ids, change });
  return { ...decided, failed: decided.failed + rejected.length, results: [...decided.results, ...rejected] };
}

/**
 * Applies one change to every match of a filter. If the number of matches is not the expected one, nothing is changed
 * and the user confirms the new number.
 */
async function changeAll(filter: object, count: number, change: UpdateDetection): Promise<UpdatedDetections> {
  for (let expectedCount = count; ; ) {
    try {
      return await api.post<UpdatedDetections>("/v1/shadow-ai/bulk", { filter, expectedCount, change });
    } catch (error) {
      const found = actualCountOf(error);
      if (found === null || found === 0 || found > changeAllMax || !(await confirmCount(expectedCount, found)))
        throw error;
      expectedCount = found;
    }
  }
}

function actualCountOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "conflict") return null;
  const { actualCount } = error.members;
  return typeof actualCount === "number" ? actualCount : null;
}

function confirmCount(before: number, now: number): Promise<boolean> {
  return confirm({
    title: `${countText(now)} detections match now`,
    body: `The list showed ${countText(before)}. Nothing has been changed yet.`,
    action: `Update all ${countText(now)}`,
  });
}
