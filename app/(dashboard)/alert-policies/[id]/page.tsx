import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { PolicyDetail } from "@/components/alert-policies/policy-detail";
import { keys } from "@/components/api/keys";
import { getPolicy, versionOf } from "@/lib/alert-policies";
import { listEvents } from "@/lib/audit-chain";
import { ListEventsQuery } from "@/lib/audit-chain/schemas";
import { entityTag } from "@/lib/resource/entity-tag";

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
