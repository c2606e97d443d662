import { createHmac, randomUUID } from "node:crypto";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";

/** A delivery as sent by a product. */
export interface TestDelivery {
  headers: Record<string, string>;
  body: string;
}

export interface Sending {
  secret: string;
  /** Objects are sent as JSON, texts unchanged. */
  body: unknown;
  deliveryId?: string;
  /** GitHub's `X-GitHub-Event`. */
  event?: string;
  /** Unix time in seconds of an MLflow signature. */
  timestamp?: number;
}

/** Signs like the product, in an independent implementation, because the service's own check is under test. */
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
