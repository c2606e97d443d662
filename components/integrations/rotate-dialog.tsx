"use client";

import { keys } from "@/components/api/keys";
import { RotationDialog } from "@/components/credentials/rotation-dialog";
import { Time } from "@/components/values/time";
import type { CreatedIntegration, Integration } from "@/lib/integrations/schemas";
import { productWords } from "./product-words";

interface RotateDialogProps {
  integration: Integration;
  /** Whether the secret before the present one is taken too. */
  overlaps: boolean;
  onClose: () => void;
}

/** Gives an integration a new secret, which is shown once, while the old one is taken for a while beside it. */
export function RotateDialog({ integration, overlaps, onClose }: RotateDialogProps) {
  const { name } = productWords[integration.kind];
  return (
    <RotationDialog<CreatedIntegration>
      label="secret"
      title="Rotate the secret?"
      failure="The secret was not rotated"
      path={`/v1/integrations/${integration.id}/rotate-secret`}
      invalidates={keys.integrations.all()}
      overlap={{
        label: "The present secret is still taken for",
        description: `What ${name} signs with either of the two is taken, so that nothing is missed while you replace it there.`,
      }}
      secretOf={({ secret }) => secret}
      advice={({ previousSecretExpiresAt }, overlapSeconds) =>
        overlapSeconds > 0 ? (
          <>
            Put it into the webhook in {name} before <Time value={previousSecretExpiresAt} />. What is signed with the
            old one is refused from then on.
          </>
        ) : (
          `Put it into the webhook in ${name} now: what is signed with the old one is refused already.`
        )
      }
      unfinished={overlaps && "The oldest of the two secrets that are taken now ends at once."}
      onClose={onClose}
    />
  );
}
