import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { loadHoldFilters } from "@/components/features/legal-holds/filters";
import { HoldList } from "@/components/features/legal-holds/hold-list";
import { keys } from "@/components/ui/api/keys";
import { listHolds } from "@/lib/domains/legal-holds";
import { ListLegalHolds } from "@/lib/domains/legal-holds/schemas";

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
