import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { ApiKeyList } from "@/components/api-keys/api-key-list";
import { listApiKeys } from "@/lib/api-keys";
import { ListApiKeys } from "@/lib/api-keys/schemas";

export default function ApiKeysPage() {
  return (
    <PageFor
      permission="admin"
      queries={(ctx) => [[keys.apiKeys.list(), () => listApiKeys(ctx, asQuery(ListApiKeys, {}))]]}
    >
      <ApiKeyList />
    </PageFor>
  );
}
