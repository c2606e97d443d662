import { PageFor } from "@/app/(dashboard)/page-for";
import { DeliveryDetail } from "@/components/features/webhooks/delivery-detail";
import { keys } from "@/components/ui/api/keys";
import { getDelivery, getEndpoint } from "@/lib/domains/webhooks";
import { entityTag } from "@/lib/platform/resource/entity-tag";

export default async function DeliveryPage({ params }: PageProps<"/webhooks/[id]/deliveries/[deliveryId]">) {
  const { id, deliveryId } = await params;
  return (
    <PageFor
      permission="webhooks:read"
      queries={(ctx) => [
        [keys.webhooks.one(id), () => getEndpoint(ctx, id).then((data) => ({ data, etag: entityTag(data) }))],
        [keys.deliveries.one(id, deliveryId), () => getDelivery(ctx, id, deliveryId)],
      ]}
    >
      <DeliveryDetail endpointId={id} id={deliveryId} />
    </PageFor>
  );
}
