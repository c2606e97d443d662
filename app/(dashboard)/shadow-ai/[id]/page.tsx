import { notFound } from "next/navigation";
import { PageFor } from "@/app/(dashboard)/page-for";
import { DetectionDetail } from "@/components/features/shadow-ai/detail/detection-detail";
import { keys } from "@/components/ui/api/keys";
import { getDetection } from "@/lib/domains/shadow-ai";
import { isId } from "@/lib/platform/core/id-prefixes";

export default async function DetectionPage({ params }: PageProps<"/shadow-ai/[id]">) {
  const { id } = await params;
  // Otherwise the page would read other resources below the same path, such as `/v1/shadow-ai/settings`.
  if (!isId("detection", id)) notFound();
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
