import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { DetectionDetail } from "@/components/shadow-ai/detail/detection-detail";
import { getDetection } from "@/lib/shadow-ai";

export default async function DetectionPage({ params }: PageProps<"/shadow-ai/[id]">) {
  const { id } = await params;
  return (
    <PageFor
      permission="shadow_ai:read"
      queries={(ctx) => [
        [
          keys.detections.one(id),
          () => getDetection(ctx, id).then(({ detection, tag }) => ({ data: detection, etag: tag })),
        ],
      ]}
    >
      <DetectionDetail id={id} />
    </PageFor>
  );
}
