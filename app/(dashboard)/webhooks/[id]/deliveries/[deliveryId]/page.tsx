import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { DeliveryDetail } from "@/components/webhooks/delivery-detail";
import { entityTag } from "@/lib/resource/entity-tag";
import { getDelivery, getEndpoint } from "@/lib/webhooks";

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
