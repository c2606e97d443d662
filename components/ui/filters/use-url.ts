"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import {
  type ChangeOf,
  readUrl,
  type UrlData,
  type UrlValue,
  type UrlValues,
  type ValuesOf,
  writeUrl,
} from "./url-values";

type History = "push" | "replace";

/**
 * The latest change that Next has not rendered yet. Next renders URL changes in a transition, so without this value, text
 * fields would lag behind typing.
 */
let latest: { query: string; replaced: Set<string> } | undefined;
let hasPushed = false;
const listeners = new Set<() => void>();

/** The values of the URL, and a function that changes them without loading the page again. */
export function useUrl<Names extends UrlValues>(
  names: Names,
): [ValuesOf<Names>, (change: ChangeOf<Names>, history?: History) => void] {
  const path = usePathname();
  const rendered = `${path}?${useSearchParams()}`;
  const pending = useSyncExternalStore(listen, latestChange, noChange);
  const current = pending?.replaced.has(rendered) ? pending.query : rendered;
  useEffect(() => {
    if (latest?.query === rendered) latest = undefined;
  }, [rendered]);
  const values = useMemo(
    () => readUrl(names, new URLSearchParams(current.slice(current.indexOf("?") + 1))),
    [names, current],
  );
  const set = useCallback(
    (change: ChangeOf<Names>, history: History = "replace") => {
      const { pathname, search, hash } = window.location;
      const before = new URLSearchParams(search).toString();
      const query = writeUrl(names, change, new URLSearchParams(search)).toString();
      if (query === before) return;
      latest = {
        query: `${pathname}?${query}`,
        replaced: new Set(latest?.replaced).add(`${pathname}?${before}`),
      };
      latest.replaced.delete(latest.query);
      const url = `${pathname}${query && "?"}${query}${hash}`;
      // Changes at the same moment share one history entry.
      if (history === "push" && !hasPushed) {
        hasPushed = true;
        setTimeout(() => {
          hasPushed = false;
        });
        window.history.pushState(null, "", url);
      } else window.history.replaceState(null, "", url);
      for (const listener of listeners) listener();
    },
    [names],
  );
  return [values, set];
}

/** One value of the URL. */
export function useUrlValue<Value extends UrlData, Missing extends UrlData | null>(
  name: string,
  value: UrlValue<Value, Missing>,
) {
  const names = useMemo(() => ({ [name]: value }), [name, value]);
  const [values, set] = useUrl(names);
  const setValue = useCallback((next: Value | null) => set({ [name]: next }), [name, set]);
  return [values[name] as Value | Missing, setValue] as const;
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", clearChange);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("popstate", clearChange);
    latest = undefined;
  };
}

function clearChange(): void {
  latest = undefined;
  for (const listener of listeners) listener();
}

const latestChange = () => latest;
const noChange = () => undefined;
