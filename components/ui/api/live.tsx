"use client";

import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { createStore } from "@/lib/platform/client/observable";

/** A hidden page stops polling after this time. */
const hiddenMs = 15_000;

/** The time of the last response, while changes cannot be read; otherwise null. */
export const outdatedSince = createStore<number | null>(null);

/** From this number of consecutive failures, the page is outdated. */
const failuresMax = 2;

let pollNow: () => void = () => undefined;

/** Reads the changes without waiting for the next poll. */
export function retryLive(): void {
  pollNow();
}

interface LiveProps {
  /** The activity before the page was read; undefined if it could not be read. */
  since: Activity | undefined;
}

/** Polls for changes every two seconds and refetches only the queries they affect. */
export function Live({ since }: LiveProps): null {
  const cache = useQueryClient();
  const [begin] = useState(since);
  useEffect(() => follow(cache, begin), [cache, begin]);
  return null;
}

/** Retries the queries that failed while the service was unreachable. */
function refetchFailed(cache: QueryClient): void {
  const failed = { type: "active", predicate: ({ state }: Query) => state.status === "error" } as const;
  cache.refetchQueries(failed).catch(() => undefined);
}

function follow(cache: QueryClient, begin: Activity | undefined): () => void {
  const stop = new AbortController();
  let [failures, hiddenSince] = [0, undefined as number | undefined];
  let before = begin;
  let readAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling = false;

  async function poll(): Promise<void> {
    if (polling || stop.signal.aborted) return;
    clearTimeout(timer);
    if (hiddenSince !== undefined && Date.now() - hiddenSince >= hiddenMs) return;
    polling = true;
    try {
      const after = await api.get<Activity>("/v1/activity", undefined, { signal: stop.signal });
      const kinds = changedKinds(before, after);
      before = after;
      if (failures > 0) refetchFailed(cache);
      failures = 0;
      readAt = Date.now();
      outdatedSince.set(null);
      for (const queryKey of affectedKeys(kinds)) cache.invalidateQueries({ queryKey }).catch(() => undefined);
    } catch (error) {
      // Without a session, the browser is being redirected to the sign-in page.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) stop.abort();
      failures += 1;
      if (failures >= failuresMax && !stop.signal.aborted) outdatedSince.set(readAt);
    }
    polling = false;
    if (!stop.signal.aborted) timer = setTimeout(poll, pollDelayMs(failures));
  }

  function onVisibility(): void {
    hiddenSince = document.hidden ? Date.now() : undefined;
    if (!document.hidden) void poll();
  }

  function onOnline(): void {
    failures = 0;
    void poll();
  }

  document.addEventListener("visibilitychange", onVisibility, { signal: stop.signal });
  addEventListener("online", onOnline, { signal: stop.signal });
  pollNow = () => void poll();
  onVisibility();
  if (document.hidden) void poll();
  return () => {
    stop.abort();
    outdatedSince.set(null);
    clearTimeout(timer);
  };
}

/** The response of `GET /v1/activity`. A revision changes with its resource type. */
export interface Activity {
  chainPosition: number;
  revisions: Record<string, string>;
}

type Prefix = readonly unknown[];

/** The queries that each kind of change affects. */
const affected: Record<string, readonly Prefix[]> = {
  // Legal holds, documents, telemetry rules and resolutions of findings have no revision: their changes are events.
  chain: [
    ...[keys.audit.all(), keys.checkpoints.all(), keys.legalHolds.all(), keys.evidenceDocuments.all()],
    ...[keys.findings.all(), keys.overview(), keys.telemetryRules.all(), keys.telemetrySources.all()],
  ],
  detections: [
    ...[
      keys.detections.all(),
      keys.exceptions.all(),
      keys.identifications.all(),
      keys.stats(),
      keys.overview(),
      keys.notifications.all(),
    ],
  ],
  evidence: [keys.evidence.all(), keys.overview()],
  deliveries: [keys.deliveries.all(), keys.webhooks.all()],
  imports: [keys.imports.all(), keys.sources.all(), keys.overview()],
  verifications: [keys.verifications.all(), keys.findings.all(), keys.overview(), keys.notifications.all()],
  members: [keys.members.all(), keys.sessions()],
  // A delivery can link a ticket to an event.
  integrations: [keys.integrations.all(), keys.audit.all()],
  alerts: [keys.alertPolicies.all()],
  streams: [keys.streams.all()],
  reports: [keys.reports.all(), keys.reportSchedules.all()],
};

/** The kinds that changed between two responses. */
export function changedKinds(before: Activity | undefined, after: Activity): string[] {
  if (!before) return [];
  const kinds = Object.keys(after.revisions).filter((kind) => before.revisions[kind] !== after.revisions[kind]);
  return before.chainPosition === after.chainPosition ? kinds : ["chain", ...kinds];
}

/** The query key prefixes that these kinds of changes affect, without duplicates. */
export function affectedKeys(kinds: readonly string[]): Prefix[] {
  const prefixes = new Map(
    kinds.flatMap((kind) => affected[kind] ?? []).map((prefix) => [JSON.stringify(prefix), prefix]),
  );
  return [...prefixes.values()];
}

const pollMs = 2_000;
const pollMaxMs = 15_000;

/** Two seconds, doubled with every consecutive failure, up to 15 seconds. */
export function pollDelayMs(failures: number): number {
  return Math.min(pollMs * 2 ** failures, pollMaxMs);
}
