import { z } from "zod";
import {
  deliveryResults,
  ignoredReasons,
  integrationKinds,
  integrationStatuses,
} from "@/lib/domains/integrations/vocabulary";
import { visibleText } from "@/lib/platform/core/visible-text";
import {
  Cursor,
  Id,
  IsoMilliseconds,
  OverlapSeconds,
  PageLimit,
  Pagination,
  setsSomething,
} from "@/lib/platform/http/schemas";

const Kind = z.enum(integrationKinds).meta({
  id: "IntegrationKind",
  description: "The product; events made of what it tells have it as their `source`",
});

const name = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200)
  .refine(...visibleText)
  .meta({ examples: ["Models repository"] });

const modelId = z
  .string()
  .min(1)
  .max(128)
  .meta({ description: "A registered model", examples: ["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"] });

const match = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^*]*\*?$/, "may have a * only at its end")
  .meta({
    description:
      "GITHUB: a repository with its owner. JIRA: the key of a project. MLFLOW: the name of a registered model or prompt. With `*` at its end: all that begin so. Upper and lower case differ for MLFLOW only",
    examples: ["example-bank/credit-scoring"],
  });

/** Which of the product's things are which governed model. */
const models = z
  .array(z.strictObject({ match, modelId }))
  .max(200)
  .refine((rules) => new Set(rules.map((rule) => rule.match)).size === rules.length, "must not have a match twice")
  .meta({ description: "Which of the product's things are which governed model: the first rule that fits decides" });

const defaultModelId = modelId
  .nullable()
  .meta({ description: "The model of what no rule fits; null: that is not recorded", examples: [null] });

const silentAfterHours = z
  .int()
  .min(1)
  .max(8_760)
  .nullable()
  .meta({
    description: "After how many hours without a delivery the integration counts as disconnected; null: never",
    examples: [72],
  });

const enabled = z.boolean().meta({ description: "false: deliveries are refused (409), and none is expected" });

