import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { OrganisationPage } from "@/components/organisation/organisation-page";
import { getOrganisation } from "@/lib/organisations";

export default function OrganisationRoute() {
  return (
    <PageFor permission="organisation:read" queries={(ctx) => [[keys.organisation(), () => getOrganisation(ctx)]]}>
      <OrganisationPage />
    </PageFor>
  );
}
