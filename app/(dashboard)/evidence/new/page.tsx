import { PageFor } from "@/app/(dashboard)/page-for";
import { evidenceFilters } from "@/components/features/evidence/filters";
import { RequestWizard } from "@/components/features/evidence/request-wizard";
import { keys } from "@/components/ui/api/keys";
import { readUrl } from "@/components/ui/filters/url-values";
import { getOrganisation } from "@/lib/domains/organisations";
import { systemClock } from "@/lib/platform/core/clock";

export default async function NewEvidencePage({ searchParams }: PageProps<"/evidence/new">) {
  const { modelId, framework } = readUrl(evidenceFilters, await searchParams);
  return (
    <PageFor permission="evidence:write" queries={(ctx) => [[keys.organisation(), () => getOrganisation(ctx)]]}>
      <RequestWizard modelId={modelId} framework={framework} now={systemClock.now()} />
    </PageFor>
  );
}
