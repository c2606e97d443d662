import { z } from "zod";
import { deliveryStatuses, failureReasons } from "@/lib/domains/webhooks/delivery-state";
import { WebhookEventTypeName } from "@/lib/domains/webhooks/schemas";
import { Id, IsoMilliseconds, ListOf, ListQuery, Timestamp, ValueOf } from "@/lib/platform/http/schemas";
import { attemptErrors } from "@/lib/platform/outgoing/outcome";

/** Malformed IDs are not found rather than invalid. */
export const DeliveryParams = z.strictObject({ id: z.string().max(512), deliveryId: z.string().max(512) });

export const DeliveryStatusName = z.enum(deliveryStatuses).meta({
  id: "WebhookDeliveryStatus",
  description:
    "PENDING means that no attempt has been made. RETRY_SCHEDULED means that an attempt failed and the delivery will be retried.",
});

const exampleDelivery = {
  id: "we_01kahbc2g8m9n4q6r1s7t3v5wx",
  endpointId: "wh_01kahbc2g8m9n4q6r1s7t3v5wx",
  type: "audit.high_severity",
  subject: "ALERT",
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  eventId: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: "RETRY_SCHEDULED",
  attempts: 1,
  nextAttemptAt: "2026-01-15T10:01:00.412Z",
  failureReason: null,
  createdAt: "2026-01-15T10:00:00.000Z",
  finishedAt: null,
};

/** The delivery of one envelope to one endpoint. */
export const Delivery = z
  .object({
    id: Id("deliveryEvent").meta({ description: "ID of the envelope, the same for all attempts" }),
    endpointId: Id("webhookEndpoint"),
    type: ValueOf(WebhookEventTypeName.options),
    subject: z.string().nullable().meta({
      description:
        "The subject of the envelope: the type of an audit event, the last position of a verified chain, the code of a finding, the host of a detection, the framework of a package, or the name of a model, alert policy or integration. `null` if the envelope does not contain it.",
    }),
    modelId: Id("model").nullable().meta({ description: "ID of the model that the envelope is about, if any" }),
    eventId: Id("auditEvent").nullable().meta({
      description:
        "ID of the audit event of an `audit` envelope, or of the event that triggered an alert. `null` for other types and for test events.",
    }),
    status: DeliveryStatusName,
    attempts: z.int().meta({ description: "Number of attempts so far, including redeliveries" }),
    nextAttemptAt: IsoMilliseconds.nullable().meta({
      description: "When the next attempt is due; `null` when the delivery is finished",
    }),
    failureReason: z
      .string()
      .nullable()
      .meta({ description: `Why the delivery is FAILED: ${failureReasons.join(", ")}. More values may be added.` }),
    createdAt: IsoMilliseconds,
    finishedAt: IsoMilliseconds.nullable(),
  })
  .meta({ id: "WebhookDelivery", examples: [exampleDelivery] });
export type Delivery = z.infer<typeof Delivery>;

const HeaderLines = z.record(z.string(), z.string());

const Attempt = z
  .object({
    number: z.int().meta({ description: "Number of the attempt: starts at 1 and continues across redeliveries" }),
    startedAt: IsoMilliseconds,
    finishedAt: IsoMilliseconds.nullable().meta({
      description: "When the attempt ended; `null` while the attempt is running",
    }),
    outcome: z.enum(["SUCCEEDED", "FAILED", "INTERRUPTED"]).nullable().meta({
      description:
        "Result of the attempt; `null` while the attempt is running. INTERRUPTED means that the service stopped during the attempt, so the request may have arrived.",
    }),
    error: z
      .string()
      .nullable()
      .meta({ description: `Why the attempt failed: ${attemptErrors.join(", ")}. More values may be added.` }),
    statusCode: z.int().nullable(),
    durationMs: z.int().nullable(),
    requestHeaders: HeaderLines.nullable(),
    responseHeaders: HeaderLines.nullable(),
    responseBody: z.string().nullable().meta({ description: "The first 16 KiB of the response body, as text" }),
    responseIsCut: z.boolean().meta({ description: "Whether the response body was larger than 16 KiB" }),
  })
  .meta({ id: "WebhookAttempt" });

const exampleDetail = {
  ...exampleDelivery,
  body: {
    id: exampleDelivery.id,
    type: exampleDelivery.type,
    apiVersion: "2026-11-20",
    created: 1768471200,
    livemode: true,
    organisationId: "org_01kahbc2g8m9n4q6r1s7t3v5wx",
    data: {
      id: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
      eventType: exampleDelivery.subject,
      severity: "HIGH",
      modelId: exampleDelivery.modelId,
    },
  },
  attemptLog: [
    {
      number: 1,
      startedAt: "2026-01-15T10:00:00.100Z",
      finishedAt: "2026-01-15T10:00:00.412Z",
      outcome: "FAILED",
      error: "status",
      statusCode: 503,
      durationMs: 311,
      requestHeaders: { "webhook-id": exampleDelivery.id, "webhook-timestamp": "1768471200" },
      responseHeaders: { "content-type": "text/plain" },
      responseBody: "Try again later",
      responseIsCut: false,
    },
  ],
};

export const DeliveryDetail = Delivery.extend({
  body: z.record(z.string(), z.unknown()).meta({ description: "The envelope that is sent" }),
  attemptLog: z.array(Attempt).meta({ description: "All attempts, oldest first" }),
}).meta({ id: "WebhookDeliveryDetail", examples: [exampleDetail] });
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const ListDeliveries = ListQuery({
  status: DeliveryStatusName.optional(),
  type: WebhookEventTypeName.optional(),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const DeliveryList = ListOf("WebhookDeliveryList", Delivery);
export type DeliveryList = z.infer<typeof DeliveryList>;

/** Maximum age of failed deliveries that can be replayed. */
export const recoverDaysMax = 30;

export const RecoverDeliveries = z
  .strictObject({
    since: Timestamp.meta({ description: `Start of the range, inclusive, up to ${recoverDaysMax} days ago` }),
    until: Timestamp.optional().meta({ description: "End of the range, inclusive. Defaults to now." }),
    dryRun: z.boolean().default(false).meta({ description: "If `true`, the deliveries are only counted, not resent" }),
  })
  .meta({ id: "RecoverWebhookDeliveries", examples: [{ since: "2026-01-15T10:00:00.000Z", dryRun: true }] });
export type RecoverDeliveries = z.infer<typeof RecoverDeliveries>;

export const Recovery = z
  .object({
    matched: z.int().meta({ description: "Number of FAILED deliveries created in the range" }),
    redelivered: z.int().meta({ description: "Number of deliveries that were queued again" }),
    dryRun: z.boolean(),
    since: IsoMilliseconds,
    until: IsoMilliseconds,
  })
  .meta({ id: "WebhookRecovery" });
export type Recovery = z.infer<typeof Recovery>;

export const TestEndpoint = z
  .strictObject({
    type: WebhookEventTypeName.optional().meta({
      description: "The event type to send. Defaults to the first type that the endpoint is subscribed to.",
    }),
  })
  .meta({ id: "TestWebhookEndpoint", examples: [{ type: "audit.high_severity" }] });
export type TestEndpoint = z.infer<typeof TestEndpoint>;
