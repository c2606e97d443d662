import { PageFor } from "@/app/(dashboard)/page-for";
import { CataloguePage } from "@/components/features/shadow-ai/catalogue/catalogue-page";
import { keys } from "@/components/ui/api/keys";
import { getCatalogue } from "@/lib/domains/shadow-ai";

export default function CatalogueRoute() {
  return (
    <PageFor permission="shadow_ai:read" queries={(ctx) => [[keys.catalogue(), () => getCatalogue(ctx)]]}>
      <CataloguePage />
    </PageFor>
  );
}
