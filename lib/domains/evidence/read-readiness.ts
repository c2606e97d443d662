import { type FrameworkId, frameworkIds } from "@/lib/domains/evidence/enums";
import type { PackageCoverage } from "@/lib/domains/evidence/schemas";
import { readStoredReadiness } from "@/lib/domains/evidence/store";

/** What there is to show for a framework: its newest package that is READY; nulls where there is none. */
interface FrameworkReadiness {
  framework: FrameworkId;
  packageId: string | null;
  modelId: string | null;
  modelName: string | null;
  generatedAt: string | null;
  /** Requirements that events are evidence of, wholly or in part, among those that are counted. */
  coverage: { covered: number; total: number } | null;
}

interface EvidenceReadiness {
  frameworks: FrameworkReadiness[];
  generating: number;
  hasPackage: boolean;
}

/** Every framework with its newest package, and how many packages are being made. */
export async function readReadiness(organisationId: string, nowMs: number): Promise<EvidenceReadiness> {
  const { packages, ...figures } = await readStoredReadiness(organisationId, frameworkIds, new Date(nowMs));
  const newest = new Map(packages.map((ready) => [ready.framework, ready]));
  const frameworks = frameworkIds.map((framework) => {
    const ready = newest.get(framework);
    return {
      framework,
      packageId: ready?.id ?? null,
      modelId: ready?.modelId ?? null,
      modelName: ready?.modelName ?? null,
      generatedAt: ready?.generatedAt.toISOString() ?? null,
      coverage: ready?.coverage ? coverageOf(JSON.parse(ready.coverage) as PackageCoverage) : null,
    };
  });
  return { frameworks, ...figures };
}

function coverageOf({ total, byStatus }: PackageCoverage) {
  return { covered: byStatus.EVIDENCED + byStatus.PARTIAL, total };
}
