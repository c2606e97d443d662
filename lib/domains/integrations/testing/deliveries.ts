import { createHmac, randomUUID } from "node:crypto";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";

/** A delivery as a product sends it. */
export interface TestDelivery {
  headers: Record<string, string>;
  body: string;
}

export interface Sending {
  secret: string;
  /** An object is sent as JSON, a text as it is. */
  body: unknown;
  deliveryId?: string;
  /** GitHub's `X-GitHub-Event`. */
  event?: string;
  /** Unix seconds of an MLflow signature. */
  timestamp?: number;
}

/** Signs as the product does, in an independent implementation: the service's own check is under test. */
export const sign: Record<IntegrationKind, (sending: Sending) => TestDelivery> = {
  GITHUB({ secret, body: given, deliveryId = randomUUID(), event = "ping" }) {
    const body = textOf(given);
    return {
      headers: {
        "Content-Type": "application/json",
        "x-github-event": event,
        "x-github-delivery": deliveryId,
        "x-hub-signature-256": `sha256=${hmac(secret, body).toString("hex")}`,
      },
      body,
    };
  },
  JIRA({ secret, body: given, deliveryId = randomUUID() }) {
    const body = textOf(given);
    return {
      headers: {
        "Content-Type": "application/json; charset=UTF-8",
        "x-atlassian-webhook-identifier": deliveryId,
        "x-hub-signature": `sha256=${hmac(secret, body).toString("hex")}`,
      },
      body,
    };
  },
  MLFLOW({ secret, body: given, deliveryId = randomUUID(), timestamp = Math.floor(Date.now() / 1_000) }) {
    const body = textOf(given);
    return {
      headers: {
        "Content-Type": "application/json",
        "x-mlflow-delivery-id": deliveryId,
        "x-mlflow-timestamp": String(timestamp),
        "x-mlflow-signature": `v1,${hmac(secret, `${deliveryId}.${timestamp}.${body}`).toString("base64")}`,
      },
      body,
    };
  },
};

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function hmac(secret: string, text: string): Buffer {
  return createHmac("sha256", secret).update(text).digest();
}
