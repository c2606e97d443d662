import { PageFor } from "@/app/(dashboard)/page-for";
import { tagged } from "@/app/(dashboard)/routes";
import { DeliveryDetail } from "@/components/features/webhooks/delivery-detail";
import { keys } from "@/components/ui/api/keys";
import { getDelivery, getEndpoint } from "@/lib/domains/webhooks";

export default async function DeliveryPage({ params }: PageProps<"/webhooks/[id]/deliveries/[deliveryId]">) {
  const { id, deliveryId } = await params;
  return (
    <PageFor
      permission="webhooks:read"
      queries={(ctx) => [
        [keys.webhooks.one(id), () => tagged(getEndpoint(ctx, id), (stored) => stored)],
        [keys.deliveries.one(id, deliveryId), () => tagged(getDelivery(ctx, id, deliveryId))],
      ]}
    >
      <DeliveryDetail endpointId={id} id={deliveryId} />
    </PageFor>
  );
}
