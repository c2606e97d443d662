import { z } from "zod";
import { SeverityName } from "@/lib/domains/audit-chain/schemas";
import { RiskFactor, RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import {
  accessKinds,
  costBases,
  detectionSorts,
  detectionSources,
  detectionStatuses,
  duePeriods,
  exceptionEndings,
  resolutions,
  riskFactorCodes,
  serviceCategories,
  snoozeFilters,
} from "@/lib/domains/shadow-ai/enums";
import {
  exampleDetail,
  exampleDetection,
  exampleEventData,
  exampleResolved,
  exampleStats,
} from "@/lib/domains/shadow-ai/schemas-examples";
import { DetectionTicket } from "@/lib/domains/shadow-ai/schemas-tickets";
import { DetectionUsers } from "@/lib/domains/shadow-ai/schemas-users";
import { Cursor, Id, IsoMilliseconds, PageLimit, Pagination, Timestamp } from "@/lib/platform/http/schemas";

export const StatusName = z.enum(detectionStatuses).meta({ id: "ShadowAiStatus" });
export const ResolutionName = z.enum(resolutions).meta({
  id: "ShadowAiResolution",
  description:
    "ONBOARDED: a registered model covers the use. STOPPED: the use has ended. APPROVED_EXCEPTION: the use is temporarily allowed, with a justification. FALSE_POSITIVE: the traffic is not use of an AI service.",
});
const SourceName = z.enum(detectionSources).meta({
  id: "ShadowAiSource",
  description:
    "The most detailed type of log that recorded the AI use. BEHAVIOURAL_ANALYSIS means that the use was identified from traffic patterns alone.",
});

/** A string whose listed values may be extended. */
function oneOf(values: readonly string[], description: string) {
  return z.string().meta({ description: `${description}. One of: ${values.join(", ")}. New values may be added.` });
}

const Details = z
  .object({
    aiProvider: z.string(),
    endpoint: z.string().meta({ description: "Host name of the external AI service" }),
    estimatedCallVolume: z.int().meta({ description: "Total number of observed calls" }),
    estimatedCostUSD: z
      .number()
      .meta({ description: "Total estimated cost in US dollars; 0 if `costBasis` is UNKNOWN" }),
    firstSeenAt: IsoMilliseconds,
    lastSeenAt: IsoMilliseconds,
    userAgents: z.array(z.string()).meta({ description: "User agents, as product names with their major versions" }),
    internalIpRanges: z
      .array(z.string())
      .meta({ description: "Masked IP ranges, for example `10.20.30.x`; at most 250" }),
    departmentHint: z.string().nullable(),
    registeredWithService: z.boolean().meta({ description: "Whether a registered model covers this use" }),
    category: oneOf(serviceCategories, "The type of AI service"),
    accessKind: oneOf(accessKinds, "How the service is used"),
    costBasis: oneOf(costBases, "How the cost was estimated"),
    costLowUSD: z.number(),
    costHighUSD: z.number(),
    bytesOut: z.int().meta({ description: "Number of bytes sent to the AI service" }),
    bytesIn: z.int(),
    reasons: z.array(z.string()).meta({ description: "Why the traffic was identified as use of an AI service" }),
  })
  .meta({ id: "ShadowAiDetails" });

export const Snooze = z
  .object({
    until: IsoMilliseconds.meta({ description: "When the snooze ends" }),
    note: z.string().nullable(),
    maxCalls: z.int().meta({
      description:
        "The snooze ends early when `estimatedCallVolume` exceeds this number: twice the number of calls when the detection was snoozed, but at least 100 more",
    }),
    maxBytesOut: z.int().meta({
      description:
        "The snooze ends early when `bytesOut` exceeds this number: twice the number of bytes when the detection was snoozed, but at least 10 MB more",
    }),
  })
  .meta({ id: "ShadowAiSnooze" });

/** A detection as sent in webhooks. */
const eventMembers = z.object({
  id: Id("detection"),
  status: StatusName,
  severity: SeverityName,
  detectedAt: IsoMilliseconds,
  source: SourceName,
  organisationId: Id("organisation"),
  details: Details,
  riskFactors: z
    .array(z.string())
    .meta({ description: "Descriptions of the risk factors in the score, one sentence each" }),
  assignedTo: z.string().nullable().meta({ description: "E-mail address of the assignee" }),
  notes: z.string().nullable(),
  resolvedAt: IsoMilliseconds.nullable().meta({
    description: "When the detection was resolved; `null` unless its status is RESOLVED",
  }),
  resolution: ResolutionName.nullable(),
  resolvedModelId: Id("model").nullable().meta({
    description: "ID of the registered model that covers the detected use; `null` unless `resolution` is ONBOARDED",
  }),
  exceptionExpiresAt: IsoMilliseconds.nullable().meta({
    description: "When an APPROVED_EXCEPTION ends. The detection is then reopened as OPEN.",
  }),
  reopenedFor: z.string().nullable().meta({
    description:
      "Why the service reopened the detection, or opened a new one for the same use: RECURRENCE, EXCEPTION_EXPIRED, EXCEPTION_BREACHED or OUTSIDE_ALLOWLIST",
  }),
  mergedIntoId: Id("detection").nullable().meta({
    description:
      "ID of the detection that continues this one. Set if this detection covered a single IP range and was dismissed because another detection covers the same use in all IP ranges.",
  }),
  snooze: Snooze.nullable().meta({
    description:
      "The snooze of the detection; `null` if the detection is not snoozed. A snooze does not change the deadline or the risk score. It ends early when the severity rises or the traffic exceeds `maxCalls` or `maxBytesOut`.",
  }),
  riskScore: z.int().meta({
    description:
      "Risk score from 0 to 100. A score of 80 or more is CRITICAL, 60 or more is HIGH, and 35 or more is MEDIUM.",
  }),
  confidence: z.number().meta({ description: "Confidence that the traffic is AI usage, from 0 to 1" }),
  createdAt: IsoMilliseconds,
  updatedAt: IsoMilliseconds.meta({
    description: "When the record last changed, including updates caused by new traffic",
  }),
});
export type DetectionEventData = z.infer<typeof eventMembers>;

/** A detection in a list. */
export const ShadowAiDetection = eventMembers
  .extend({
    assigneeIsMember: z.boolean().nullable().meta({
      description: "Whether the assignee is an active member of the organisation; `null` if unassigned",
    }),
    assigneeName: z.string().nullable().meta({
      description: "Name of the assignee; `null` if unassigned, or if the assignee is not an active member",
    }),
    exceptionPending: z.boolean().meta({
      description:
        "Whether an exception request for the detection is waiting for a decision. `false` for RESOLVED and DISMISSED detections.",
    }),
    dueAt: IsoMilliseconds.nullable().meta({
      description:
        "Deadline for a decision: the time of detection or reopening, plus the number of days in the `slaDays` setting for the severity. `null` for RESOLVED and DISMISSED detections.",
    }),
    topFactors: z.array(oneOf(riskFactorCodes, "Risk factor")).max(3).meta({
      description: "Codes of the risk factors with the most points, highest first",
    }),
  })
  .meta({ id: "ShadowAiDetection", examples: [exampleDetection] });
export type ShadowAiDetection = z.infer<typeof ShadowAiDetection>;

const RiskAssessmentShown = z
  .object({
    ruleVersion: z.string(),
    catalogueVersion: z.string(),
    inputs: z.object(RiskInputs.shape).meta({ description: "All values from which the score is computed" }),
    factors: z.array(z.object(RiskFactor.shape)),
  })
  .meta({ id: "ShadowAiRiskAssessment" });

/** One detection, with the fields that lists omit. */
export const ShadowAiDetectionDetail = ShadowAiDetection.extend({
  verified: z.boolean().meta({
    description: "Whether the record matches the latest event about it on the audit chain",
  }),
  riskAssessment: RiskAssessmentShown.nullable().meta({
    description: "Score breakdown; `null` if the stored inputs are no longer readable",
  }),
  activity: z
    .array(z.object({ date: z.iso.date(), calls: z.int(), dnsQueries: z.int(), bytesOut: z.int() }))
    .meta({ description: "Daily traffic over the last 30 days (UTC), oldest first" }),
  clientRanges: z
    .array(
      z.object({
        range: z
          .string()
          .nullable()
          .meta({ description: "Masked IP range; `null` for traffic without a client address" }),
        calls: z.int().nullable(),
        dnsQueries: z.int().nullable(),
        bytesOut: z.int().nullable(),
        lastSeenAt: IsoMilliseconds,
      }),
    )
    .meta({
      description:
        "Traffic by IP range, most calls first; at most 250 ranges. The counts are `null` if the ranges of a department are not counted separately.",
    }),
  counting: z
    .object({
      sentence: z.string().meta({ description: "How the counts of the sources were combined" }),
      sources: z.array(
        z.object({
          id: Id("logSource").nullable().meta({
            description:
              "ID of the source; `null` for traffic that an earlier version of the service counted, and for sources that are not counted separately",
          }),
          name: z.string(),
          calls: z.int(),
          dnsQueries: z.int(),
          bytesOut: z.int(),
          bytesIn: z.int(),
        }),
      ),
    })
    .meta({ description: "The traffic that each source reported, most calls first" }),
  tickets: z.array(DetectionTicket).meta({
    description: "Tickets created from this detection, oldest first",
  }),
  users: DetectionUsers.nullable().meta({
    description:
      "The users of the traffic in the last 30 days (UTC), as pseudonyms. `null` for API keys, for members whose role cannot view pseudonyms, and if user pseudonyms are disabled.",
  }),
  timeline: z
    .object({ auditEvents: z.string() })
    .meta({ description: "Path of the request that lists the audit events about the detection" }),
}).meta({ id: "ShadowAiDetectionDetail", examples: [exampleDetail] });
export type ShadowAiDetectionDetail = z.infer<typeof ShadowAiDetectionDetail>;

/** `data` of `shadow_ai.detected`. */
export const ShadowAiDetectedData = eventMembers.meta({
  id: "ShadowAiDetectedData",
  description: "The detection as it was when the service opened or reopened it.",
  examples: [exampleEventData],
});

/** `data` of `shadow_ai.resolved`. */
export const ShadowAiResolvedData = eventMembers
  .extend({
    status: z.literal("RESOLVED"),
    resolvedAt: IsoMilliseconds,
    resolution: ResolutionName,
  })
  .meta({
    id: "ShadowAiResolvedData",
    description: "The detection with its resolution.",
    examples: [exampleResolved],
  });

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to;
const outOfOrder = { path: ["from"], message: "must not be after `to`" };

const filters = {
  status: StatusName.optional(),
  severity: SeverityName.optional(),
  resolution: ResolutionName.optional(),
  from: Timestamp.optional().meta({ description: "Start of the `detectedAt` range, inclusive" }),
  to: Timestamp.optional().meta({ description: "End of the `detectedAt` range, inclusive" }),
  assignedTo: z
    .union([z.literal("none"), z.email().max(254)], { error: "must be an e-mail address, or none" })
    .optional()
    .meta({ description: "Only detections assigned to this e-mail address, or `none` for unassigned detections" }),
  provider: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .meta({ description: "Only detections of this provider, as in `aiProvider`" }),
  department: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .meta({ description: "Only detections in this department, as in `departmentHint`" }),
  category: z.enum(serviceCategories).optional(),
  factor: z
    .enum(riskFactorCodes)
    .optional()
    .meta({ description: "Only detections whose score includes this risk factor" }),
  modelId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: "Only ONBOARDED detections that this model covers" }),
  due: z.enum(duePeriods).optional().meta({
    description:
      "Only detections with a `dueAt` that is in the past (`overdue`), within the next seven days (`week`) or at any time (`any`)",
  }),
  exceptionEnds: z.enum(exceptionEndings).optional().meta({
    description: "Only detections with an active exception that ends within the next 14 days (`14d`)",
  }),
  snoozed: z.enum(snoozeFilters).optional().meta({
    description:
      "`exclude` omits snoozed detections, and `only` returns only snoozed detections. By default, the list contains both.",
  }),
  source: SourceName.optional(),
  q: z.string().trim().min(1).max(253).optional().meta({
    description: "Only detections whose endpoint or provider name contains this text, ignoring case",
  }),
};

