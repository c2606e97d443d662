import { z } from "zod";
import {
  deliveryResults,
  ignoredReasons,
  integrationKinds,
  integrationStatuses,
} from "@/lib/domains/integrations/enums";
import { TicketSettings, TicketSettingsInput } from "@/lib/domains/integrations/schemas-tickets";
import {
  distinct,
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  NewSecret,
  PreviousSecretExpiry,
  Rotation,
  setsSomething,
  VisibleLine,
} from "@/lib/platform/http/schemas";

const Kind = z.enum(integrationKinds).meta({
  id: "IntegrationKind",
  description: "The product, which is also the `source` of the recorded events",
});

const name = VisibleLine(200).meta({ examples: ["Models repository"] });

const modelId = z
  .string()
  .min(1)
  .max(128)
  .meta({ description: "ID of a registered model", examples: ["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"] });

const match = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^*]*\*?$/, "can contain * only at the end")
  .meta({
    description:
      "For GITHUB, a repository with its owner. For JIRA, a project key. For MLFLOW, the name of a registered model or prompt. End the value with `*` to match a prefix. Only values for MLFLOW are case-sensitive.",
    examples: ["example-bank/credit-scoring"],
  });

const models = z
  .array(z.strictObject({ match, modelId }))
  .max(200)
  .refine(...distinct("must not contain duplicate matches", (rule: { match: string }) => rule.match))
  .meta({ description: "Assigns the product's objects to registered models. The first matching rule applies." });

const defaultModelId = modelId.nullable().meta({
  description: "The model for deliveries that match no rule. If `null`, these deliveries are not recorded.",
  examples: [null],
});

const silentAfterHours = z
  .int()
  .min(1)
  .max(8_760)
  .nullable()
  .meta({
    description:
      "Number of hours without a delivery after which the integration is reported as disconnected. If `null`, the integration is never reported as disconnected.",
    examples: [72],
  });

const enabled = z.boolean().meta({
  description: "If `false`, deliveries are rejected (409) and the integration is not reported as disconnected",
});

