import type { IntegrationKind } from "@/lib/integrations/vocabulary";
import { productEvents } from "./product-events";

/** A step of connecting a product: where to go or what to do, and what to fill in. */
export interface SetupStep {
  text: string;
  /** What is ticked or chosen there. */
  choose?: readonly string[];
}

/** What is done in GitHub and in Jira, in the words of their pages. MLflow is told by a program. */
export const setupSteps: Record<Exclude<IntegrationKind, "MLFLOW">, readonly SetupStep[]> = {
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
export function mlflowProgram(url: string): string {
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
