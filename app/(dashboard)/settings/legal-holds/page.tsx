import { listRoute } from "@/app/(dashboard)/routes";
import { holdFilters } from "@/components/features/legal-holds/filters";
import { HoldList } from "@/components/features/legal-holds/hold-list";
import { keys } from "@/components/ui/api/keys";
import { listHolds } from "@/lib/domains/legal-holds";
import { ListLegalHolds } from "@/lib/domains/legal-holds/schemas";

export default listRoute({
  permission: "holds:read",
  view: HoldList,
  filters: holdFilters,
  key: keys.legalHolds.list,
  list: listHolds,
  schema: ListLegalHolds,
});
