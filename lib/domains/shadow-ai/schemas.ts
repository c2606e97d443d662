import { z } from "zod";
import { SeverityName } from "@/lib/domains/audit-chain/schemas";
import { RiskFactor, RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import {
  exampleDetail,
  exampleDetection,
  exampleResolved,
  exampleStats,
  exampleTold,
} from "@/lib/domains/shadow-ai/schemas-examples";
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
} from "@/lib/domains/shadow-ai/vocabulary";
import { Cursor, Id, IsoMilliseconds, PageLimit, Pagination, Timestamp } from "@/lib/platform/http/schemas";

export const StatusName = z.enum(detectionStatuses).meta({ id: "ShadowAiStatus" });
export const ResolutionName = z.enum(resolutions).meta({
  id: "ShadowAiResolution",
  description:
    "ONBOARDED: a registered model covers the use. STOPPED: it is no longer observed. APPROVED_EXCEPTION: it is allowed for a time, with a reason. FALSE_POSITIVE: it was no AI",
});
const SourceName = z.enum(detectionSources).meta({
  id: "ShadowAiSource",
  description: "The kind of log that tells most of the use; BEHAVIOURAL_ANALYSIS for a host in no catalogue",
});

/** A word of a list that may grow. */
function oneOf(words: readonly string[], description: string) {
  return z.string().meta({ description: `${description}: ${words.join(", ")}; more may come` });
}

const Details = z
  .object({
    aiProvider: z.string(),
    endpoint: z.string().meta({ description: "Host name of the external AI service" }),
    estimatedCallVolume: z.int().meta({ description: "Calls since the use was first seen" }),
    estimatedCostUSD: z.number().meta({ description: "Since the use was first seen; 0 where `costBasis` is UNKNOWN" }),
    firstSeenAt: IsoMilliseconds,
    lastSeenAt: IsoMilliseconds,
    userAgents: z.array(z.string()).meta({ description: "Products with their major version" }),
    internalIpRanges: z.array(z.string()).meta({ description: "Masked: the last octet is an x" }),
    departmentHint: z.string().nullable(),
    registeredWithService: z.boolean().meta({ description: "Whether a registered model covers this use" }),
    category: oneOf(serviceCategories, "What the service is"),
    accessKind: oneOf(accessKinds, "How it is used"),
    costBasis: oneOf(costBases, "What the estimate of cost rests on"),
    costLowUSD: z.number(),
    costHighUSD: z.number(),
    bytesOut: z.int().meta({ description: "Bytes sent to the service" }),
    bytesIn: z.int(),
    reasons: z.array(z.string()).meta({ description: "Why the traffic was taken for that of an AI service" }),
  })
  .meta({ id: "ShadowAiDetails" });

/** A detection as webhooks tell of it. */
const toldMembers = z.object({
  id: Id("detection"),
  status: StatusName,
  severity: SeverityName,
  detectedAt: IsoMilliseconds,
  source: SourceName,
  organisationId: Id("organisation"),
  details: Details,
  riskFactors: z.array(z.string()).meta({ description: "What the score is made of, a sentence each" }),
  assignedTo: z.string().nullable().meta({ description: "E-mail address of whoever looks into it" }),
  notes: z.string().nullable(),
  resolvedAt: IsoMilliseconds.nullable().meta({ description: "null unless RESOLVED" }),
  resolution: ResolutionName.nullable(),
  resolvedModelId: Id("model").nullable().meta({ description: "The model of an ONBOARDED use" }),
  exceptionExpiresAt: IsoMilliseconds.nullable().meta({
    description: "When an APPROVED_EXCEPTION ends: the detection is then OPEN again",
  }),
  reopenedFor: z.string().nullable().meta({
    description:
      "Why the service opened it again, or beside an older one: RECURRENCE, EXCEPTION_EXPIRED, EXCEPTION_BREACHED or OUTSIDE_ALLOWLIST",
  }),
  riskScore: z.int().meta({ description: "From 0 to 100: from 80 CRITICAL, from 60 HIGH, from 35 MEDIUM" }),
  confidence: z.number().meta({ description: "From 0 to 1: how sure it is that this is AI" }),
  createdAt: IsoMilliseconds,
  updatedAt: IsoMilliseconds.meta({ description: "Also new traffic is a change" }),
});
export type ToldDetection = z.infer<typeof toldMembers>;

/** A detection as lists show it. */
export const ShadowAiDetection = toldMembers
  .extend({
    assigneeIsMember: z.boolean().nullable().meta({
      description: "Whether the assignee is an active member of the organisation; null where there is none",
    }),
    dueAt: IsoMilliseconds.nullable().meta({
      description:
        "Until when it is to be decided: so many days after it was opened, or opened again, as the settings allow its severity (`slaDays`). null once it is RESOLVED or DISMISSED",
    }),
    topFactors: z.array(oneOf(riskFactorCodes, "Code of a risk factor")).max(3).meta({
      description: "Codes of the risk factors that raise the score most, the weightiest first",
    }),
  })
  .meta({ id: "ShadowAiDetection", examples: [exampleDetection] });
export type ShadowAiDetection = z.infer<typeof ShadowAiDetection>;

const RiskAssessmentShown = z
  .object({
    ruleVersion: z.string(),
    catalogueVersion: z.string(),
    inputs: z.object(RiskInputs.shape).meta({ description: "The score is a function of these alone" }),
    factors: z.array(z.object(RiskFactor.shape)),
  })
  .meta({ id: "ShadowAiRiskAssessment" });

