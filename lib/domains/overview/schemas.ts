import { z } from "zod";
import { SeverityName } from "@/lib/domains/audit-chain/schemas";
import { CredentialChange } from "@/lib/domains/credentials/schemas";
import { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { CoverageByStatus } from "@/lib/domains/evidence/schemas-bundle";
import { exampleOverview } from "@/lib/domains/overview/schemas-examples";
import { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { Id, IsoMilliseconds } from "@/lib/platform/http/schemas";

const count = z.int().min(0);
const day = z.iso.date();

const chainStates = ["INTACT", "BROKEN", "NOT_CHECKED", "UNABLE"] as const;

const Chain = z.object({
  state: z.enum(chainStates).meta({
    description:
      "INTACT: a nightly or full verification passed within the last 26 hours, and a full verification within the last eight days. BROKEN: the chain is inconsistent. NOT_CHECKED: the chain has not been verified yet. UNABLE: the last verification did not finish, could not verify everything, or is more than 26 hours old; its stored result was changed outside the service; or no full verification has passed within the last eight days.",
  }),
  headPosition: count.meta({ description: "Position of the last event; 0 if the chain is empty" }),
  verifiedFrom: z.int().nullable().meta({
    description:
      "The first position covered by the most recent successful nightly or full verification. Earlier verifications covered the events before it.",
  }),
  verifiedTo: count
    .nullable()
    .meta({ description: "The last position covered by the most recent successful nightly or full verification" }),
  verifiedAt: IsoMilliseconds.nullable(),
  fullyVerifiedAt: IsoMilliseconds.nullable().meta({
    description: "When the full chain was last verified successfully",
  }),
  openFindings: count,
  firstBreak: z
    .object({
      eventId: z.string().nullable().meta({ description: "ID of the event; `null` if the event is missing" }),
      chainPosition: z.number().meta({ type: "integer" }),
      code: z.string(),
    })
    .nullable()
    .meta({ description: "The finding at the lowest chain position" }),
  lastCheckpointAt: IsoMilliseconds.nullable(),
  cosignedTo: count.nullable().meta({
    description:
      "Number of events covered by the latest checkpoint that a configured witness has cosigned; `null` if no configured witness has cosigned a checkpoint",
  }),
});

const Queue = z.object({
  overdue: count,
  dueThisWeek: count,
  assignedToMe: count.meta({ description: "Number of unresolved detections assigned to the caller; 0 for an API key" }),
  exceptionsEnding14d: count,
  exceptionRequests: count.meta({ description: "Number of pending exception requests" }),
});

const Detections = z.object({
  new24h: count,
  new7d: count,
  previous7d: count.meta({ description: "Number of new detections in the seven days before the `new7d` period" }),
  open: count,
  investigating: count,
  top: z.array(ShadowAiDetection).max(5).meta({
    description:
      "Unresolved detections: overdue ones first, then the most severe, then the oldest. Snoozed detections are included only if they are overdue.",
  }),
});

const Sensors = z.object({
  sources: z
    .array(
      z.object({
        id: Id("logSource"),
        name: z.string(),
        lastRecordAt: IsoMilliseconds.nullable(),
        lagSeconds: count.nullable(),
        errorRate: z.number().min(0).max(1),
        silent: z
          .boolean()
          .meta({ description: "Whether no record was received from the source in the last 24 hours" }),
      }),
    )
    .max(8)
    .meta({ description: "Log sources, sorted by the time since data was last received, longest first" }),
  silent: count.meta({ description: "Number of sources without a record in the last 24 hours" }),
});

const Evidence = z.object({
  frameworks: z
    .array(
      z.object({
        framework: EvidencePackage.shape.framework,
        packageId: Id("evidencePackage")
          .nullable()
          .meta({ description: "ID of the latest READY package; `null` if none exists" }),
        generatingPackageId: Id("evidencePackage")
          .nullable()
          .meta({ description: "ID of the most recently requested GENERATING package; `null` if none exists" }),
        modelId: Id("model").nullable(),
        modelName: z.string().nullable(),
        generatedAt: IsoMilliseconds.nullable(),
        coverage: z
          .object({
            covered: count.meta({
              description: "Number of requirements that are fully or partially supported by events",
            }),
            total: count,
            byStatus: CoverageByStatus.meta({ description: "Number of requirements by status" }),
            headline: z.string().meta({ description: "One-line summary of the coverage, as stated in the package" }),
          })
          .nullable(),
        documents: EvidencePackage.shape.documents,
      }),
    )
    .meta({ description: "Evidence status by framework, including frameworks without a package" }),
  generating: count,
});

const Trends = z.object({
  weekly: z
    .array(
      z.object({
        week: day.meta({ description: "Monday on which the week starts (UTC)" }),
        opened: count,
        closed: count,
      }),
    )
    .meta({ description: "Statistics for the last twelve weeks, including the current week" }),
  ageing: z
    .array(
      z.object({
        severity: ShadowAiDetection.shape.severity,
        upTo7d: count,
        upTo30d: count,
        upTo90d: count,
        over90d: count,
      }),
    )
    .meta({ description: "Number of unresolved detections by severity and age in days (UTC), most severe first" }),
  medianDecisionHours: z.number().nullable().meta({
    description:
      "Median number of hours from detection or reopening to the decision, based on the latest decisions in the last 90 days (at most 1,000)",
  }),
  providers: z
    .array(
      z.object({
        name: z.string(),
        detections: count,
        callVolume: count,
        costUSD: z.number().meta({ description: "Estimated cost in US dollars, normalised to 30 days" }),
      }),
    )
    .max(8)
    .meta({ description: "Providers with unresolved detections, most calls first" }),
});

const Events = z.object({
  last24h: count,
  previous24h: count.meta({ description: "Number of events in the 24 hours before the `last24h` period" }),
  perDay: z.array(z.object({ date: day, count })).meta({
    description: "Number of events recorded on each of the last 30 days (UTC, by `recordedAt`), including today",
  }),
});

const Alerts = z.object({
  hasMore: z.boolean().meta({
    description: "Whether more alerts exist than the latest 500, which are counted. Numbers are then minimums.",
  }),
  total: count.meta({ description: "Number of models with alerts, without the system model" }),
  models: z
    .array(
      z.object({
        modelId: z.string(),
        modelName: z.string(),
        alerts: count.meta({ description: "Number of `ALERT` events, resolved or not" }),
        unresolvedAlerts: count.meta({
          description:
            "Number of these alerts whose payload contains neither a date or time in `resolvedAt` nor `true` in `resolved`",
        }),
        highestSeverity: SeverityName,
        highestUnresolvedSeverity: SeverityName.nullable().meta({
          description: "The highest severity of the unresolved alerts; `null` without unresolved alerts",
        }),
        latestAlertId: z.string(),
        latestAlertAt: z.string().meta({ description: "`timestamp` of the last recorded alert" }),
      }),
    )
    .max(5)
    .meta({
      description:
        "Models with alerts. Models with unresolved alerts are listed first, sorted by `highestUnresolvedSeverity`; the others follow, sorted by `highestSeverity`. Models with the same severity are sorted by the last recorded alert.",
    }),
});

const Changes = z.object({
  since: IsoMilliseconds.meta({ description: "When the previous visit ended" }),
  newDetections: count.nullable(),
  overdueDetections: count
    .nullable()
    .meta({ description: "Number of unresolved detections that became overdue and still are" }),
  criticalEvents: count.meta({ description: "Number of `CRITICAL` audit events by `timestamp`" }),
  highEvents: count.meta({ description: "Number of `HIGH` audit events by `timestamp`" }),
  integrityFindings: count.meta({ description: "Number of new integrity findings, resolved or not" }),
  failedDeliveries: count.nullable().meta({ description: "Number of webhook deliveries that failed permanently" }),
  readyPackages: count
    .nullable()
    .meta({ description: "Number of evidence packages that became `READY` and still are" }),
});

const Checklist = z
  .object({ hasSource: z.boolean(), hasModel: z.boolean(), hasPackage: z.boolean() })
  .meta({ description: "Setup steps for a new organisation" });

const requires = (permission: string) => `\`null\` if the caller does not have the \`${permission}\` permission`;

export const Overview = z
  .object({
    generatedAt: IsoMilliseconds,
    chain: Chain,
    queue: Queue.nullable().meta({ description: `Counts of items needing attention. ${requires("shadow_ai:read")}.` }),
    detections: Detections.nullable().meta({
      description: `New and unresolved detections. ${requires("shadow_ai:read")}.`,
    }),
    sensors: Sensors.nullable().meta({ description: `Freshness of the log sources. ${requires("shadow_ai:read")}.` }),
    evidence: Evidence.nullable().meta({
      description: `Evidence packages by framework. ${requires("evidence:read")}.`,
    }),
    trends: Trends.nullable().meta({
      description: `Trends of detections and decisions. ${requires("shadow_ai:read")}.`,
    }),
    events: Events,
    alerts: Alerts.meta({ description: "The latest 500 alerts of any age, by model" }),
    changes: Changes.nullable().meta({
      description:
        "Changes since the signed-in member's previous visit. Sessions less than 30 minutes apart are one visit. `null` for API keys, and if no previous session of the last 30 days exists. Counts that require a permission that the member does not have are `null`.",
    }),
    accountChanges: z
      .array(CredentialChange)
      .nullable()
      .meta({
        description: `Up to 20 changes in the last 7 days: role changes, password and 2FA resets, and added, enabled or disabled approvers and administrators. Changes made by other accounts are listed first. ${requires("members:read")}.`,
      }),
    failingEndpoints: z
      .array(WebhookEndpoint.pick({ id: true, url: true, health: true }))
      .nullable()
      .meta({
        description: `Enabled webhook endpoints whose latest attempts all failed. ${requires("webhooks:read")}.`,
      }),
    checklist: Checklist,
  })
  .meta({ id: "Overview", examples: [exampleOverview] });
export type Overview = z.infer<typeof Overview>;
