import { PageFor } from "@/app/(dashboard)/page-for";
import { ChangePolicy } from "@/components/features/alert-policies/policy-editor";
import { keys } from "@/components/ui/api/keys";
import { getPolicy, versionOf } from "@/lib/domains/alert-policies";
import { entityTag } from "@/lib/platform/resource/entity-tag";

export default async function ChangeAlertPolicyPage({ params }: PageProps<"/alert-policies/[id]/change">) {
  const { id } = await params;
  return (
    <PageFor
      permission="alerts:configure"
      queries={(ctx) => [
        [
          keys.alertPolicies.one(id),
          () => getPolicy(ctx, id).then((data) => ({ data, etag: entityTag(versionOf(data)) })),
        ],
      ]}
    >
      <ChangePolicy id={id} />
    </PageFor>
  );
}
