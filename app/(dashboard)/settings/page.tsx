import { PageFor } from "@/app/(dashboard)/page-for";
import { OrganisationPage } from "@/components/features/organisations/organisation-page";
import { keys } from "@/components/ui/api/keys";
import { getOrganisation } from "@/lib/domains/organisations";

export default function OrganisationRoute() {
  return (
    <PageFor permission="organisation:read" queries={(ctx) => [[keys.organisation(), () => getOrganisation(ctx)]]}>
      <OrganisationPage />
    </PageFor>
  );
}
