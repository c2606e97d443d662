"use client";

import { Code } from "@mantine/core";
import detail from "@/components/ui/detail/detail.module.css";
import { CopyButton } from "@/components/ui/values/copy";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { Integration } from "@/lib/domains/integrations/schemas";
import styles from "./integrations.module.css";
import { productEvents } from "./product-events";
import { setupSteps as texts } from "./texts";

/** How to set up the webhook in the product. */
export function SetupSteps({
  integration: { kind, receiverUrl },
}: {
  integration: Pick<Integration, "kind" | "receiverUrl">;
}) {
  return (
    <>
      {kind === "MLFLOW" ? <MlflowSteps receiverUrl={receiverUrl} /> : <ProductSteps kind={kind} />}
      <p className="quiet">{texts.urlReachable}</p>
    </>
  );
}

function ProductSteps({ kind }: { kind: keyof typeof setupSteps }) {
  return (
    <ol className={detail.steps}>
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
    <ol className={detail.steps}>
      <li>{texts.mlflowRequirements}</li>
      <li>
        {texts.runScript}
        <div className={detail.program}>
          <Code block tabIndex={0} aria-label={texts.scriptThatConnectsMlflow}>
            {program}
          </Code>
          <CopyButton value={program} label={texts.script} />
        </div>
      </li>
      <li>{texts.testDelivery}</li>
    </ol>
  );
}

export function ReceiverUrl({ url }: { url: string }) {
  return (
    <span className={styles.url}>
      <code title={url}>{url}</code>
      <CopyButton value={url} label={texts.receiverUrl} />
    </span>
  );
}

interface SetupStep {
  text: string;
  /** The options to select. */
  choose?: readonly string[];
}

/** Uses the labels of the products' own pages. */
const setupSteps: Record<Exclude<IntegrationKind, "MLFLOW">, readonly SetupStep[]> = texts.setupSteps;

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
