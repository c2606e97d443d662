import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds. On the server and while hydrating it does not. */
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
