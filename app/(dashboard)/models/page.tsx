import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { loadModelFilters } from "@/components/models/filters";
import { ModelList } from "@/components/models/model-list";
import { listModels } from "@/lib/models";
import { ListModels } from "@/lib/models/schemas";

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
