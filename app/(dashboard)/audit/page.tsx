import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { AuditTrail } from "@/components/audit/audit-trail";
import { loadAuditFilters } from "@/components/audit/filters";
import { listEvents } from "@/lib/audit-chain";
import { ListEventsQuery } from "@/lib/audit-chain/schemas";

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  const filters = await loadAuditFilters(searchParams);
  return (
    <PageFor
      permission="audit:read"
      queries={(ctx) => [[keys.audit.list(filters), () => listEvents(ctx, asQuery(ListEventsQuery, filters))]]}
    >
      <AuditTrail />
    </PageFor>
  );
}
