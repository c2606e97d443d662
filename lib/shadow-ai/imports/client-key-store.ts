import { prisma } from "@/lib/db";

/** The keys of days that are stored for an organisation, encrypted, by day (`YYYY-MM-DD`). */
export async function findClientKeys(organisationId: string): Promise<Map<string, string>> {
  const rows = await prisma().clientKey.findMany({ where: { organisationId } });
  return new Map(rows.map(({ day, key }) => [day.toISOString().slice(0, 10), key]));
}

/** Stores keys for days that have none; of two at once the first stays. */
export async function insertClientKeys(organisationId: string, keys: { day: string; key: string }[]): Promise<void> {
  const data = keys.map(({ day, key }) => ({ organisationId, day: new Date(day), key }));
  await prisma().clientKey.createMany({ data, skipDuplicates: true });
}

/** Replaces a key that nobody can read any more. */
export async function replaceClientKey(
  organisationId: string,
  { day, key, instead }: { day: string; key: string; instead: string },
): Promise<void> {
  await prisma().clientKey.updateMany({ where: { organisationId, day: new Date(day), key: instead }, data: { key } });
}
