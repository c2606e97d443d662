import { listRoute } from "@/app/(dashboard)/routes";
import { modelFilters } from "@/components/features/models/filters";
import { ModelList } from "@/components/features/models/model-list";
import { keys } from "@/components/ui/api/keys";
import { listModels } from "@/lib/domains/models";
import { ListModels } from "@/lib/domains/models/schemas";

export default listRoute({
  permission: "models:read",
  view: ModelList,
  filters: modelFilters,
  key: keys.models.list,
  list: listModels,
  schema: ListModels,
});
