"use client";

import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";

/** A page that nobody looks at asks no more after this long. */
const hiddenMs = 15_000;

interface LiveProps {
  /** What the data had come to before the page was read; undefined where nobody could say. */
  since: Activity | undefined;
}

/** Keeps what is on the screen up to date: asks what changed every two seconds, and has only that read again. */
export function Live({ since }: LiveProps): null {
  const cache = useQueryClient();
  const [begin] = useState(since);
  // The service, which tells of its changes only when it is asked.
  useEffect(() => follow(cache, begin), [cache, begin]);
  return null;
}

/** What failed while the service was away is asked again when it is back. */
function refetchFailed(cache: QueryClient): void {
  const failed = { type: "active", predicate: ({ state }: Query) => state.status === "error" } as const;
  cache.refetchQueries(failed).catch(() => undefined);
}

function follow(cache: QueryClient, begin: Activity | undefined): () => void {
  const stop = new AbortController();
  let [failures, hiddenSince] = [0, undefined as number | undefined];
  let before = begin;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;

  async function ask(): Promise<void> {
    if (asking || stop.signal.aborted) return;
    clearTimeout(timer);
    if (hiddenSince !== undefined && Date.now() - hiddenSince >= hiddenMs) return;
    asking = true;
    try {
      const after = await api.get<Activity>("/v1/activity", undefined, { signal: stop.signal });
      const kinds = changedKinds(before, after);
      before = after;
      if (failures > 0) refetchFailed(cache);
      failures = 0;
      for (const queryKey of concernedKeys(kinds)) cache.invalidateQueries({ queryKey }).catch(() => undefined);
    } catch (error) {
      // Who has no session any more is on the way to the sign-in page.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) stop.abort();
      failures += 1;
    }
    asking = false;
    if (!stop.signal.aborted) timer = setTimeout(ask, pollDelayMs(failures));
  }

  function onVisibility(): void {
    hiddenSince = document.hidden ? Date.now() : undefined;
    if (!document.hidden) void ask();
  }

  function onOnline(): void {
    failures = 0;
    void ask();
  }

  document.addEventListener("visibilitychange", onVisibility, { signal: stop.signal });
  addEventListener("online", onOnline, { signal: stop.signal });
  onVisibility();
  if (document.hidden) void ask();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

/** The answer of `GET /v1/activity`: texts that change when something of their kind did. */
export interface Activity {
  chainPosition: number;
  revisions: Record<string, string>;
}

type Prefix = readonly unknown[];

/** What each kind of change makes out of date. */
const concerned: Record<string, readonly Prefix[]> = {
  // A hold has no kind of its own: both its ends are events. The same applies to resolutions of findings.
  chain: [keys.audit.all(), keys.checkpoints.all(), keys.legalHolds.all(), keys.findings.all(), keys.overview()],
  detections: [keys.detections.all(), keys.exceptions.all(), keys.stats(), keys.overview()],
  evidence: [keys.evidence.all(), keys.overview()],
  deliveries: [keys.deliveries.all(), keys.webhooks.all()],
  imports: [keys.imports.all(), keys.sources.all(), keys.overview()],
  verifications: [keys.verifications.all(), keys.findings.all(), keys.overview()],
  members: [keys.members.all(), keys.sessions()],
  // What an integration tells may link a ticket to an event.
  integrations: [keys.integrations.all(), keys.audit.all()],
  alerts: [keys.alertPolicies.all()],
  streams: [keys.streams.all()],
  reports: [keys.reports.all(), keys.reportSchedules.all()],
};

/** Kinds whose text differs between two answers. The first answer changes nothing. */
export function changedKinds(before: Activity | undefined, after: Activity): string[] {
  if (!before) return [];
  const kinds = Object.keys(after.revisions).filter((kind) => before.revisions[kind] !== after.revisions[kind]);
  return before.chainPosition === after.chainPosition ? kinds : ["chain", ...kinds];
}

/** The prefixes of cache keys that changes of these kinds concern, each once. */
export function concernedKeys(kinds: readonly string[]): Prefix[] {
  const prefixes = new Map(
    kinds.flatMap((kind) => concerned[kind] ?? []).map((prefix) => [JSON.stringify(prefix), prefix]),
  );
  return [...prefixes.values()];
}

const everyMs = 2_000;
const longestMs = 15_000;

/** How long to wait before asking again: two seconds, doubled with every failure in a row, up to a quarter of a minute. */
export function pollDelayMs(failures: number): number {
  return Math.min(everyMs * 2 ** failures, longestMs);
}
