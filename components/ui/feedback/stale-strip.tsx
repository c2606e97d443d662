"use client";

import { notifyManager, type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { reachable } from "@/components/ui/api/client";
import { outdatedSince, retryLive } from "@/components/ui/api/live";
import { shell as texts } from "@/components/ui/shell-texts";
import { timeText } from "@/lib/platform/client/format";
import { useStore } from "@/lib/platform/client/observable";
import styles from "./banners.module.css";

/** Shown while the service is unreachable, or while the content of the page cannot be refreshed. */
export function StaleStrip() {
  const cache = useQueryClient();
  const isReachable = useStore(reachable, true);
  const liveSince = useStore(outdatedSince, null);
  const subscribe = useCallback(
    (onChange: () => void) => cache.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const failedSince = useSyncExternalStore(
    subscribe,
    () => oldestFailed(cache),
    () => null,
  );
  const failed = useSyncExternalStore(
    subscribe,
    () => failedDetails(cache),
    () => "",
  );
  const since = Math.min(liveSince ?? Number.POSITIVE_INFINITY, failedSince || Number.POSITIVE_INFINITY);

  function retry(): void {
    cache.refetchQueries({ type: "active", predicate: isSilentFailure }).catch(() => undefined);
    retryLive();
  }

  return (
    <div role="status" className={styles.strip}>
      {!isReachable && <p>{texts.offline}</p>}
      {isReachable && (liveSince ?? failedSince) !== null && (
        <p>
          {Number.isFinite(since)
            ? texts.notUpdatedSince(timeText(new Date(since).toISOString(), "short"))
            : texts.detailsFailed(failed)}{" "}
          <button type="button" onClick={retry}>
            {texts.tryAgain}
          </button>
        </p>
      )}
    </div>
  );
}

/** A failed query whose error is shown nowhere else: it has older data, or it only supplements the page. */
function isSilentFailure({ state, meta }: Query): boolean {
  return state.status === "error" && (state.data !== undefined || meta?.isSupplement === true);
}

const findFailed = (cache: QueryClient) =>
  cache.getQueryCache().findAll({ type: "active", predicate: isSilentFailure });

/** The names of the data that could not be loaded. */
function failedDetails(cache: QueryClient): string {
  const names = findFailed(cache).map(({ queryKey: [kind] }) => texts.details[String(kind)] ?? texts.otherDetails);
  return [...new Set(names)].join(", ");
}

/** The time of the oldest data that could not be refreshed; 0 without data, null if no query failed. */
export function oldestFailed(cache: QueryClient): number | null {
  const failed = findFailed(cache);
  const times = failed.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  if (times.length > 0) return Math.min(...times);
  return failed.length === 0 ? null : 0;
}
