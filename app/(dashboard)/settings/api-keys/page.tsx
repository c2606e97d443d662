import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { ApiKeyList } from "@/components/features/api-keys/api-key-list";
import { keys } from "@/components/ui/api/keys";
import { listApiKeys } from "@/lib/domains/api-keys";
import { ListApiKeys } from "@/lib/domains/api-keys/schemas";

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
