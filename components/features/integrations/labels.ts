import type { IgnoredReason, IntegrationKind } from "@/lib/domains/integrations/enums";
import type { Delivery } from "@/lib/domains/integrations/schemas";
import { capitalised } from "@/lib/platform/client/format";

interface ProductLabels {
  name: string;
  /** The events that the product sends. */
  summary: string;
  /** The fields that its model rules match. */
  match: string;
  matchExample: string;
}

export const productLabels: Record<IntegrationKind, ProductLabels> = {
  GITHUB: {
    name: "GitHub",
    summary: "Deployments, merged pull requests, reviews and releases in your models' repositories.",
    match: "Repository",
    matchExample: "example-bank/credit-scoring",
  },
  JIRA: {
    name: "Jira",
    summary:
      "New, updated and deleted tickets about a model, and their status changes. Tickets that mention an event are linked to that event.",
    match: "Project key",
    matchExample: "RISK",
  },
  MLFLOW: {
    name: "MLflow",
    summary: "New models, prompts and versions in the model registry, and changes to their tags and aliases.",
    match: "Registered model or prompt",
    matchExample: "credit-scoring",
  },
};

/** A product's name of an event in plain text: `deployment_status.created` as "Deployment status created". */
export function topicText(topic: string): string {
  return capitalised(topic.replace(/^jira:/, "").replaceAll(/[._:]/g, " "));
}

/** Why a delivery was not recorded as an event. */
export const ignoredReasonLabels: Record<IgnoredReason, string> = {
  no_event: "This event type is not recorded",
  no_model: "No model rule matches",
};

/** Whether a delivery only tests the connection: GitHub sends a ping when a webhook is added. */
export function isPing({ topic, result }: Pick<Delivery, "topic" | "result">): boolean {
  return topic === "ping" && result === "ignored";
}

/** The result of a delivery. A ping is `PING`, because it contains nothing to record. */
export function shownResult(delivery: Pick<Delivery, "topic" | "result">): Delivery["result"] | "PING" {
  return isPing(delivery) ? "PING" : delivery.result;
}
