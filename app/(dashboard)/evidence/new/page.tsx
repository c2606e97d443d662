import { PageFor } from "@/app/(dashboard)/page-for";
import { loadEvidenceFilters } from "@/components/features/evidence/filters";
import { RequestWizard } from "@/components/features/evidence/request-wizard";
import { systemClock } from "@/lib/platform/core/clock";

export default async function NewEvidencePage({ searchParams }: PageProps<"/evidence/new">) {
  const { modelId, framework } = await loadEvidenceFilters(searchParams);
  return (
    <PageFor permission="evidence:write">
      <RequestWizard modelId={modelId} framework={framework} now={systemClock.now()} />
    </PageFor>
  );
}
