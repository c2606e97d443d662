"use client";

import dynamic from "next/dynamic";
import { SecretSection } from "@/components/credentials/secret-section";
import type { WebhookEndpoint } from "@/lib/webhooks/schemas";

const RotateDialog = dynamic(() => import("./rotate-dialog").then((file) => file.RotateDialog));

/** The signing secret of an endpoint. */
export function SigningSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <SecretSection
      title="Signing secret"
      permission="webhooks:write"
      previousSecretExpiresAt={endpoint.previousSecretExpiresAt}
      words={{ two: "Two secrets sign", one: "One secret signs" }}
      rotation={(overlaps, onClose) => <RotateDialog endpoint={endpoint} overlaps={overlaps} onClose={onClose} />}
    />
  );
}
