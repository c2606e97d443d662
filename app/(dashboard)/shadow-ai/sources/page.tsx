import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { SourcesPage } from "@/components/shadow-ai/sources/sources-page";
import { listImports, listSources } from "@/lib/shadow-ai";
import { ListImports, ListSources } from "@/lib/shadow-ai/schemas-sources";

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
