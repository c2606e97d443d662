import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { StreamDetail } from "@/components/audit-streams/stream-detail";
import { getStream, listBatches, versionOf } from "@/lib/audit-streams";
import { entityTag } from "@/lib/resource/entity-tag";

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
