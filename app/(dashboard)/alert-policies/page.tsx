import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { loadPolicyFilters } from "@/components/alert-policies/filters";
import { PolicyList } from "@/components/alert-policies/policy-list";
import { keys } from "@/components/api/keys";
import { listPolicies } from "@/lib/alert-policies";
import { ListAlertPolicies } from "@/lib/alert-policies/schemas";

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
