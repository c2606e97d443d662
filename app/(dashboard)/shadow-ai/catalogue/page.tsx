import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { CataloguePage } from "@/components/shadow-ai/catalogue/catalogue-page";
import { getCatalogue } from "@/lib/shadow-ai";

export default function CatalogueRoute() {
  return (
    <PageFor permission="shadow_ai:read" queries={(ctx) => [[keys.catalogue(), () => getCatalogue(ctx)]]}>
      <CataloguePage />
    </PageFor>
  );
}
