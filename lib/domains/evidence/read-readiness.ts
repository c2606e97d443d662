import type { PackageCoverage } from "@/lib/domains/evidence/schemas";
import { readPackageCounts, readStoredReadiness } from "@/lib/domains/evidence/store";

/** Every framework with its newest package that can be downloaded, and how many packages are being generated. */
export async function readReadiness(organisationId: string, nowMs: number) {
  const [stored, counts] = await Promise.all([
    readStoredReadiness(organisationId, new Date(nowMs)),
    readPackageCounts(organisationId),
  ]);
  const frameworks = stored.map(({ generatedAt, coverage, ...ready }) => ({
    ...ready,
    generatedAt: generatedAt?.toISOString() ?? null,
    coverage: coverage === null ? null : coverageOf(JSON.parse(coverage) as PackageCoverage),
  }));
  return { frameworks, ...counts };
}

/** Requirements that events are evidence of, wholly or in part, among those that are counted. */
function coverageOf({ total, byStatus }: PackageCoverage) {
  return { covered: byStatus.EVIDENCED + byStatus.PARTIAL, total };
}
