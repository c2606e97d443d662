"use client";

import dynamic from "next/dynamic";
import { SecretSection } from "@/components/credentials/secret-section";
import type { Integration } from "@/lib/integrations/schemas";

const RotateDialog = dynamic(() => import("./rotate-dialog").then((file) => file.RotateDialog));

/** The secret of an integration. */
export function IntegrationSecret({ integration }: { integration: Integration }) {
  return (
    <SecretSection
      title="Secret"
      permission="admin"
      previousSecretExpiresAt={integration.previousSecretExpiresAt}
      words={{ two: "Two secrets are taken", one: "One secret is taken" }}
      rotation={(overlaps, onClose) => <RotateDialog integration={integration} overlaps={overlaps} onClose={onClose} />}
    />
  );
}
