import { z } from "zod";
import { parsePath } from "@/lib/domains/alert-policies/payload-path";
import { countScopes, operators } from "@/lib/domains/alert-policies/vocabulary";
import { EventTypeName, SeverityName, Tag } from "@/lib/domains/audit-chain/schemas";
import { visibleLines, visibleText } from "@/lib/platform/core/visible-text";
import {
  Cursor,
  Id,
  IsoMilliseconds,
  PageLimit,
  Pagination,
  setsSomething,
  Timestamp,
} from "@/lib/platform/http/schemas";

/** Minutes of a window of counting: a day at most. */
const windowMinutesMax = 24 * 60;
/** Minutes that a policy is silent after an alert: a week at most, and never none, or each event could raise one. */
const cooldownMinutesMax = 7 * 24 * 60;

function isDistinct(values: string[]): boolean {
  return new Set(values).size === values.length;
}

const PayloadCondition = z
  .strictObject({
    path: z
      .string()
      .max(200)
      .refine((text) => parsePath(text) !== undefined, {
        message: "must be names with dots between them, such as metrics.psi, or a JSON Pointer",
      })
      .meta({
        minLength: 1,
        description:
          "Where the number is: names with dots between them (`metrics.psi`, `scores.0`), or a JSON Pointer (`/metrics/psi`). An event without a number there does not match",
        examples: ["confidence"],
      }),
    operator: z.enum(operators),
    threshold: z.number().meta({ examples: [0.6] }),
  })
  .meta({ id: "AlertPayloadCondition", description: "A number of the payload, held against a threshold" });

const CountCondition = z
  .strictObject({
    atLeast: z.int().min(1).max(1_000).meta({ description: "How many events there must be" }),
    withinMinutes: z.int().min(1).max(windowMinutesMax).meta({
      description:
        "Length of the window. It ends with the event, and leaves out one that was received just as long ago",
    }),
    per: z.enum(countScopes).meta({ description: "Whether each model's events are counted for themselves" }),
  })
  .meta({
    id: "AlertCountCondition",
    description: "How many events that meet the other conditions were received within a time",
  });

const ruleExample = {
  eventTypes: ["INFERENCE" as const],
  tags: ["prod"],
  payload: { path: "confidence", operator: "LESS_THAN" as const, threshold: 0.6 },
  count: { atLeast: 10, withinMinutes: 5, per: "MODEL" as const },
};

/** What a policy looks for: an event must meet every condition that is named. */
export const AlertRule = z
  .strictObject({
    eventTypes: z
      .array(EventTypeName)
      .min(1)
      .max(EventTypeName.options.length)
      .refine(isDistinct, "must not name a type twice")
      .optional()
      .meta({ description: "One of these types. Left out: any" }),
    minSeverity: SeverityName.optional(),
    modelIds: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(20)
      .refine(isDistinct, "must not name a model twice")
      .optional()
      .meta({
        description: "Of one of these models. Left out: of any",
        examples: [["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"]],
      }),
    tags: z
      .array(Tag)
      .min(1)
      .max(10)
      .refine(isDistinct, "must not repeat a tag")
      .optional()
      .meta({ description: "With all of these tags" }),
    payload: PayloadCondition.optional(),
    count: CountCondition.optional(),
  })
  .refine((rule) => Object.keys(rule).length > 0, {
    error: "must have at least one condition",
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: "AlertRule", minProperties: 1, examples: [ruleExample] });
export type AlertRule = z.output<typeof AlertRule>;

const name = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200)
  .refine(...visibleText)
  .meta({ examples: ["Low confidence in production"] });
const description = z
  .string()
  .max(2_000)
  .refine(...visibleLines);
const severity = SeverityName.meta({ description: "Of the alerts" });
const recipients = z
  .array(z.email("must be an e-mail address").max(254))
  .max(10)
  .refine((given) => isDistinct(given.map((address) => address.toLowerCase())), "must not repeat an address")
  .meta({ description: "Who is told by mail", examples: [["model-risk@example.com"]] });
const cooldownMinutes = z.int().min(1).max(cooldownMinutesMax).meta({
  description: "How long no second alert is raised, for the same model or where the rule counts over all, at all",
});

const example = {
  name: "Low confidence in production",
  description: "",
  rule: ruleExample,
  severity: "MEDIUM",
  recipients: ["model-risk@example.com"],
  cooldownMinutes: 60,
  mutedUntil: null,
  enabled: true,
};

export const CreateAlertPolicy = z
  .strictObject({
    name,
    description: description.default(""),
    rule: AlertRule,
    severity: severity.default("MEDIUM"),
    recipients: recipients.default([]),
    cooldownMinutes: cooldownMinutes.default(60),
    mutedUntil: Timestamp.nullish(),
    enabled: z.boolean().default(true),
  })
  .meta({ id: "CreateAlertPolicy", examples: [example] });
export type CreateAlertPolicy = z.output<typeof CreateAlertPolicy>;

