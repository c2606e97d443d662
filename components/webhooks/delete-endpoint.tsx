"use client";

import { keys } from "@/components/api/keys";
import { DeleteSection } from "@/components/detail/actions";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";
import { endpointHost, endpointTitle } from "./endpoint-words";

/** Deletes an endpoint, once its host was typed. */
export function DeleteEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <DeleteSection
      name={endpointTitle(endpoint)}
      path={`/v1/webhooks/${endpoint.id}`}
      list={{ key: keys.webhooks.list(), href: "/webhooks" }}
      question={{
        title: "Delete this endpoint?",
        body: "Its secrets and its record of deliveries go with it, and what is not delivered yet ends. This cannot be taken back.",
        typeToConfirm: endpointHost(endpoint),
      }}
      note="Ends the endpoint for good, with its record of deliveries. To pause it, disable it."
    />
  );
}
