import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let reachable = true;

/** Says whether the service answered last time. Every call of the API tells it; nothing else decides what is shown. */
export function reportReachable(answered: boolean): void {
  if (answered === reachable) return;
  reachable = answered;
  for (const listener of listeners) listener();
}

/** Whether the service can be reached, as far as is known. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reachable,
    () => true,
  );
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
