"use client";

import { keys } from "@/components/api/keys";
import { RotateSecret } from "@/components/credentials/rotate-secret";
import type { CreatedWebhookEndpoint, WebhookEndpoint } from "@/lib/webhooks/schemas";

/** The signing secret of an endpoint. */
export function SigningSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <RotateSecret<CreatedWebhookEndpoint>
      title="Signing secret"
      label="signing secret"
      permission="webhooks:write"
      path={`/v1/webhooks/${endpoint.id}/rotate-secret`}
      invalidates={keys.webhooks.all()}
      previousSecretExpiresAt={endpoint.previousSecretExpiresAt}
      words={{ two: "Two secrets sign", one: "One secret signs" }}
      overlap={{
        label: "The present secret goes on signing for",
        description:
          "Requests carry a signature by each of the two, so that you can change your receivers one after the other.",
      }}
      unfinished="The oldest of the two secrets that sign now ends at once."
      secretOf={({ signingSecret }) => signingSecret}
      advice={(before) =>
        before ? (
          <>
            Put it into your receiver before {before}. Until then every request carries two signatures, and a receiver
            that accepts either misses nothing.
          </>
        ) : (
          "Put it into your receiver now: requests are signed with nothing else any more."
        )
      }
    />
  );
}
