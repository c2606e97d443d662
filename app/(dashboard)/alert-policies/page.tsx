import { listRoute } from "@/app/(dashboard)/routes";
import { policyFilters } from "@/components/features/alert-policies/filters";
import { PolicyList } from "@/components/features/alert-policies/policy-list";
import { keys } from "@/components/ui/api/keys";
import { listPolicies } from "@/lib/domains/alert-policies";
import { ListAlertPolicies } from "@/lib/domains/alert-policies/schemas";

export default listRoute({
  permission: "audit:read",
  view: PolicyList,
  filters: policyFilters,
  key: keys.alertPolicies.list,
  list: listPolicies,
  schema: ListAlertPolicies,
});
