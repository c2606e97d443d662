import type { z } from "zod";
import { exampleOf } from "@/lib/platform/http/openapi/bodies";
import type { ConvertedSchemas } from "@/lib/platform/http/openapi/convert-schemas";
import { resources } from "@/lib/platform/http/openapi/resources";
import type { JsonObject } from "@/lib/platform/http/openapi/types";

/** A request that the service sends to webhook endpoints. */
export interface ApiWebhook {
  name: string;
  /** The event, without a full stop. */
  summary: string;
  severity: string;
  /** The body, an object with an id. */
  envelope: z.ZodObject;
}

export const webhookTag = resources.webhooks?.tag ?? "Webhooks";

/** Headers of every webhook request. */
export const webhookParameters: Record<string, JsonObject> = {
  ServiceSignature: header(
    "X-Service-Signature",
    "The signing time (`t`, Unix time in seconds) and the signatures (`v1`). Each `v1` is the HMAC-SHA-256 of `<t>.<raw body>` in hexadecimal, keyed with the whole signing secret. During the overlap after a rotation (24 hours by default), there are two `v1` values, and the first is for the new secret.",
    `t=1768471200,v1=${"5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"}`,
  ),
  WebhookId: header(
    "webhook-id",
    "The envelope's `id`, the same for every attempt (Standard Webhooks).",
    "we_01kahbc2g8m9n4q6r1s7t3v5wx",
  ),
  WebhookTimestamp: header("webhook-timestamp", "The signing time, equal to `t` (Standard Webhooks).", "1768471200"),
  WebhookSignature: header(
    "webhook-signature",
    "The signatures in the Standard Webhooks format: `v1,` followed by the Base64-encoded HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the Base64-decoded part after `whsec_`. During the overlap after a rotation (24 hours by default), there are two signatures, separated by a space.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  WebhookUserAgent: header(
    "User-Agent",
    "Identifies this service as the sender.",
    "Governance-Audit-Service-Webhooks/1",
  ),
};

function header(name: string, description: string, example: string): JsonObject {
  return { name, in: "header", required: true, description, schema: { type: "string", examples: [example] } };
}

/** The document's `webhooks`, by type of event. */
export function describeWebhooks(webhooks: ApiWebhook[], schemas: ConvertedSchemas): Record<string, JsonObject> {
  return Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: describeWebhook(webhook, schemas) }]));
}

function describeWebhook({ name, summary, severity, envelope }: ApiWebhook, schemas: ConvertedSchemas): JsonObject {
  const schema = schemas.output.get(envelope) ?? {};
  return {
    operationId: `on${pascal(name)}`,
    summary,
    description: `Sent to endpoints subscribed to \`${name}\`. Severity: ${severity}.`,
    tags: [webhookTag],
    security: [],
    parameters: Object.keys(webhookParameters).map((key) => ({ $ref: `#/components/parameters/${key}` })),
    requestBody: {
      required: true,
      description:
        "The envelope of the event. Each attempt sends the same bytes. Verify the signature against these bytes, not against parsed JSON.",
      content: { "application/json": { schema, example: exampleEnvelope(name, schema, schemas) } },
    },
    responses: {
      "2XX": {
        description:
          "A response within 30 seconds confirms the delivery. Respond before you process the event. The first 16 KiB of the response body are stored with the attempt but not interpreted.",
      },
      410: { description: "The delivery fails and the endpoint is disabled." },
      default: {
        description:
          "The attempt fails if the response has any other status, including a redirect, or if there is no response within 30 seconds. There are up to five attempts, with delays of 1 minute, 5 minutes, 30 minutes and 3 hours. `Retry-After` can extend a delay to at most twice its length.",
      },
    },
  };
}

function exampleEnvelope(name: string, schema: JsonObject, { components }: ConvertedSchemas): JsonObject {
  return { ...(exampleOf(schema, components) as JsonObject), type: name, livemode: true };
}

function pascal(name: string): string {
  const words = name.split(/[._]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
