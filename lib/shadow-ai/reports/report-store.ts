import { prisma } from "@/lib/db";

/** What a report counts of a detection. */
export interface ReportedDetection {
  id: string;
  provider: string;
  department: string | null;
  severity: string;
  detectedAt: Date;
  exceptionExpiresAt: Date | null;
  /** Estimated cost since the use was first seen, in US cents, and what the estimate rests on. */
  costCents: number;
  costBasis: string;
}

/** Detections that were made by a time, by their ids, behind one. */
export async function findReportedDetections(
  organisationId: string,
  { until, afterId, limit }: { until: Date; afterId: string; limit: number },
): Promise<ReportedDetection[]> {
  const rows = await prisma().shadowAiDetection.findMany({
    where: { organisationId, detectedAt: { lte: until }, id: { gt: afterId } },
    orderBy: { id: "asc" },
    take: limit,
    select: {
      ...{ id: true, provider: true, department: true, severity: true, detectedAt: true, exceptionExpiresAt: true },
      ...{ costCents: true, costBasis: true },
    },
  });
  return rows.map(({ costCents, ...row }) => ({ ...row, costCents: Number(costCents) }));
}

/** What the organisation decided, as it is stored. */
export async function findStoredSettings(organisationId: string): Promise<unknown> {
  const found = await prisma().shadowAiSetting.findUnique({ where: { organisationId }, select: { settings: true } });
  return found?.settings;
}