/** What a PATCH sets; what it does not name stays. */
export const UpdateAlertPolicy = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    rule: AlertRule.optional().meta({ description: "Replaces the whole rule, and begins to count anew" }),
    severity: severity.optional(),
    recipients: recipients.optional(),
    cooldownMinutes: cooldownMinutes.optional(),
    mutedUntil: Timestamp.nullish().meta({ description: "null unmutes" }),
    enabled: z.boolean().optional(),
  })
  .refine(...setsSomething)
  .meta({
    id: "UpdateAlertPolicy",
    minProperties: 1,
    examples: [{ mutedUntil: "2026-01-16T08:00:00.000Z", cooldownMinutes: 120 }],
  });
export type UpdateAlertPolicy = z.output<typeof UpdateAlertPolicy>;

export const AlertPolicy = z
  .object({
    id: Id("alertPolicy"),
    name: z.string(),
    description: z.string(),
    rule: AlertRule,
    severity,
    recipients: z.array(z.string()),
    cooldownMinutes: z.int(),
    mutedUntil: IsoMilliseconds.nullable().meta({
      description: "Until then what happens is counted and nobody is told of it",
    }),
    enabled: z.boolean(),
    figures: z
      .object({
        alerts: z.int().meta({ description: "Alerts that were raised" }),
        suppressed: z.int().meta({ description: "How often the rule held within the cooldown after an alert" }),
        muted: z.int().meta({ description: "How often the rule held while the policy was muted" }),
        lastTriggeredAt: IsoMilliseconds.nullable().meta({
          description: "When the event was received that raised the last alert",
        }),
      })
      .meta({ id: "AlertPolicyFigures", description: "Not part of the version that the ETag names" }),
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds,
  })
  .meta({
    id: "AlertPolicy",
    examples: [
      {
        id: "pol_01kahbc2g8m9n4q6r1s7t3v5wx",
        ...example,
        figures: { alerts: 3, suppressed: 41, muted: 0, lastTriggeredAt: "2026-01-15T10:00:00.120Z" },
        createdAt: "2026-01-10T09:00:00.000Z",
        updatedAt: "2026-01-10T09:00:00.000Z",
      },
    ],
  });
export type AlertPolicy = z.output<typeof AlertPolicy>;

export const ListAlertPolicies = z.strictObject({
  enabled: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .meta({ description: "Only policies that are enabled, or only others. Left out: both" }),
  limit: PageLimit,
  cursor: Cursor.optional(),
});
export type ListAlertPolicies = z.infer<typeof ListAlertPolicies>;

export const AlertPolicyList = z
  .object({ data: z.array(AlertPolicy), pagination: Pagination })
  .meta({ id: "AlertPolicyList" });
export type AlertPolicyList = z.infer<typeof AlertPolicyList>;

export const PreviewAlertRule = z
  .strictObject({
    rule: AlertRule,
    cooldownMinutes: cooldownMinutes.default(60),
    from: Timestamp.optional().meta({
      description: "Events that were received from then on. Left out: a week before `to`. At most 31 days before it",
    }),
    to: Timestamp.optional().meta({ description: "Events that were received until then. Left out: now" }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ["from"], message: "must not be after to" })
  .meta({ id: "PreviewAlertRule", examples: [{ rule: ruleExample, cooldownMinutes: 60 }] });
export type PreviewAlertRule = z.output<typeof PreviewAlertRule>;

const PreviewedAlert = z
  .object({
    eventId: Id("auditEvent"),
    chainPosition: z.int(),
    modelId: Id("model"),
    recordedAt: IsoMilliseconds,
    message: z.string(),
    observed: z.number().nullable(),
    threshold: z.number().nullable(),
  })
  .meta({ id: "PreviewedAlert" });
export type PreviewedAlert = z.infer<typeof PreviewedAlert>;

export const AlertRulePreview = z
  .object({
    from: IsoMilliseconds,
    to: IsoMilliseconds,
    eventsRead: z.int(),
    isCut: z.boolean().meta({ description: "Whether there were more events: then only the newest were read" }),
    readFrom: IsoMilliseconds.nullable().meta({
      description: "When the first event was received that was read; null where there was none",
    }),
    matched: z.int().meta({ description: "Events that meet the conditions, but for that of their number" }),
    alerts: z.int().meta({ description: "How often the rule would have raised an alert" }),
    suppressed: z.int().meta({ description: "How often it would have held within the cooldown" }),
    events: z.array(PreviewedAlert).meta({ description: "The first 100 events that would have raised one" }),
  })
  .meta({
    id: "AlertRulePreview",
    examples: [
      {
        from: "2026-01-08T10:00:00.000Z",
        to: "2026-01-15T10:00:00.000Z",
        eventsRead: 4217,
        isCut: false,
        readFrom: "2026-01-08T10:00:03.000Z",
        matched: 58,
        alerts: 1,
        suppressed: 7,
        events: [
          {
            eventId: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
            chainPosition: 4100,
            modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
            recordedAt: "2026-01-15T09:12:00.120Z",
            message: "10 events of the model within 5 minutes with confidence below 0.6",
            observed: 10,
            threshold: 10,
          },
        ],
      },
    ],
  });
export type AlertRulePreview = z.infer<typeof AlertRulePreview>;
