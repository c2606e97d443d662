import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { EvidenceList } from "@/components/features/evidence/evidence-list";
import { loadEvidenceFilters } from "@/components/features/evidence/filters";
import { keys } from "@/components/ui/api/keys";
import { listPackages } from "@/lib/domains/evidence";
import { ListEvidence } from "@/lib/domains/evidence/schemas";

export default async function EvidencePage({ searchParams }: PageProps<"/evidence">) {
  const filters = await loadEvidenceFilters(searchParams);
  return (
    <PageFor
      permission="evidence:read"
      queries={(ctx) => [[keys.evidence.list(filters), () => listPackages(ctx, asQuery(ListEvidence, filters))]]}
    >
      <EvidenceList />
    </PageFor>
  );
}
