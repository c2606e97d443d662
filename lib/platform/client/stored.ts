import { useMemo } from "react";
import { createStore, type Store, useStore } from "./observable";

const stores = new Map<string, Store<string | null>>();

/**
 * A setting in the browser's storage, shared between components and tabs. Uses the default on the server and during
 * hydration. If storage is unavailable, the setting lasts as long as the page.
 */
export function useStored<T>(
  key: string,
  otherwise: T,
  isValid: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const text = useStore(storeOf(key), null);
  const value = useMemo(() => parse(text, otherwise, isValid), [text, otherwise, isValid]);
  return [value, (next) => writeStored(key, JSON.stringify(next))];
}

/** The stored value, or the default if it is missing or invalid. */
export function readStored<T>(key: string, otherwise: T, isValid: (value: unknown) => value is T): T {
  return parse(storeOf(key).get(), otherwise, isValid);
}

function writeStored(key: string, text: string): void {
  storeOf(key).set(text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is forbidden or full.
  }
}

function storeOf(key: string): Store<string | null> {
  const existing = stores.get(key);
  if (existing) return existing;
  const store = createStore(readText(key));
  stores.set(key, store);
  if (typeof window !== "undefined")
    addEventListener("storage", (event) => event.key === key && store.set(event.newValue));
  return store;
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse<T>(text: string | null, otherwise: T, isValid: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isValid(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}
