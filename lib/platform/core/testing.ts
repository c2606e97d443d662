/** Resets all {@link singleton}s, or those with the given names, as in a new process. */
export function forgetSingletons(...names: string[]): void {
  const registry = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
  const instances = registry[Symbol.for("governance-audit-service/singletons")];
  if (names.length === 0) instances?.clear();
  for (const name of names) instances?.delete(name);
}