const confidence = { low: 0, high: 1, description: "Minimum `confidence`, from 0 to 1" };
const costUSD = { low: 0, high: 1e12, description: "Minimum `estimatedCostUSD`, in US dollars" };

/** Filters for detections. Omitted filters do not apply. */
export const DetectionFilter = z
  .strictObject({ ...filters, minConfidence: least(confidence), minCostUSD: least(costUSD) })
  .refine(inOrder, outOfOrder)
  .meta({ id: "ShadowAiDetectionFilter", examples: [{ status: "OPEN", provider: "OpenAI" }] });
export type DetectionFilter = z.output<typeof DetectionFilter>;

/** The query of `GET /v1/shadow-ai/detections`. */
export const ListDetections = z
  .strictObject({
    ...filters,
    minConfidence: leastInQuery(confidence),
    minCostUSD: leastInQuery(costUSD),
    sort: z.enum(detectionSorts).default("detectedAt").meta({
      description:
        "The sort key. `score` sorts by `riskScore`, `cost` by `estimatedCostUSD`, `calls` by `estimatedCallVolume`, and `due` by `dueAt`, with detections without a due date last. Ties are sorted by `id`.",
    }),
    order: z.enum(["asc", "desc"]).default("desc"),
    limit: PageLimit,
    cursor: Cursor.optional(),
  })
  .refine(inOrder, outOfOrder);
