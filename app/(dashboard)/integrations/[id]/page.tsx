import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { IntegrationDetail } from "@/components/integrations/integration-detail";
import { listEvents } from "@/lib/audit-chain";
import { ListEventsQuery } from "@/lib/audit-chain/schemas";
import { entityTag } from "@/lib/http";
import { getIntegration, versionOf } from "@/lib/integrations";

export default async function IntegrationPage({ params }: PageProps<"/integrations/[id]">) {
  const { id } = await params;
  const recent = { tags: id, limit: 10 };
  return (
    <PageFor
      permission="integrations:read"
      queries={(ctx) => [
        [
          keys.integrations.one(id),
          () => getIntegration(ctx, id).then((data) => ({ data, etag: entityTag(versionOf(data)) })),
        ],
        [keys.audit.list(recent), () => listEvents(ctx, asQuery(ListEventsQuery, recent))],
      ]}
    >
      <IntegrationDetail id={id} />
    </PageFor>
  );
}
