import { z } from "zod";
import {
  accessKinds,
  detectionSources,
  knownProperties,
  serviceCategories,
  severities,
} from "@/lib/domains/shadow-ai/enums";

const count = z.number().min(0);
const share = z.number().min(0).max(1);

/** Points of a signal or penalty of the behaviour score. */
const BehaviourPoints = z.strictObject({ points: count, sentence: z.string() });

/** Everything that a score is computed from, stored with the score so that it can be recomputed. */
export const RiskInputs = z.strictObject({
  ruleVersion: z.string(),
  category: z.enum(serviceCategories),
  accessKind: z.enum(accessKinds),
  source: z.enum(detectionSources),
  /** Whether a registered model uses the provider, or may use the host. */
  providerRegistered: z.boolean(),
  endpointAllowed: z.boolean(),
  trainsOnInputs: z.enum(knownProperties),
  dpa: z.enum(knownProperties),
  jurisdictionOutsidePolicy: z.boolean(),
  departments: z.array(z.string()),
  /** Points of the most sensitive department, 0 to 15. */
  departmentSensitivity: count,
  /** Whether one of the departments handles regulated data. */
  regulatedData: z.boolean().optional(),
  busiestDay: z.strictObject({ calls: count, bytesOut: count }),
  /** A day far above the previous days: its calls, and how many robust deviations above. */
  burst: z.strictObject({ calls: count, z: z.number() }).nullable(),
  totalCalls: count,
  /** Share of the calls. */
  offHoursShare: share,
  /** Connections longer than 5 s with small inbound packets. */
  longStreams: count,
  /** Estimate; null if unknown. */
  monthlyCostUSD: count.nullable(),
  /** Monthly cost above which a use is costly. */
  highCostUSD: count,
  blockedCalls: count,
  /** Whether calls were allowed after others were blocked. */
  allowedAfterBlocked: z.boolean(),
  automated: z.boolean(),
  agentic: z.boolean(),
  uploads: z.array(z.enum(["FILE_UPLOAD", "FINE_TUNING"])),
  recurrence: z.boolean(),
  exceptionBreached: z.boolean(),
  /** Whether the use is known from DNS queries only. */
  dnsOnly: z.boolean(),
  /**
   * The score is `min(limit, points / possible - penalties)`, between 0 and 1 and rounded to hundredths. If several
   * windows are similar, the parts are of the one with the median score.
   */
  behaviour: z
    .strictObject({
      score: share,
      reasons: z.array(z.string()),
      parts: z
        .strictObject({
          points: z.array(BehaviourPoints),
          possible: count,
          penalties: z.array(BehaviourPoints),
          limit: share,
        })
        .optional(),
    })
    .nullable(),
  /** Confidence of the best catalogue match. */
  matchConfidence: share,
});
export type RiskInputs = z.infer<typeof RiskInputs>;

/** A reason for a score. */
export const RiskFactor = z.strictObject({
  code: z.string(),
  points: z.int(),
  value: z.union([z.number(), z.string()]),
  sentence: z.string(),
});
export type RiskFactor = z.infer<typeof RiskFactor>;

/** A score with its breakdown. */
export const RiskAssessment = z.strictObject({
  ruleVersion: z.string(),
  score: z.int().min(0).max(100),
  severity: z.enum(severities),
  confidence: share,
  factors: z.array(RiskFactor),
});
export type RiskAssessment = z.infer<typeof RiskAssessment>;