export type ListDetections = z.output<typeof ListDetections>;

interface Bound {
  low: number;
  high: number;
  description: string;
}

function least({ low, high, description }: Bound) {
  return z.number().min(low).max(high).optional().meta({ description });
}

function leastInQuery({ low, high, description }: Bound) {
  const message = `must be a number from ${low} to ${high}`;
  return z
    .string()
    .regex(/^\d{1,13}(\.\d{1,6})?$/, message)
    .transform(Number)
    .refine((value) => value >= low && value <= high, message)
    .optional()
    .meta({ type: "number", minimum: low, maximum: high, description });
}

const count = z.int().min(0);

export const ShadowAiDetectionList = z
  .object({
    data: z.array(ShadowAiDetection),
    pagination: Pagination,
    summary: z
      .object({ open: count, investigating: count, resolved: count, dismissed: count })
      .meta({ description: "Number of detections by status, with all filters applied except `status`" }),
    snoozed: count.meta({
      description: "Number of snoozed detections, with all filters applied except `status` and `snoozed`",
    }),
  })
  .meta({ id: "ShadowAiDetectionList" });
export type ShadowAiDetectionList = z.infer<typeof ShadowAiDetectionList>;

/** Response of `GET /v1/shadow-ai/{id}/similar`. */
export const SimilarDetections = z
  .object({
    data: z.array(ShadowAiDetection).meta({
      description:
        "Up to ten detections: those of the same use first, then those with the same host, the same provider and the same department",
    }),
  })
  .meta({ id: "SimilarShadowAiDetections" });
