import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { loadModelFilters } from "@/components/features/models/filters";
import { ModelList } from "@/components/features/models/model-list";
import { keys } from "@/components/ui/api/keys";
import { listModels } from "@/lib/domains/models";
import { ListModels } from "@/lib/domains/models/schemas";

export default async function ModelsPage({ searchParams }: PageProps<"/models">) {
  const filters = await loadModelFilters(searchParams);
  return (
    <PageFor
      permission="models:read"
      queries={(ctx) => [[keys.models.list(filters), () => listModels(ctx, asQuery(ListModels, filters))]]}
    >
      <ModelList />
    </PageFor>
  );
}
