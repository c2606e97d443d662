import { z } from "zod";
import { visibleLines } from "@/lib/platform/core/visible-text";
import {
  distinct,
  exampleSigningSecret,
  FlagFilter,
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  NewSecret,
  PreviousSecretExpiry,
  Rotation,
  setsSomething,
} from "@/lib/platform/http/schemas";
import { endpointUrlMax, endpointUrlProblem } from "@/lib/platform/outgoing/endpoint-url";

/** All event types, in the order of the specification ("Events"). */
export const webhookEventTypes = [
  "audit.created",
  "audit.high_severity",
  "chain.integrity_failure",
  "chain.verified",
  "shadow_ai.detected",
  "shadow_ai.resolved",
  "evidence.ready",
  "evidence.expired",
  "alert.triggered",
  "model.registered",
  "integration.disconnected",
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

export const WebhookEventTypeName = z.enum(webhookEventTypes).meta({ id: "WebhookEventType" });

export const EndpointUrl = z
  .string()
  .superRefine((text, check) => {
    const message = endpointUrlProblem(text);
    if (message !== undefined) check.addIssue({ code: "custom", message });
  })
  .meta({
    format: "uri",
    maxLength: endpointUrlMax,
    description:
      "An HTTPS URL without credentials or a fragment, on port 443 or a port from 1024 to 65535. Private IP addresses and private host names are not allowed.",
    examples: ["https://example.com/hooks/governance"],
  });

const events = z
  .array(WebhookEventTypeName)
  .min(1)
  .max(webhookEventTypes.length)
  .refine(...distinct("must not contain duplicates"))
  .meta({
    uniqueItems: true,
    description: "Types of events that the endpoint receives",
    examples: [["audit.high_severity"]],
  });

const description = z
  .string()
  .max(500)
  .refine(...visibleLines)
  .meta({ examples: ["Risk team alerts"] });

const example = {
  url: "https://example.com/hooks/governance",
  events: ["audit.high_severity", "chain.integrity_failure"],
  description: "Risk team alerts",
  active: true,
};

/** The number of deliveries that determine the health shown for an endpoint. */
export const healthAttempts = 10;

const active = z.boolean();
const Settings = z.strictObject({ url: EndpointUrl, events, description, active });

export const CreateWebhookEndpoint = Settings.extend({
  description: description.default(""),
  active: active.default(true).meta({ description: "If `false`, the endpoint receives no events until it is enabled" }),
}).meta({ id: "CreateWebhookEndpoint", examples: [example] });
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

export const UpdateWebhookEndpoint = Settings.extend({
  active: active.meta({
    description:
      "Whether the endpoint is enabled. `false` marks pending deliveries as FAILED, and `true` resets the failure count.",
  }),
})
  .partial()
  .refine(...setsSomething)
  .meta({ id: "UpdateWebhookEndpoint", minProperties: 1, examples: [{ events: ["audit.created"], active: true }] });
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

export const RotateWebhookSecret = Rotation(
  "RotateWebhookSecret",
  "How long deliveries are also signed with the previous secret, in seconds",
);
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;

const EndpointHealth = z
  .object({
    status: z.enum(["NO_ATTEMPTS", "HEALTHY", "DEGRADED", "FAILING"]).meta({
      description: "HEALTHY means that no attempt failed, DEGRADED that some failed, and FAILING that all failed",
      examples: ["HEALTHY"],
    }),
    attempts: z
      .int()
      .min(0)
      .max(healthAttempts)
      .meta({ examples: [10] }),
    failed: z
      .int()
      .min(0)
      .max(healthAttempts)
      .meta({ examples: [0] }),
    lastFailure: z
      .object({
        at: IsoMilliseconds,
        error: z.string().nullable().meta({ description: "The error code of the failed attempt" }),
        statusCode: z.int().nullable(),
      })
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({
    id: "WebhookEndpointHealth",
    description: `Health of the endpoint, based on the last attempt of each of the latest ${healthAttempts} deliveries since the endpoint was enabled. Changes to these values do not change the \`ETag\`.`,
  });
export type EndpointHealth = z.infer<typeof EndpointHealth>;

/** An endpoint without its secrets. */
export const WebhookEndpoint = z
  .object({
    id: Id("webhookEndpoint"),
    url: z.string().meta({ examples: [example.url] }),
    events: z.array(z.string()).meta({ examples: [example.events] }),
    description: z.string().meta({ examples: [example.description] }),
    active: z.boolean(),
    disabledAt: IsoMilliseconds.nullable().meta({ examples: [null] }),
    disabledReason: z
      .string()
      .nullable()
      .meta({
        description: "Why the service disabled the endpoint; `null` if the endpoint is enabled or you disabled it",
        examples: [null],
      }),
    health: EndpointHealth,
    previousSecretExpiresAt: PreviousSecretExpiry,
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds,
  })
  .meta({ id: "WebhookEndpoint" });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const CreatedWebhookEndpoint = WebhookEndpoint.extend({
  signingSecret: NewSecret("The secret that signs deliveries", exampleSigningSecret),
}).meta({ id: "CreatedWebhookEndpoint" });
export type CreatedWebhookEndpoint = z.infer<typeof CreatedWebhookEndpoint>;

export const ListWebhookEndpoints = ListQuery({
  active: FlagFilter("Only active (`true`) or only disabled (`false`) endpoints. Defaults to both."),
});
export type ListWebhookEndpoints = z.infer<typeof ListWebhookEndpoints>;

export const WebhookEndpointList = ListOf("WebhookEndpointList", WebhookEndpoint);
export type WebhookEndpointList = z.infer<typeof WebhookEndpointList>;
