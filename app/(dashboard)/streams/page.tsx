import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { StreamList } from "@/components/audit-streams/stream-list";
import { listStreams } from "@/lib/audit-streams";
import { ListAuditStreams } from "@/lib/audit-streams/schemas";

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
