import type { StoredCoverage } from "@/lib/domains/evidence/schemas";
import { coverageHeadline } from "@/lib/domains/evidence/schemas-coverage";
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
    coverage: coverage === null ? null : coverageOf(JSON.parse(coverage) as StoredCoverage),
  }));
  return { frameworks, ...counts };
}

/** Requirements that events are evidence of, wholly or in part, among those that are counted. */
function coverageOf({ total, byStatus }: StoredCoverage) {
  const covered = byStatus.EVIDENCED + byStatus.PARTIAL;
  return { covered, total, headline: coverageHeadline({ total, byStatus }) };
}
