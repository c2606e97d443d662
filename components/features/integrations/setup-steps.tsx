"use client";

import { Code } from "@mantine/core";
import detail from "@/components/ui/detail/detail.module.css";
import { CopyButton } from "@/components/ui/values/copy";
import type { Integration } from "@/lib/domains/integrations/schemas";
import type { IntegrationKind } from "@/lib/domains/integrations/vocabulary";
import styles from "./integrations.module.css";
import { productEvents } from "./product-events";

/** What to do in the product so that it sends its webhooks here. */
export function SetupSteps({
  integration: { kind, receiverUrl },
}: {
  integration: Pick<Integration, "kind" | "receiverUrl">;
}) {
  return (
    <>
      {kind === "MLFLOW" ? <MlflowSteps receiverUrl={receiverUrl} /> : <ProductSteps kind={kind} />}
      <p className={detail.quiet}>
        The product has to reach the URL. It begins with the address that the service is configured with, PUBLIC_URL.
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
      <li>Webhooks need MLflow 3 with a tracking server on an SQL database.</li>
      <li>
        Run this once against it, with the secret in its place:
        <div className={styles.program}>
          <Code block tabIndex={0} aria-label="Program that connects MLflow">
            {program}
          </Code>
          <CopyButton value={program} label="program" />
        </div>
      </li>
      <li>Its last line sends a test, which connects it and becomes no event.</li>
    </ol>
  );
}

/** The receiver's URL, to be copied. */
export function ReceiverUrl({ url }: { url: string }) {
  return (
    <span className={styles.url}>
      <code>{url}</code>
      <CopyButton value={url} label="receiver URL" />
    </span>
  );
}

/** A step of connecting a product: where to go or what to do, and what to fill in. */
interface SetupStep {
  text: string;
  /** What is ticked or chosen there. */
  choose?: readonly string[];
}

/** What is done in GitHub and in Jira, in the words of their pages. MLflow is told by a program. */
const setupSteps: Record<Exclude<IntegrationKind, "MLFLOW">, readonly SetupStep[]> = {
  GITHUB: [
    { text: "Open the repository, or your organisation, and there Settings → Webhooks → Add webhook." },
    { text: "Fill in the URL as Payload URL, application/json as Content type, and the secret as Secret." },
    {
      text: "Under “Let me select individual events” choose these, and take the tick from Pushes:",
      choose: ["Deployments", "Deployment statuses", "Pull requests", "Pull request reviews", "Releases"],
    },
    { text: "Add webhook. GitHub sends a ping at once, which connects it." },
  ],
  JIRA: [
    { text: "As an administrator of Jira open Settings → System → WebHooks → Create a WebHook." },
    { text: "Fill in the URL and the secret. Without the secret Jira signs nothing, and is refused." },
    {
      text: "Choose these events, and restrict them by JQL to the projects that the rules name, if you like:",
      choose: ["Issue: created, updated, deleted", "Comment: created, updated"],
    },
    { text: "Leave “Exclude body” off. Create. The next change of a ticket connects it." },
  ],
};

/** What MLflow's webhook listens to. */
const mlflowEvents = productEvents.MLFLOW.flatMap(({ topics }) => topics).sort();

/** The program that connects MLflow 3. */
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
