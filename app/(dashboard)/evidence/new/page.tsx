import { PageFor } from "@/app/(dashboard)/page-for";
import { loadEvidenceFilters } from "@/components/evidence/filters";
import { RequestWizard } from "@/components/evidence/request-wizard";
import { systemClock } from "@/lib/clock";

export default async function NewEvidencePage({ searchParams }: PageProps<"/evidence/new">) {
  const { modelId, framework } = await loadEvidenceFilters(searchParams);
  return (
    <PageFor permission="evidence:write">
      <RequestWizard modelId={modelId} framework={framework} now={systemClock.now()} />
    </PageFor>
  );
}
