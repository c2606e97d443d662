import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { AuditTrail } from "@/components/features/audit-chain/audit-trail";
import { loadAuditFilters } from "@/components/features/audit-chain/filters";
import { keys } from "@/components/ui/api/keys";
import { listEvents } from "@/lib/domains/audit-chain";
import { ListEventsQuery } from "@/lib/domains/audit-chain/schemas";

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
