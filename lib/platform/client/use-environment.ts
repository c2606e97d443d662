import { createContext, useCallback, useSyncExternalStore } from "react";

/** The time at which the server rendered the page, in epoch milliseconds. */
export const LoadedAt = createContext<number | null>(null);

/** False on the server and during hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function never(): () => void {
  return () => undefined;
}

/** Whether a media query matches. False on the server and during hydration. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    useCallback(
      (changed) => {
        const list = matchMedia(query);
        list.addEventListener("change", changed);
        return () => list.removeEventListener("change", changed);
      },
      [query],
    ),
    () => matchMedia(query).matches,
    () => false,
  );
}

/** False if the clock of the browser is behind. */
function isRecent(loadedAt: number): boolean {
  const passedMs = Date.now() - loadedAt;
  return passedMs >= 0 && passedMs < periodMs;
}

const listeners = new Set<() => void>();
const periodMs = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The current time, updated every 30 seconds. On the server and during hydration, `loadedAt` or null. Relative times pass
 * `loadedAt`, which stays their current time until the first update, so that lists are not rendered again after hydration.
 */
export function useNow(loadedAt: number | null = null): number | null {
  return useSyncExternalStore(
    subscribe,
    () => (loadedAt !== null && isRecent(loadedAt) ? loadedAt : now),
    () => loadedAt,
  );
}

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, periodMs);
    document.addEventListener("visibilitychange", tick);
  }
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

function tick(): void {
  if (document.visibilityState === "hidden") return;
  now = Date.now();
  for (const listener of listeners) listener();
}
