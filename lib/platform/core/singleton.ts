const registryKey = Symbol.for("governance-audit-service/singletons");
const global = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;
global[registryKey] ??= new Map();
const instances = global[registryKey];

/**
 * One instance per process. Bundlers may load a module once per route, and a development server loads it again on
 * every change; a pool, a queue or a registry must still exist once.
 */
export function singleton<T>(name: string, create: () => T): T {
  const known = instances.get(name);
  if (known !== undefined) return known as T;
  const created = create();
  instances.set(name, created);
  return created;
}
