import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { EvidenceList } from "@/components/evidence/evidence-list";
import { loadEvidenceFilters } from "@/components/evidence/filters";
import { listPackages } from "@/lib/evidence";
import { ListEvidence } from "@/lib/evidence/schemas";

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