/** One detection, with what a list leaves out. */
export const ShadowAiDetectionDetail = ShadowAiDetection.extend({
  verified: z.boolean().meta({
    description: "Whether the record is what the audit chain's last event about it says",
  }),
  riskAssessment: RiskAssessmentShown.nullable().meta({
    description: "What the score was computed from; null where what is stored can no longer be read",
  }),
  activity: z
    .array(z.object({ date: z.iso.date(), calls: z.int(), bytesOut: z.int() }))
    .meta({ description: "The use's traffic on each of the last 30 days (UTC), today last" }),
  timeline: z.object({ auditEvents: z.string() }).meta({ description: "Where the chain's events about it are listed" }),
}).meta({ id: "ShadowAiDetectionDetail", examples: [exampleDetail] });
export type ShadowAiDetectionDetail = z.infer<typeof ShadowAiDetectionDetail>;

/** `data` of `shadow_ai.detected`. */
export const ShadowAiDetectedData = toldMembers.meta({
  id: "ShadowAiDetectedData",
  description: "The detection as it was when it was made, or when the service opened it again.",
  examples: [exampleTold],
});

/** `data` of `shadow_ai.resolved`. */
export const ShadowAiResolvedData = toldMembers
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
const outOfOrder = { path: ["from"], message: "must not be after to" };

const filters = {
  status: StatusName.optional(),
  severity: SeverityName.optional(),
  resolution: ResolutionName.optional(),
  from: Timestamp.optional().meta({ description: "Start of the range of detectedAt, inclusive" }),
  to: Timestamp.optional().meta({ description: "End of the range of detectedAt, inclusive" }),
  assignedTo: z
    .union([z.literal("none"), z.email().max(254)], { error: "must be an e-mail address, or none" })
    .optional()
    .meta({ description: "E-mail address of whoever looks into it; `none`: of those that nobody does" }),
  provider: z.string().min(1).max(300).optional().meta({ description: "The provider's name, as in `aiProvider`" }),
  department: z.string().min(1).max(300).optional().meta({ description: "As in `departmentHint`" }),
  category: z.enum(serviceCategories).optional(),
  factor: z.enum(riskFactorCodes).optional().meta({ description: "Code of a risk factor that the score is made of" }),
  modelId: z.string().min(1).max(128).optional().meta({ description: "The model of an ONBOARDED use" }),
  due: z.enum(duePeriods).optional().meta({
    description: "overdue: `dueAt` has passed. week: it comes within seven days from now. any: there is one",
  }),
  exceptionEnds: z.enum(exceptionEndings).optional().meta({
    description: "14d: an exception holds, and `exceptionExpiresAt` comes within fourteen days from now",
  }),
  source: SourceName.optional(),
  q: z.string().trim().min(1).max(253).optional().meta({
    description: "Part of the endpoint or of the provider's name, in any case",
  }),
};

const confidence = { low: 0, high: 1, description: "`confidence` at least" };
const costUSD = { low: 0, high: 1e12, description: "`estimatedCostUSD` at least" };

/** Which detections are meant; what is left out does not restrict. */
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
        "severity: by its rank. cost: by `estimatedCostUSD`. calls: by `estimatedCallVolume`. due: by `dueAt`, what has none last. Ties are in the order of ids",
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
      .meta({ description: "Detections by status, under all filters but that of the status" }),
  })
  .meta({ id: "ShadowAiDetectionList" });
export type ShadowAiDetectionList = z.infer<typeof ShadowAiDetectionList>;

/** The answer of `GET /v1/shadow-ai/{id}/similar`. */
export const SimilarDetections = z
  .object({
    data: z.array(ShadowAiDetection).meta({
      description: "At most ten: other ones of the same use first, then of its host, its provider, its department",
    }),
  })
  .meta({ id: "SimilarShadowAiDetections" });
export type SimilarDetections = z.infer<typeof SimilarDetections>;

/** The rule is in docs/shadow-ai.md and `exposureRisk`. */
const exposureLevels = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type ExposureLevel = (typeof exposureLevels)[number];

/** The answer of `GET /v1/shadow-ai/stats` (specification). */
export const ShadowAiStats = z
  .object({
    summary: z.object({
      openDetections: count,
      investigatingDetections: count,
      resolvedThisMonth: count.meta({ description: "In the calendar month, UTC, and resolved still" }),
      totalExternalAiEndpointsDetected: count.meta({ description: "Different hosts, in detections of any status" }),
      estimatedMonthlySpendUSD: z.number().meta({
        description: "Of OPEN and INVESTIGATING detections, normalised to 30 days",
      }),
      estimatedPiiExposureRisk: z.enum(exposureLevels).meta({
        description:
          "The highest severity of OPEN and INVESTIGATING detections, whose score counts what data leaves and to whom; LOW where that is INFO, or there is none",
      }),
    }),
    providers: z
      .array(
        z.object({
          name: z.string(),
          detections: count,
          callVolume: count,
          registered: count.meta({ description: "Detections whose use a registered model covers" }),
        }),
      )
      .meta({ description: "Those with most detections first, at most 100" }),
    trend: z.object({
      detectionsLast30Days: z
        .array(z.object({ date: z.iso.date(), count }))
        .meta({ description: "30 days (UTC) by `detectedAt`, today last, days without any too" }),
    }),
  })
  .meta({ id: "ShadowAiStats", examples: [exampleStats] });
export type ShadowAiStats = z.infer<typeof ShadowAiStats>;