const example = {
  kind: "GITHUB" as const,
  name: "Models repository",
  models: [{ match: "example-bank/credit-scoring", modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx" }],
  defaultModelId: null,
  silentAfterHours: 72,
  enabled: true,
};

/** Input of a new integration. That its models are registered is checked where it is made. */
export const CreateIntegration = z
  .strictObject({
    kind: Kind,
    name,
    models: models.default([]),
    defaultModelId: defaultModelId.default(null),
    silentAfterHours: silentAfterHours.default(null),
    enabled: enabled.default(true),
  })
  .meta({ id: "CreateIntegration", examples: [example] });
export type CreateIntegration = z.infer<typeof CreateIntegration>;

/** What a PATCH sets; what it does not name stays. */
export const UpdateIntegration = z
  .strictObject({
    name: name.optional(),
    models: models.optional(),
    defaultModelId: defaultModelId.optional(),
    silentAfterHours: silentAfterHours.optional(),
    enabled: enabled.optional(),
  })
  .refine(...setsSomething)
  .meta({ id: "UpdateIntegration", minProperties: 1, examples: [{ silentAfterHours: 24, enabled: true }] });
export type UpdateIntegration = z.infer<typeof UpdateIntegration>;

export const RotateIntegrationSecret = z
  .strictObject({
    overlapSeconds: OverlapSeconds("How long deliveries are taken that are signed with the old secret"),
  })
  .meta({ id: "RotateIntegrationSecret" });
export type RotateIntegrationSecret = z.infer<typeof RotateIntegrationSecret>;

/** An integration as anybody who may read it sees it: nothing of its secrets. */
export const Integration = z
  .object({
    id: Id("integration"),
    kind: Kind,
    name: z.string().meta({ examples: [example.name] }),
    receiverUrl: z.url().meta({
      description: "Where the product sends its webhooks: below the address that the service is configured with",
      examples: ["https://audit.example.com/v1/integrations/int_01kahbc2g8m9n4q6r1s7t3v5wx/events"],
    }),
    models: z.array(z.object({ match: z.string(), modelId: Id("model") })).meta({ examples: [example.models] }),
    defaultModelId: Id("model")
      .nullable()
      .meta({ examples: [null] }),
    silentAfterHours: z
      .int()
      .nullable()
      .meta({ examples: [example.silentAfterHours] }),
    enabled: z.boolean(),
    status: z.enum(integrationStatuses).meta({
      description:
        "WAITING until the first delivery; DISCONNECTED from when it was silent for too long to the next one",
      examples: ["CONNECTED"],
    }),
    lastSeenAt: IsoMilliseconds.nullable().meta({
      description: "When the last delivery was received that had not been received before",
    }),
    disconnectedAt: IsoMilliseconds.nullable().meta({ examples: [null] }),
    figures: z
      .object({
        recorded: z.int().meta({ description: "Deliveries that became events", examples: [128] }),
        ignored: z.int().meta({
          description: "Genuine deliveries that became none: there was nothing to record, or no model for it",
          examples: [41],
        }),
      })
      .meta({
        id: "IntegrationFigures",
        description: "Repeats count once. Not part of the version that the ETag names",
      }),
    previousSecretExpiresAt: IsoMilliseconds.nullable().meta({
      description: "Until when the secret before the last rotation is taken too, or was",
      examples: [null],
    }),
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds.meta({ description: "When its settings last changed" }),
  })
  .meta({ id: "Integration" });
export type Integration = z.infer<typeof Integration>;

export const CreatedIntegration = Integration.extend({
  secret: z
    .string()
    .optional()
    .meta({
      description:
        "What the product is to sign its deliveries with, shown this once. A repeat of the request by its Idempotency-Key answers without it.",
      examples: ["isec_1kq0S8vVw2m3y4Z5a6B7c8D9e0F1g2H3i4J5k6L7m8N"],
    }),
}).meta({ id: "CreatedIntegration" });
export type CreatedIntegration = z.infer<typeof CreatedIntegration>;

export const ListIntegrations = z.strictObject({
  kind: z.enum(integrationKinds).optional().meta({ description: "Only those of a product. Left out: all" }),
  limit: PageLimit,
  cursor: Cursor.optional(),
});
export type ListIntegrations = z.infer<typeof ListIntegrations>;

export const IntegrationList = z
  .object({ data: z.array(Integration), pagination: Pagination })
  .meta({ id: "IntegrationList" });
export type IntegrationList = z.infer<typeof IntegrationList>;

/** What became of a delivery: the answer to the product that sent it. */
export const DeliveryReceipt = z
  .object({
    result: z.enum(["recorded", "duplicate", "ignored"]).meta({
      description:
        "recorded: an event was appended. duplicate: this delivery was received before. ignored: it is genuine, and there is nothing to append",
    }),
    eventId: Id("auditEvent")
      .nullable()
      .meta({ description: "The event that was made of it, now or when it was first received; null: none" }),
    reason: z
      .enum(ignoredReasons)
      .optional()
      .meta({
        description:
          "Of what is ignored. no_event: nothing is recorded of such a thing. no_model: no rule names a model for it, and there is no default",
        examples: ["no_event"],
      }),
  })
  .meta({
    id: "IntegrationDeliveryReceipt",
    examples: [{ result: "recorded", eventId: "evt_01kahbc2g8m9n4q6r1s7t3v5wx" }],
  });
export type DeliveryReceipt = z.infer<typeof DeliveryReceipt>;

const exampleDelivery = {
  deliveryId: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  topic: "deployment.created",
  result: "recorded" as const,
  reason: null,
  eventId: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  receivedAt: "2026-01-15T10:00:00.000Z",
};

/** A genuine delivery, and what became of it. */
export const Delivery = z
  .object({
    deliveryId: z.string().meta({ description: "The product's own id of it" }),
    topic: z.string().meta({ description: "What it told of, in the product's words" }),
    result: z.enum(deliveryResults).meta({
      description: "recorded: an event was appended. ignored: it is genuine, and there was nothing to append",
    }),
    reason: z.enum(ignoredReasons).nullable().meta({
      description:
        "Of what is ignored. no_event: nothing is recorded of such a thing. no_model: no rule named a model for it, and there was no default. null where it was recorded, and where it was received before reasons were kept",
    }),
    eventId: Id("auditEvent").nullable().meta({ description: "The event that was made of it; null: none" }),
    modelId: Id("model").nullable().meta({ description: "The model that the event is about; null: there is no event" }),
    receivedAt: IsoMilliseconds.meta({ description: "When it was first received" }),
  })
  .meta({ id: "IntegrationDelivery", examples: [exampleDelivery] });
export type Delivery = z.infer<typeof Delivery>;

export const ListDeliveries = z.strictObject({
  result: z.enum(deliveryResults).optional().meta({ description: "Only those of which this became. Left out: all" }),
  limit: PageLimit,
  cursor: Cursor.optional(),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const DeliveryList = z
  .object({ data: z.array(Delivery), pagination: Pagination })
  .meta({ id: "IntegrationDeliveryList" });
export type DeliveryList = z.infer<typeof DeliveryList>;
