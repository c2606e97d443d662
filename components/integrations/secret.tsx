"use client";

import { keys } from "@/components/api/keys";
import { RotateSecret } from "@/components/credentials/rotate-secret";
import type { CreatedIntegration, Integration } from "@/lib/integrations/schemas";
import { productWords } from "./product-words";

/** The secret of an integration. */
export function IntegrationSecret({ integration }: { integration: Integration }) {
  const { name } = productWords[integration.kind];
  return (
    <RotateSecret<CreatedIntegration>
      title="Secret"
      label="secret"
      permission="admin"
      path={`/v1/integrations/${integration.id}/rotate-secret`}
      invalidates={keys.integrations.all()}
      previousSecretExpiresAt={integration.previousSecretExpiresAt}
      words={{ two: "Two secrets are taken", one: "One secret is taken" }}
      overlap={{
        label: "The present secret is still taken for",
        description: `What ${name} signs with either of the two is taken, so that nothing is missed while you replace it there.`,
      }}
      unfinished="The oldest of the two secrets that are taken now ends at once."
      secretOf={({ secret }) => secret}
      advice={(before) =>
        before ? (
          <>
            Put it into the webhook in {name} before {before}. What is signed with the old one is refused from then on.
          </>
        ) : (
          `Put it into the webhook in ${name} now: what is signed with the old one is refused already.`
        )
      }
    />
  );
}
