import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { ModelDetail } from "@/components/models/model-detail";
import { getModel } from "@/lib/models";
import { entityTag } from "@/lib/resource/entity-tag";

export default async function ModelPage({ params }: PageProps<"/models/[id]">) {
  const { id } = await params;
  return (
    <PageFor
      permission="models:read"
      queries={(ctx) => [
        [keys.models.one(id), () => getModel(ctx, id).then((data) => ({ data, etag: entityTag(data) }))],
      ]}
    >
      <ModelDetail id={id} />
    </PageFor>
  );
}
