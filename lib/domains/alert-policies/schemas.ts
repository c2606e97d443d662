import { z } from "zod";
import { countScopes, operators } from "@/lib/domains/alert-policies/enums";
import { parsePath } from "@/lib/domains/alert-policies/payload-path";
import { EventTypeName, SeverityName, Tag } from "@/lib/domains/audit-chain/schemas";
import { visibleLines } from "@/lib/platform/core/visible-text";
import {
  distinct,
  FlagFilter,
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  setsSomething,
  Timestamp,
  VisibleLine,
} from "@/lib/platform/http/schemas";

const windowMinutesMax = 24 * 60;

const cooldownMinutesMax = 7 * 24 * 60;

const PayloadCondition = z
  .strictObject({
    path: z
      .string()
      .max(200)
      .refine((text) => parsePath(text) !== undefined, {
        message: "must be dot-separated names, such as metrics.psi, or a JSON Pointer",
      })
      .meta({
        minLength: 1,
        description:
          "The payload field: dot-separated names (`metrics.psi`, `scores.0`) or a JSON Pointer (`/metrics/psi`). Events without a number in this field don't match.",
        examples: ["confidence"],
      }),
    operator: z.enum(operators),
    threshold: z.number().meta({ examples: [0.6] }),
  })
  .meta({ id: "AlertPayloadCondition", description: "Compares a number in the payload with a threshold" });

const CountCondition = z
  .strictObject({
    atLeast: z.int().min(1).max(1_000).meta({ description: "Minimum number of events" }),
    withinMinutes: z.int().min(1).max(windowMinutesMax).meta({
      description:
        "Length of the time window in minutes. The window ends with the evaluated event. An event received exactly this long before the evaluated event is not counted.",
    }),
    per: z.enum(countScopes).meta({ description: "Whether events are counted per model or across the organisation" }),
  })
  .meta({
    id: "AlertCountCondition",
    description: "Requires a minimum number of events that meet the other conditions within a time window",
  });

const ruleExample = {
  eventTypes: ["INFERENCE" as const],
  tags: ["prod"],
  payload: { path: "confidence", operator: "LESS_THAN" as const, threshold: 0.6 },
  count: { atLeast: 10, withinMinutes: 5, per: "MODEL" as const },
};

/** The conditions of a policy. An event must meet all of them. */
export const AlertRule = z
  .strictObject({
    eventTypes: z
      .array(EventTypeName)
      .min(1)
      .max(EventTypeName.options.length)
      .refine(...distinct("must not contain duplicates"))
      .optional()
      .meta({ description: "Matches events of any of these types. Defaults to all types." }),
    minSeverity: SeverityName.optional(),
    modelIds: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(20)
      .refine(...distinct("must not contain duplicates"))
      .optional()
      .meta({
        description: "Matches events of any of these models. Defaults to all models.",
        examples: [["mdl_01kahbc2g8m9n4q6r1s7t3v5wx"]],
      }),
    tags: z
      .array(Tag)
      .min(1)
      .max(10)
      .refine(...distinct("must not contain duplicates"))
      .optional()
      .meta({ description: "Matches events that have all of these tags" }),
    payload: PayloadCondition.optional(),
    count: CountCondition.optional(),
  })
  .refine((rule) => Object.keys(rule).length > 0, {
    error: "must have at least one condition",
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: "AlertRule", minProperties: 1, examples: [ruleExample] });
export type AlertRule = z.output<typeof AlertRule>;

const name = VisibleLine(200).meta({ examples: ["Low confidence in production"] });
const description = z
  .string()
  .max(2_000)
  .refine(...visibleLines);
const severity = SeverityName.meta({ description: "Severity of the alerts that the policy raises" });
const recipients = z
  .array(z.email("must be an e-mail address").max(254))
  .max(10)
  .refine(...distinct("must not contain duplicates", (address: string) => address.toLowerCase()))
  .meta({ description: "E-mail addresses that receive alert notifications", examples: [["model-risk@example.com"]] });
const cooldownMinutes = z.int().min(1).max(cooldownMinutesMax).meta({
  description:
    "Number of minutes after an alert during which further alerts are suppressed. Applies per model, or across the organisation if the rule counts events across the organisation.",
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

const Settings = z.strictObject({
  name,
  description,
  rule: AlertRule,
  severity,
  recipients,
  cooldownMinutes,
  mutedUntil: Timestamp.nullish(),
  enabled: z.boolean(),
});

export const CreateAlertPolicy = Settings.extend({
  description: description.default(""),
  severity: severity.default("MEDIUM"),
  recipients: recipients.default([]),
  cooldownMinutes: cooldownMinutes.default(60),
  enabled: z.boolean().default(true),
}).meta({ id: "CreateAlertPolicy", examples: [example] });
export type CreateAlertPolicy = z.output<typeof CreateAlertPolicy>;

export const UpdateAlertPolicy = Settings.extend({
  rule: AlertRule.optional().meta({ description: "Replaces the whole rule and resets the event count" }),
  mutedUntil: Timestamp.nullish().meta({
    description:
      "Until this time, matching events are counted but no notifications are sent. `null` unmutes the policy.",
  }),
})
  .partial()
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
      description: "Until this time, matching events are counted but no notifications are sent",
    }),
    enabled: z.boolean(),
    figures: z
      .object({
        alerts: z.int().meta({ description: "Number of alerts raised" }),
        suppressed: z.int().meta({ description: "Number of alerts suppressed during the cooldown" }),
        muted: z.int().meta({ description: "Number of alerts suppressed while the policy was muted" }),
        lastTriggeredAt: IsoMilliseconds.nullable().meta({
          description: "When the event that triggered the last alert was received",
        }),
      })
      .meta({
        id: "AlertPolicyFigures",
        description: "Counts of raised and suppressed alerts. Changes to these values do not change the `ETag`.",
      }),
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

export const ListAlertPolicies = ListQuery({
  enabled: FlagFilter("Only enabled (`true`) or only disabled (`false`) policies. Defaults to both."),
});
export type ListAlertPolicies = z.infer<typeof ListAlertPolicies>;

export const AlertPolicyList = ListOf("AlertPolicyList", AlertPolicy);
export type AlertPolicyList = z.infer<typeof AlertPolicyList>;

export const PreviewAlertRule = z
  .strictObject({
    rule: AlertRule,
    cooldownMinutes: cooldownMinutes.default(60),
    from: Timestamp.optional().meta({
      description: "Start of the range, by time of receipt: up to 31 days before `to`. Defaults to 7 days before `to`.",
    }),
    to: Timestamp.optional().meta({ description: "End of the range, by time of receipt. Defaults to now." }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ["from"], message: "must not be after `to`" })
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
    isCut: z.boolean().meta({ description: "Whether only the newest events of the range were evaluated" }),
    readFrom: IsoMilliseconds.nullable().meta({
      description: "When the first evaluated event was received; `null` if no event was evaluated",
    }),
    matched: z.int().meta({ description: "Number of events that meet all conditions except `count`" }),
    alerts: z.int().meta({ description: "Number of alerts that would have been raised" }),
    suppressed: z.int().meta({ description: "Number of alerts that would have been suppressed during the cooldown" }),
    events: z.array(PreviewedAlert).meta({ description: "The first 100 events that would have raised an alert" }),
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
