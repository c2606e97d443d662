"use client";

import { keys } from "@/components/api/keys";
import { RotationDialog } from "@/components/credentials/rotation-dialog";
import { Time } from "@/components/values/time";
import type { CreatedWebhookEndpoint, WebhookEndpoint } from "@/lib/webhooks/schemas";

interface RotateDialogProps {
  endpoint: WebhookEndpoint;
  /** Whether the secret before the present one signs too. */
  overlaps: boolean;
  onClose: () => void;
}

/** Gives an endpoint a new signing secret, which is shown once, while the old one signs for a while beside it. */
export function RotateDialog({ endpoint, overlaps, onClose }: RotateDialogProps) {
  return (
    <RotationDialog<CreatedWebhookEndpoint>
      label="signing secret"
      title="Rotate the signing secret?"
      failure="The secret was not rotated"
      path={`/v1/webhooks/${endpoint.id}/rotate-secret`}
      invalidates={keys.webhooks.all()}
      overlap={{
        label: "The present secret goes on signing for",
        description:
          "Requests carry a signature by each of the two, so that you can change your receivers one after the other.",
      }}
      secretOf={({ signingSecret }) => signingSecret}
      advice={({ previousSecretExpiresAt }, overlapSeconds) =>
        overlapSeconds > 0 ? (
          <>
            Put it into your receiver before <Time value={previousSecretExpiresAt} />. Until then every request carries
            two signatures, and a receiver that accepts either misses nothing.
          </>
        ) : (
          "Put it into your receiver now: requests are signed with nothing else any more."
        )
      }
      unfinished={overlaps && "The oldest of the two secrets that sign now ends at once."}
      onClose={onClose}
    />
  );
}
