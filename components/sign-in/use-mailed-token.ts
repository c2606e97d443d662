import { useSyncExternalStore } from "react";

const listen = (changed: () => void) => {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
};

/** The token of a mailed link, which stands behind `#token=` so that no server and no log sees it; null while unknown. */
export function useMailedToken(): string | null {
  return useSyncExternalStore(
    listen,
    () => new URLSearchParams(location.hash.slice(1)).get("token") ?? "",
    () => null,
  );
}
