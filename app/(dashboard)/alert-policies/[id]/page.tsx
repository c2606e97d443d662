import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { tagged } from "@/app/(dashboard)/routes";
import { PolicyDetail } from "@/components/features/alert-policies/policy-detail";
import { keys } from "@/components/ui/api/keys";
import { getPolicy, versionOf } from "@/lib/domains/alert-policies";
import { listEvents } from "@/lib/domains/audit-chain";
import { ListEventsQuery } from "@/lib/domains/audit-chain/schemas";

export default async function AlertPolicyPage({ params }: PageProps<"/alert-policies/[id]">) {
  const { id } = await params;
  const recent = { tags: id, limit: 10 };
  return (
    <PageFor
      permission="audit:read"
      queries={(ctx) => [
        [keys.alertPolicies.one(id), () => tagged(getPolicy(ctx, id), versionOf)],
        [keys.audit.list(recent), () => listEvents(ctx, asQuery(ListEventsQuery, recent))],
      ]}
    >
      <PolicyDetail id={id} />
    </PageFor>
  );
}
