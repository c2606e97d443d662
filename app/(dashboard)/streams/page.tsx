import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { StreamList } from "@/components/features/audit-streams/stream-list";
import { keys } from "@/components/ui/api/keys";
import { listStreams } from "@/lib/domains/audit-streams";
import { ListAuditStreams } from "@/lib/domains/audit-streams/schemas";

export default function StreamsPage() {
  return (
    <PageFor
      permission="webhooks:read"
      queries={(ctx) => [[keys.streams.list(), () => listStreams(ctx, asQuery(ListAuditStreams, {}))]]}
    >
      <StreamList />
    </PageFor>
  );
}
