import type { CostEstimate, GovernedModel, RiskAssessment, RiskInputs } from "@/lib/shadow-ai/analysis";
import type { Provider } from "@/lib/shadow-ai/catalogue";
import type { TrafficStats } from "@/lib/shadow-ai/detect/stats";
import type { UseFacts } from "@/lib/shadow-ai/detect/use-facts";
import type { ShadowAiSettings } from "@/lib/shadow-ai/schemas-settings";
import type { DetectionSource, DetectionStatus, Resolution, Severity } from "@/lib/shadow-ai/vocabulary";

/** Why the service opened a detection again, or a further one. */
export type ReopenReason = "RECURRENCE" | "EXCEPTION_BREACHED" | "EXCEPTION_EXPIRED";

/** The newest detection of a fingerprint, as far as a decision needs it. */
export interface CurrentDetection {
  id: string;
  status: DetectionStatus;
  /** Set exactly while the status is RESOLVED. */
  resolution: Resolution | null;
  resolvedAtMs: number | null;
  exceptionExpiresAtMs: number | null;
  /** Calls of the busiest day when the exception was approved; null: no volume was approved. */
  exceptionCalls: number | null;
  /** Calls that the detection tells of: they never become fewer. */
  calls: number;
  lastSeenAtMs: number;
  severity: Severity;
  detectedAtMs: number;
  reopenedFor: ReopenReason | "OUTSIDE_ALLOWLIST" | null;
}

/** How many windows of five minutes look like the traffic of a language model. */
export interface AlikeWindows {
  /** Windows whose score reaches `settings.opening.behaviourScore`. */
  alike: number;
  /** Windows of which enough is known for a score. */
  scored: number;
  /** Of the windows alike, from 0 to 1. */
  score: number;
  reasons: string[];
}

/** All that a decision about one use rests on. */
export interface Situation {
  use: UseFacts;
  /** Of all its traffic. */
  total: TrafficStats;
  /** The last 30 days that have traffic, ascending; YYYY-MM-DD, UTC. */
  days: { day: string; stats: TrafficStats }[];
  /** Null where no window does, or the host is in the catalogue. */
  windows: AlikeWindows | null;
  /** The newest of the fingerprint; null where there was none. */
  detection: CurrentDetection | null;
  settings: ShadowAiSettings;
  models: GovernedModel[];
  provider: Provider;
  nowMs: number;
  /** Event time of its newest record. */
  newestTrafficMs: number;
}

/** What to do about a use. */
export type Decision =
  | { kind: "ignore"; why: string }
  | { kind: "open"; reason: "NEW" | "OUTSIDE_ALLOWLIST" }
  | { kind: "update" }
  | { kind: "absorb"; why: string }
  | { kind: "reopen"; reason: ReopenReason };

/** The figures of a detection. */
export interface Description {
  source: DetectionSource;
  calls: number;
  bytesOut: number;
  bytesIn: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  userAgents: string[];
  ipRanges: string[];
  departments: string[];
  /** Whether a registered model covers the use. */
  registered: boolean;
  /** Why the traffic was taken for that of an AI service. */
  reasons: string[];
  inputs: RiskInputs;
  assessment: RiskAssessment;
  /** Since the use was first seen. */
  cost: CostEstimate;
  /** Of 30 days. */
  monthlyCostCents: number;
}
