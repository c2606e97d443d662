import { listRoute } from "@/app/(dashboard)/routes";
import { governedModels, systemModel } from "@/components/features/models/constants";
import { modelFilters, modelSorting } from "@/components/features/models/filters";
import { ModelList } from "@/components/features/models/model-list";
import { keys } from "@/components/ui/api/keys";
import { listModels } from "@/lib/domains/models";
import { ListModels } from "@/lib/domains/models/schemas";

export default listRoute({
  permission: "models:read",
  view: ModelList,
  filters: { ...modelFilters, ...modelSorting },
  key: (filters) => keys.models.list({ ...filters, ...governedModels }),
  list: (ctx, query) => listModels(ctx, { ...query, ...governedModels }),
  schema: ListModels,
  also: (ctx) => [[keys.models.list(systemModel), () => listModels(ctx, systemModel)]],
});