const example = {
  kind: "GITHUB" as const,
  name: "Models repository",
  models: [{ match: "example-bank/credit-scoring", modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx" }],
  defaultModelId: null,
  silentAfterHours: 72,
  enabled: true,
};

const ticketSettings = TicketSettingsInput.nullable().meta({
  description:
    "Settings for tickets created from detections. Only for GITHUB and JIRA. `null` deletes the settings and the token.",
});

const Settings = z.strictObject({ name, models, defaultModelId, silentAfterHours, enabled, ticketSettings });

export const CreateIntegration = z
  .strictObject({
    kind: Kind,
    name,
    models: models.default([]),
    defaultModelId: defaultModelId.default(null),
    silentAfterHours: silentAfterHours.default(null),
    enabled: enabled.default(true),
    ticketSettings: ticketSettings.default(null),
  })
  .meta({ id: "CreateIntegration", examples: [example] });
export type CreateIntegration = z.infer<typeof CreateIntegration>;

export const UpdateIntegration = Settings.partial()
  .refine(...setsSomething)
  .meta({ id: "UpdateIntegration", minProperties: 1, examples: [{ silentAfterHours: 24, enabled: true }] });
export type UpdateIntegration = z.infer<typeof UpdateIntegration>;

export const RotateIntegrationSecret = Rotation(
  "RotateIntegrationSecret",
  "How long deliveries signed with the previous secret are accepted, in seconds",
);
export type RotateIntegrationSecret = z.infer<typeof RotateIntegrationSecret>;

/** An integration without its secrets. */
export const Integration = z
  .object({
    id: Id("integration"),
    kind: Kind,
    name: z.string().meta({ examples: [example.name] }),
    receiverUrl: z.url().meta({
      description: "URL to which the product must send its webhooks",
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
    ticketSettings: TicketSettings.nullable().meta({
      description: "Settings for tickets created from detections. The token is never returned.",
      examples: [null],
    }),
    status: z.enum(integrationStatuses).meta({
      description:
        "WAITING until the first delivery. DISCONNECTED after `silentAfterHours` without a delivery, until the next delivery. DISABLED while the integration is disabled.",
      examples: ["CONNECTED"],
    }),
    lastSeenAt: IsoMilliseconds.nullable().meta({
      description: "When the last new delivery was received. Repeated deliveries are not included.",
    }),
    disconnectedAt: IsoMilliseconds.nullable().meta({ examples: [null] }),
    figures: z
      .object({
        recorded: z.int().meta({ description: "Number of deliveries recorded as events", examples: [128] }),
        ignored: z.int().meta({
          description: "Number of valid deliveries that were not recorded",
          examples: [41],
        }),
      })
      .meta({
        id: "IntegrationFigures",
        description:
          "Number of deliveries by result. Repeated deliveries count once. Changes to these values do not change the `ETag`.",
      }),
    previousSecretExpiresAt: PreviousSecretExpiry,
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds.meta({ description: "When the settings last changed" }),
  })
  .meta({ id: "Integration" });
export type Integration = z.infer<typeof Integration>;

export const CreatedIntegration = Integration.extend({
  secret: NewSecret(
    "The secret with which the product must sign its deliveries",
    "isec_1kq0S8vVw2m3y4Z5a6B7c8D9e0F1g2H3i4J5k6L7m8N",
  ),
}).meta({ id: "CreatedIntegration" });
export type CreatedIntegration = z.infer<typeof CreatedIntegration>;

export const ListIntegrations = ListQuery({
  kind: z.enum(integrationKinds).optional().meta({ description: "Only integrations with this product" }),
});
export type ListIntegrations = z.infer<typeof ListIntegrations>;

export const IntegrationList = ListOf("IntegrationList", Integration);
export type IntegrationList = z.infer<typeof IntegrationList>;

/** The response to a delivery. */
export const DeliveryReceipt = z
  .object({
    result: z.enum(["recorded", "duplicate", "ignored"]).meta({
      description:
        "Result of the delivery. `recorded`: an event was appended. `duplicate`: this delivery was received before. `ignored`: the delivery is valid but was not recorded.",
    }),
    eventId: Id("auditEvent")
      .nullable()
      .meta({ description: "ID of the event recorded from this delivery; `null` if the delivery was ignored" }),
    reason: z
      .enum(ignoredReasons)
      .optional()
      .meta({
        description:
          "Why the delivery was ignored. `no_event`: this type of delivery is not recorded. `no_model`: no model rule matches and there is no default model.",
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
  chainPosition: 45,
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  receivedAt: "2026-01-15T10:00:00.000Z",
};

/** A correctly signed delivery and its result. */
export const Delivery = z
  .object({
    deliveryId: z.string().meta({ description: "ID that the product assigned to the delivery" }),
    topic: z.string().meta({ description: "Type of delivery, as named by the product" }),
    result: z.enum(deliveryResults).meta({
      description:
        "Result of the delivery. `recorded`: an event was appended. `ignored`: the delivery is valid but was not recorded.",
    }),
    reason: z.enum(ignoredReasons).nullable().meta({
      description:
        "Why the delivery was ignored. `no_event`: this type of delivery is not recorded. `no_model`: no model rule matched and there was no default model. `null` if the delivery was recorded, or was received before reasons were stored.",
    }),
    eventId: Id("auditEvent")
      .nullable()
      .meta({ description: "ID of the recorded event; `null` if the delivery was ignored" }),
    chainPosition: z
      .int()
      .nullable()
      .meta({ description: "Position of the recorded event on the audit chain; `null` if the delivery was ignored" }),
    modelId: Id("model")
      .nullable()
      .meta({ description: "ID of the recorded event's model; `null` if the delivery was ignored" }),
    receivedAt: IsoMilliseconds.meta({ description: "When the delivery was first received" }),
  })
  .meta({ id: "IntegrationDelivery", examples: [exampleDelivery] });
export type Delivery = z.infer<typeof Delivery>;

export const ListDeliveries = ListQuery({
  result: z.enum(deliveryResults).optional().meta({ description: "Only deliveries with this result" }),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const DeliveryList = ListOf("IntegrationDeliveryList", Delivery);
export type DeliveryList = z.infer<typeof DeliveryList>;
