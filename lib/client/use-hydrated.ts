import { useSyncExternalStore } from "react";

/** False on the server and in the render that meets its markup, true ever after. */
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
