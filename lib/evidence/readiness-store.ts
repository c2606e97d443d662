import { prisma } from "@/lib/db";

/** The newest package of a framework that can be downloaded. */
export interface ReadyPackage {
  framework: string;
  id: string;
  modelId: string;
  modelName: string;
  generatedAt: Date;
  /** JSON text; null where it was not kept. */
  coverage: string | null;
}

export interface StoredReadiness {
  packages: ReadyPackage[];
  generating: number;
  /** Whether a package was ever made. */
  hasPackage: boolean;
}

/** One end of an index for each framework. */
export async function readStoredReadiness(
  organisationId: string,
  frameworks: readonly string[],
  now: Date,
): Promise<StoredReadiness> {
  const [packages, [figures]] = await Promise.all([
    prisma().$queryRaw<ReadyPackage[]>`
      SELECT newest.* FROM unnest(${[...frameworks]}::text[]) AS wanted (framework)
      CROSS JOIN LATERAL (
        SELECT framework, id, model_id AS "modelId", model_name AS "modelName", generated_at AS "generatedAt", coverage
        FROM evidence_packages
        WHERE organisation_id = ${organisationId} AND framework = wanted.framework AND status = 'READY'
          AND expires_at > ${now}
        ORDER BY generated_at DESC LIMIT 1
      ) AS newest`,
    prisma().$queryRaw<{ generating: number; hasPackage: boolean }[]>`
      SELECT count(*)::float8 AS generating, EXISTS (
        SELECT FROM evidence_packages WHERE organisation_id = ${organisationId} AND status IN ('READY', 'EXPIRED')
      ) AS "hasPackage"
      FROM evidence_packages WHERE organisation_id = ${organisationId} AND status = 'GENERATING'`,
  ]);
  return { packages, generating: figures?.generating ?? 0, hasPackage: figures?.hasPackage ?? false };
}
