import { z } from "zod";
import {
  accessKinds,
  detectionSources,
  knownProperties,
  serviceCategories,
  severities,
} from "@/lib/domains/shadow-ai/vocabulary";

const count = z.number().min(0);
const share = z.number().min(0).max(1);

/** Everything that a score is computed from. It is stored beside the score, so that anyone can compute it again. */
export const RiskInputs = z.strictObject({
  ruleVersion: z.string(),
  category: z.enum(serviceCategories),
  accessKind: z.enum(accessKinds),
  source: z.enum(detectionSources),
  /** Whether a registered model uses the provider, and whether one may use the host. */
  providerRegistered: z.boolean(),
  endpointAllowed: z.boolean(),
  trainsOnInputs: z.enum(knownProperties),
  dpa: z.enum(knownProperties),
  jurisdictionOutsidePolicy: z.boolean(),
  departments: z.array(z.string()),
  /** Points of the most sensitive department, 0 to 15. */
  departmentSensitivity: count,
  busiestDay: z.strictObject({ calls: count, bytesOut: count }),
  /** A day far above those before it: its calls, and by how many robust deviations. */
  burst: z.strictObject({ calls: count, z: z.number() }).nullable(),
  totalCalls: count,
  /** Of the calls, from 0 to 1. */
  offHoursShare: share,
  /** Connections of more than 5 s with small inbound packets. */
  longStreams: count,
  /** Estimated; null where unknown. */
  monthlyCostUSD: count.nullable(),
  /** From which on a month is costly. */
  highCostUSD: count,
  blockedCalls: count,
  /** Whether calls got through after some were blocked. */
  allowedAfterBlocked: z.boolean(),
  automated: z.boolean(),
  agentic: z.boolean(),
  uploads: z.array(z.enum(["FILE_UPLOAD", "FINE_TUNING"])),
  recurrence: z.boolean(),
  exceptionBreached: z.boolean(),
  /** Whether nothing but DNS queries tells of the use. */
  dnsOnly: z.boolean(),
  behaviour: z.strictObject({ score: share, reasons: z.array(z.string()) }).nullable(),
  /** Of the best match of a record with the catalogue. */
  matchConfidence: share,
});
export type RiskInputs = z.infer<typeof RiskInputs>;

/** One reason for a score. */
export const RiskFactor = z.strictObject({
  code: z.string(),
  points: z.int(),
  value: z.union([z.number(), z.string()]),
  sentence: z.string(),
});
export type RiskFactor = z.infer<typeof RiskFactor>;

/** A score with what it is made of. */
export const RiskAssessment = z.strictObject({
  ruleVersion: z.string(),
  score: z.int().min(0).max(100),
  severity: z.enum(severities),
  confidence: share,
  factors: z.array(RiskFactor),
});
export type RiskAssessment = z.infer<typeof RiskAssessment>;
