import { PageFor } from "@/app/(dashboard)/page-for";
import { StreamDetail } from "@/components/features/audit-streams/stream-detail";
import { keys } from "@/components/ui/api/keys";
import { getStream, listBatches, versionOf } from "@/lib/domains/audit-streams";
import { entityTag } from "@/lib/platform/resource/entity-tag";

export default async function StreamPage({ params }: PageProps<"/streams/[id]">) {
  const { id } = await params;
  return (
    <PageFor
      permission="webhooks:read"
      queries={(ctx) => [
        [keys.streams.one(id), () => getStream(ctx, id).then((data) => ({ data, etag: entityTag(versionOf(data)) }))],
        [keys.streams.batches(id), () => listBatches(ctx, id)],
      ]}
    >
      <StreamDetail id={id} />
    </PageFor>
  );
}
