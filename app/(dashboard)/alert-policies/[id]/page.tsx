import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { PolicyDetail } from "@/components/features/alert-policies/policy-detail";
import { keys } from "@/components/ui/api/keys";
import { getPolicy, versionOf } from "@/lib/domains/alert-policies";
import { listEvents } from "@/lib/domains/audit-chain";
import { ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { entityTag } from "@/lib/platform/resource/entity-tag";

export default async function AlertPolicyPage({ params }: PageProps<"/alert-policies/[id]">) {
  const { id } = await params;
  const recent = { tags: id, limit: 10 };
  return (
    <PageFor
      permission="audit:read"
      queries={(ctx) => [
        [
          keys.alertPolicies.one(id),
          () => getPolicy(ctx, id).then((data) => ({ data, etag: entityTag(versionOf(data)) })),
        ],
        [keys.audit.list(recent), () => listEvents(ctx, asQuery(ListEventsQuery, recent))],
      ]}
    >
      <PolicyDetail id={id} />
    </PageFor>
  );
}
