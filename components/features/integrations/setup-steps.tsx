"use client";

import { Code } from "@mantine/core";
import detail from "@/components/ui/detail/detail.module.css";
import { CopyButton } from "@/components/ui/values/copy";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { Integration } from "@/lib/domains/integrations/schemas";
import styles from "./integrations.module.css";
import { productEvents } from "./product-events";

/** How to set up the webhook in the product. */
export function SetupSteps({
  integration: { kind, receiverUrl },
}: {
  integration: Pick<Integration, "kind" | "receiverUrl">;
}) {
  return (
    <>
      {kind === "MLFLOW" ? <MlflowSteps receiverUrl={receiverUrl} /> : <ProductSteps kind={kind} />}
      <p className="quiet">
        The product must be able to reach this URL. It starts with the PUBLIC_URL configured for the service.
      </p>
    </>
  );
}

function ProductSteps({ kind }: { kind: keyof typeof setupSteps }) {
  return (
    <ol className={styles.steps}>
      {setupSteps[kind].map(({ text, choose }) => (
        <li key={text}>
          {text}
          {choose && (
            <ul className={styles.choose}>
              {choose.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function MlflowSteps({ receiverUrl }: { receiverUrl: string }) {
  const program = mlflowProgram(receiverUrl);
  return (
    <ol className={styles.steps}>
      <li>Webhooks require MLflow 3 and a tracking server with an SQL database.</li>
      <li>
        Insert the secret into this script, then run the script once:
        <div className={detail.program}>
          <Code block tabIndex={0} aria-label="Script that connects MLflow">
            {program}
          </Code>
          <CopyButton value={program} label="script" />
        </div>
      </li>
      <li>
        The last line sends a test delivery, which connects the integration. The test delivery is not recorded as an
        event.
      </li>
    </ol>
  );
}

export function ReceiverUrl({ url }: { url: string }) {
  return (
    <span className={styles.url}>
      <code>{url}</code>
      <CopyButton value={url} label="receiver URL" />
    </span>
  );
}

interface SetupStep {
  text: string;
  /** The options to select. */
  choose?: readonly string[];
}

/** Uses the labels of the products' own pages. */
const setupSteps: Record<Exclude<IntegrationKind, "MLFLOW">, readonly SetupStep[]> = {
  GITHUB: [
    { text: "In the repository or your organisation, open Settings → Webhooks → Add webhook." },
    { text: "Enter the URL in “Payload URL” and the secret in “Secret”. Set “Content type” to application/json." },
    {
      text: "Choose “Let me select individual events”, clear Pushes, and select:",
      choose: ["Deployments", "Deployment statuses", "Pull requests", "Pull request reviews", "Releases"],
    },
    { text: "Click Add webhook. GitHub sends a ping, which connects the integration." },
  ],
  JIRA: [
    { text: "As a Jira administrator, open Settings → System → WebHooks → Create a WebHook." },
    {
      text: "Enter the URL and the secret. Without the secret, Jira doesn't sign its webhooks, and the service rejects them.",
    },
    {
      text: "Optionally, use JQL to limit the webhook to the projects in your model rules. Then select these events:",
      choose: ["Issue: created, updated, deleted", "Comment: created, updated"],
    },
    { text: "Leave “Exclude body” off and click Create. The next ticket change connects the integration." },
  ],
};

const mlflowEvents = productEvents.MLFLOW.flatMap(({ topics }) => topics).sort();

/** The script that connects MLflow 3. */
function mlflowProgram(url: string): string {
  return [
    "from mlflow import MlflowClient",
    "",
    "client = MlflowClient()",
    "webhook = client.create_webhook(",
    '    name="governance-audit",',
    `    url="${url}",`,
    "    events=[",
    ...mlflowEvents.map((event) => `        "${event}",`),
    "    ],",
    '    secret="isec_…",  # the secret of this integration',
    ")",
    "client.test_webhook(webhook.webhook_id)",
  ].join("\n");
}
