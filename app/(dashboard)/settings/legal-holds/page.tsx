import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { loadHoldFilters } from "@/components/legal-holds/filters";
import { HoldList } from "@/components/legal-holds/hold-list";
import { listHolds } from "@/lib/legal-holds";
import { ListLegalHolds } from "@/lib/legal-holds/schemas";

export default async function LegalHoldsPage({ searchParams }: PageProps<"/settings/legal-holds">) {
  const filters = await loadHoldFilters(searchParams);
  return (
    <PageFor
      permission="holds:read"
      queries={(ctx) => [[keys.legalHolds.list(filters), () => listHolds(ctx, asQuery(ListLegalHolds, filters))]]}
    >
      <HoldList />
    </PageFor>
  );
}
