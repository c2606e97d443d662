"use client";

import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { confirm } from "@/components/ui/feedback/confirm";
import { notify } from "@/components/ui/feedback/messages";
import { useSession } from "@/components/ui/page/session";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import type { RequestException, UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";
import { triage as texts } from "../texts/triage";
import { type Outcome, sendChange, sendDecision, sendUndo, type Target } from "./send-change";

const updated = (count: number) => (count === 1 ? texts.detectionUpdated : texts.detectionsUpdated(count));
const requested = (count: number) => (count === 1 ? texts.exceptionRequested : texts.exceptionsRequested(count));

/** Sends changes of detections, shows a message with an undo button, and refreshes the affected queries. */
export function useTriage() {
  const cache = useQueryClient();
  const refresh = () =>
    Promise.all(
      [keys.detections.all(), keys.exceptions.all(), keys.audit.all(), keys.overview(), keys.stats()].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    );

  async function run(outcome: Promise<Outcome>, message = updated): Promise<Outcome> {
    try {
      const { changed, undoPath } = await outcome;
      const undo = undoPath === undefined ? {} : { undo: () => sendUndo(undoPath).finally(refresh) };
      if (changed.length > 0) notify.success(message(changed.length), undo);
      return await outcome;
    } finally {
      await refresh();
    }
  }

  return {
    change: (target: Target, change: UpdateDetection) => run(sendChange(target, change)),
    decide: (target: Target, decision: UpdateDetection) => run(sendDecision(target, decision)),
    requestException: (target: Target, request: RequestException) => run(sendRequests(target, request), requested),
  };
}

/** Requests an exception for each detection. */
async function sendRequests({ rows, matches }: Target, request: RequestException): Promise<Outcome> {
  const outcome: Outcome = { changed: [], failed: [] };
  if (matches) {
    const message = texts.noExceptionForAll;
    throw new ApiError({ status: 409, code: "conflict", message });
  }
  for (const { id } of rows) {
    try {
      await api.post(`/v1/shadow-ai/${id}/exception-request`, request);
      outcome.changed.push(id);
    } catch (error) {
      if (!(error instanceof ApiError) || rows.length === 1) throw error;
      outcome.failed.push({ id, message: error.message });
    }
  }
  return outcome;
}

export type TriageStep = "resolve" | "dismiss" | "assign" | "snooze";

/** The triage steps of a page, and the open dialog. `onDone` is called with the outcome of each step. */
export function useTriageSteps(onDone?: (target: Target, outcome: Outcome) => void) {
  const cache = useQueryClient();
  const me = useSession().member.email;
  const triage = useTriage();
  const [dialog, setDialog] = useState<{ step: TriageStep; target: Target } | null>(null);
  const last = useRef(Promise.resolve());

  async function ask(step: TriageStep, target: Target): Promise<void> {
    const [one] = target.rows;
    const etag = one && target.rows.length === 1 && !target.matches ? await versionOf(cache, one.id) : null;
    setDialog({ step, target: { ...target, etag } });
  }

  const close = () => setDialog(null);

  async function apply(
    { rows, matches }: Target,
    change: UpdateDetection,
    question: (all: string) => string,
  ): Promise<void> {
    const [one] = rows;
    if (!one) return;
    if (matches && !(await confirmAll(matches.count, question))) return;
    try {
      const target = { rows, matches, etag: rows.length === 1 ? shownVersion(cache, one.id) : null };
      // Not an argument of `onDone?.()`, whose arguments are evaluated only if it is defined.
      const outcome = await triage.change(target, change);
      onDone?.(target, outcome);
    } catch (error) {
      notify.error(withConflictMessage(error));
    }
  }

  /** Runs steps one after another, as each needs the version that the previous one created. */
  function inTurn(step: () => Promise<void>): void {
    last.current = last.current.then(step);
  }

  return {
    dialog,
    ask: (step: TriageStep, target: Target) => void ask(step, target),
    close,
    /** Closes the dialog after its step. */
    finish: (outcome: Outcome) => {
      if (dialog) onDone?.(dialog.target, outcome);
      close();
    },
    investigate: ({ rows, matches }: Target) => {
      const waiting = matches ? rows : rows.filter(({ status }) => status !== "INVESTIGATING");
      inTurn(() =>
        apply({ rows: waiting, matches }, { status: "INVESTIGATING" }, (all) => texts.investigateAllQuestion(all)),
      );
    },
    assignToMe: (target: Target) =>
      inTurn(() => apply(target, { assignedTo: me }, (all) => texts.assignAllQuestion(all))),
    endSnooze: (target: Target) => inTurn(() => apply(target, { snooze: null }, (all) => texts.endSnoozeQuestion(all))),
  };
}

export type TriageSteps = ReturnType<typeof useTriageSteps>;

function confirmAll(count: number, question: (all: string) => string): Promise<boolean> {
  const all = texts.allCount(count);
  return confirm({ title: question(texts.allMatches(all)), action: texts.updateAll(all) });
}

/** Explains a conflict: the page already shows the other analyst's change. */
function withConflictMessage(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 412) return error;
  const { status, code, requestId } = error;
  const message = texts.conflict;
  return new ApiError({ status, code, message, requestId });
}

/** A detection with its version. */
export function useDetection(id: string | null) {
  return useQuery({ ...detectionQuery(id ?? ""), enabled: id !== null });
}

/** The current version of a detection, for `If-Match`. Null if it cannot be read. */
async function versionOf(cache: QueryClient, id: string): Promise<string | null> {
  try {
    return (await cache.fetchQuery(detectionQuery(id))).etag;
  } catch {
    return null;
  }
}

/** The version that is shown on the page; null if only a row of the list is shown, which has none. */
function shownVersion(cache: QueryClient, id: string): string | null {
  const { queryKey } = detectionQuery(id);
  const isShown = cache.getQueryCache().find({ queryKey })?.isActive() === true;
  return isShown ? (cache.getQueryData(queryKey)?.etag ?? null) : null;
}

function detectionQuery(id: string) {
  return queryOptions({
    queryKey: keys.detections.one(id),
    queryFn: ({ signal }) =>
      api.getWithTag<ShadowAiDetectionDetail>(`/v1/shadow-ai/${encodeURIComponent(id)}`, undefined, { signal }),
  });
}
