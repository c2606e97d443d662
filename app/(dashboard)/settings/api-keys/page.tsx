import { listRoute } from "@/app/(dashboard)/routes";
import { ApiKeyList } from "@/components/features/api-keys/api-key-list";
import { keys } from "@/components/ui/api/keys";
import { listApiKeys } from "@/lib/domains/api-keys";
import { ListApiKeys } from "@/lib/domains/api-keys/schemas";

export default listRoute({
  permission: "admin",
  view: ApiKeyList,
  key: keys.apiKeys.list,
  list: listApiKeys,
  schema: ListApiKeys,
});
