/** Forgets each {@link singleton}, or those of some names: it is made anew, as in a process that has just begun. */
export function forgetSingletons(...names: string[]): void {
  const registry = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
  const instances = registry[Symbol.for("governance-audit-service/singletons")];
  if (names.length === 0) instances?.clear();
  for (const name of names) instances?.delete(name);
}
