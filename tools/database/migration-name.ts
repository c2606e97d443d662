/**
 * The folder of a new migration: `20261231235959_add_something` (UTC). Migrations are applied in the order of their
 * names, so a new migration sorts after the existing ones even if the clock is slow.
 *
 * @throws when the name has other characters than lower case letters, digits and underscores.
 */
export function migrationFolderName(name: string, now: Date, existing: readonly string[]): string {
  if (!/^[a-z0-9][a-z0-9_]*$/.test(name)) {
    throw new Error(`--name must be lower case letters, digits and underscores, not ${name}.`);
  }
  const time = Number(now.toISOString().replace(/\D/g, "").slice(0, 14));
  const times = existing.map((folder) => Number(/^(\d{14})_/.exec(folder)?.[1] ?? 0));
  return `${Math.max(time, ...times.map((other) => other + 1))}_${name}`;
}
