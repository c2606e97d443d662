import { PageFor } from "@/app/(dashboard)/page-for";
import { ModelDetail } from "@/components/features/models/model-detail";
import { keys } from "@/components/ui/api/keys";
import { getModel } from "@/lib/domains/models";
import { entityTag } from "@/lib/platform/resource/entity-tag";

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
