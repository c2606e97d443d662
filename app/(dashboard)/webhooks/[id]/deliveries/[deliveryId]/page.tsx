import { PageFor } from "@/app/(dashboard)/page-for";
import { tagged } from "@/app/(dashboard)/routes";
import { newestModels } from "@/components/features/models/constants";
import { DeliveryDetail } from "@/components/features/webhooks/delivery-detail";
import { keys } from "@/components/ui/api/keys";
import { listModels } from "@/lib/domains/models";
import { getDelivery, getEndpoint } from "@/lib/domains/webhooks";

export default async function DeliveryPage({ params }: PageProps<"/webhooks/[id]/deliveries/[deliveryId]">) {
  const { id, deliveryId } = await params;
  return (
    <PageFor
      permission="webhooks:read"
      queries={(ctx) => [
        [keys.webhooks.one(id), () => tagged(getEndpoint(ctx, id), (stored) => stored)],
        [keys.deliveries.one(id, deliveryId), () => tagged(getDelivery(ctx, id, deliveryId))],
        [keys.models.list(newestModels), () => listModels(ctx, newestModels)],
      ]}
    >
      <DeliveryDetail endpointId={id} id={deliveryId} />
    </PageFor>
  );
}
