import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { loadPolicyFilters } from "@/components/features/alert-policies/filters";
import { PolicyList } from "@/components/features/alert-policies/policy-list";
import { keys } from "@/components/ui/api/keys";
import { listPolicies } from "@/lib/domains/alert-policies";
import { ListAlertPolicies } from "@/lib/domains/alert-policies/schemas";

export default async function AlertPoliciesPage({ searchParams }: PageProps<"/alert-policies">) {
  const filters = await loadPolicyFilters(searchParams);
  return (
    <PageFor
      permission="audit:read"
      queries={(ctx) => [
        [keys.alertPolicies.list(filters), () => listPolicies(ctx, asQuery(ListAlertPolicies, filters))],
      ]}
    >
      <PolicyList />
    </PageFor>
  );
}
