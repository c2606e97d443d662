import { useCallback, useSyncExternalStore } from "react";

const listeners = new Map<string, Set<() => void>>();
const parsed = new Map<string, { text: string | null; value: unknown }>();

/**
 * A setting in the browser's storage, shared between components and tabs. Uses the default on the server and during
 * hydration. If storage is unavailable, the setting lasts as long as the page.
 */
export function useStored<T>(
  key: string,
  otherwise: T,
  isValid: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const value = useSyncExternalStore(
    useCallback((changed) => subscribe(key, changed), [key]),
    () => readStored(key, otherwise, isValid),
    () => otherwise,
  );
  return [value, useCallback((next) => writeStored(key, next), [key])];
}

/** The stored value, or the default if it is missing or invalid. */
export function readStored<T>(key: string, otherwise: T, isValid: (value: unknown) => value is T): T {
  const text = readText(key);
  const known = parsed.get(key);
  const value = known && known.text === text ? known.value : parse(text);
  parsed.set(key, { text, value });
  return isValid(value) ? value : otherwise;
}

function writeStored(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
  } catch {
    unstorable.set(key, text);
  }
  for (const listener of listeners.get(key) ?? []) listener();
}

const unstorable = new Map<string, string>();

function readText(key: string): string | null {
  try {
    return unstorable.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function subscribe(key: string, changed: () => void): () => void {
  const ofKey = listeners.get(key) ?? new Set();
  listeners.set(key, ofKey.add(changed));
  const onStorage = (event: StorageEvent) => event.key === key && changed();
  addEventListener("storage", onStorage);
  return () => {
    ofKey.delete(changed);
    removeEventListener("storage", onStorage);
  };
}
