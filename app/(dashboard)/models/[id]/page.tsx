import { recordRoute } from "@/app/(dashboard)/routes";
import { ModelDetail } from "@/components/features/models/model-detail";
import { keys } from "@/components/ui/api/keys";
import { getModel } from "@/lib/domains/models";

export default recordRoute({
  permission: "models:read",
  view: ModelDetail,
  key: keys.models.one,
  read: getModel,
  version: (model) => model,
});
