import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { SourcesPage } from "@/components/features/shadow-ai/sources/sources-page";
import { keys } from "@/components/ui/api/keys";
import { listImports, listSources } from "@/lib/domains/shadow-ai";
import { ListImports, ListSources } from "@/lib/domains/shadow-ai/schemas-sources";

export default function SourcesRoute() {
  return (
    <PageFor
      permission="shadow_ai:read"
      queries={(ctx) => [
        [keys.sources.list(), () => listSources(ctx, asQuery(ListSources, {}))],
        [keys.imports.list(), () => listImports(ctx, asQuery(ListImports, {}))],
      ]}
    >
      <SourcesPage />
    </PageFor>
  );
}