export type SimilarDetections = z.infer<typeof SimilarDetections>;

/** docs/shadow-ai.md and `exposureRisk` define the levels. */
const exposureLevels = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type ExposureLevel = (typeof exposureLevels)[number];

/** Response of `GET /v1/shadow-ai/stats` (specification). */
export const ShadowAiStats = z
  .object({
    summary: z.object({
      openDetections: count,
      investigatingDetections: count,
      resolvedThisMonth: count.meta({
        description:
          "Number of detections that were resolved in the current calendar month (UTC) and are still resolved",
      }),
      totalExternalAiEndpointsDetected: count.meta({
        description: "Number of distinct hosts across detections of any status",
      }),
      estimatedMonthlySpendUSD: z.number().meta({
        description: "Estimated cost of OPEN and INVESTIGATING detections in US dollars, normalised to 30 days",
      }),
      estimatedPiiExposureRisk: z.enum(exposureLevels).meta({
        description:
          "The highest severity of OPEN and INVESTIGATING detections. LOW if the highest severity is INFO or if there are no such detections.",
      }),
    }),
    providers: z
      .array(
        z.object({
          name: z.string(),
          detections: count,
          callVolume: count,
          registered: count.meta({ description: "Number of detections covered by a registered model" }),
        }),
      )
      .meta({ description: "Up to 100 providers, sorted by number of detections, highest first" }),
    trend: z.object({
      detectionsLast30Days: z.array(z.object({ date: z.iso.date(), count })).meta({
        description:
          "Number of detections on each of the last 30 days (UTC, by `detectedAt`), oldest first, including days without detections",
      }),
    }),
  })
  .meta({ id: "ShadowAiStats", examples: [exampleStats] });
export type ShadowAiStats = z.infer<typeof ShadowAiStats>;
