import { prisma } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { type ListedDetection, type StoredDetection, toListed } from "@/lib/shadow-ai/detections/detection-store";

/**
 * The detections that have most in common with one: its use first, then its host, its provider, its department; newest first
 * in each, at most `take`. Every kind has an index that is read for no more than that.
 */
export async function findSimilar(stored: StoredDetection, take: number): Promise<ListedDetection[]> {
  const { organisationId, id, fingerprint, endpoint, provider, department } = stored;
  const kinds = [
    Prisma.sql`fingerprint = ${fingerprint}`,
    Prisma.sql`endpoint = ${endpoint}`,
    Prisma.sql`provider = ${provider}`,
    ...(department === null ? [] : [Prisma.sql`department = ${department}`]),
  ];
  const parts = kinds.map(
    (same, rank) => Prisma.sql`(SELECT id, ${rank}::int AS rank FROM shadow_ai_detections
      WHERE organisation_id = ${organisationId} AND ${same} AND id <> ${id} ORDER BY id DESC LIMIT ${take})`,
  );
  const found = await prisma().$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(parts, " UNION ALL ")}) AS alike
    GROUP BY id ORDER BY min(rank), id DESC LIMIT ${take}`;
  const ids = found.map((row) => row.id);
  const rows = await prisma().shadowAiDetection.findMany({
    where: { organisationId, id: { in: ids } },
    omit: { inputs: true, factorCodes: true },
  });
  const byId = new Map(rows.map((row) => [row.id, toListed(row)]));
  return ids.flatMap((each) => byId.get(each) ?? []);
}
