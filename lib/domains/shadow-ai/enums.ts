/** States of a detection (specification, "States and transitions"). */
export const detectionStatuses = ["OPEN", "INVESTIGATING", "RESOLVED", "DISMISSED"] as const;
export type DetectionStatus = (typeof detectionStatuses)[number];

/** The log type that a detection is based on. */
export const detectionSources = ["NETWORK_TRAFFIC", "DNS", "PROXY", "BEHAVIOURAL_ANALYSIS"] as const;
export type DetectionSource = (typeof detectionSources)[number];

/** How a detection was resolved (specification, "Resolution values"). */
export const resolutions = ["ONBOARDED", "STOPPED", "APPROVED_EXCEPTION", "FALSE_POSITIVE"] as const;
export type Resolution = (typeof resolutions)[number];

/** How a service is used. */
export const accessKinds = ["API", "WEB", "IDE", "SELF_HOSTED"] as const;
export type AccessKind = (typeof accessKinds)[number];

/** Service categories. `SUPPORTING` hosts carry uploads and static files of another host; `UNKNOWN` is not in the catalogue. */
export const serviceCategories = [
  "LLM_API",
  "LLM_API_CLOUD",
  "AGGREGATOR",
  "AI_GATEWAY",
  "ML_PLATFORM",
  "MODEL_HUB",
  "AI_SERVICES",
  "EMBEDDING_API",
  "VECTOR_DB",
  "LLM_OPS",
  "CHAT_APP",
  "CONSOLE",
  "SEARCH_APP",
  "RESEARCH",
  "CODING_ASSISTANT",
  "APP_BUILDER",
  "AGENT",
  "MCP_SERVER",
  "WRITING",
  "MEETING_ASSISTANT",
  "IMAGE_GEN",
  "VIDEO_GEN",
  "AUDIO_GEN",
  "SPEECH_API",
  "SUPPORTING",
  "SELF_HOSTED",
  "UNKNOWN",
] as const;
export type ServiceCategory = (typeof serviceCategories)[number];

/** Properties of a provider. They change over time, so the default is `UNKNOWN` unless an organisation records otherwise. */
export const knownProperties = ["YES", "NO", "PLAN_DEPENDENT", "UNKNOWN"] as const;

/** Severities, in ascending order. */
export const severities = ["INFO", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type Severity = (typeof severities)[number];

/** Bases of a cost estimate, best first. */
export const costBases = ["MEASURED", "BYTES_ESTIMATED", "CALLS_ESTIMATED", "UNKNOWN"] as const;
export type CostBasis = (typeof costBases)[number];

/** Codes of risk factors. */
export const riskFactorCodes = [
  "UNREGISTERED_PROVIDER",
  "UNREGISTERED_ENDPOINT",
  "AGGREGATOR_OR_UNKNOWN_PROCESSOR",
  "TRAINS_ON_INPUTS",
  "NO_DPA",
  "DATA_RESIDENCY_OUTSIDE_POLICY",
  "LARGE_UPLOAD",
  "FILE_OR_FINETUNE_ENDPOINT",
  "AUTOMATED_CLIENT",
  "AGENTIC_PATTERN",
  "SENSITIVE_DEPARTMENT",
  "MULTI_DEPARTMENT",
  "HIGH_VOLUME",
  "VOLUME_BURST",
  "OFF_HOURS",
  "LONG_LIVED_STREAMING",
  "HIGH_COST",
  "POLICY_BLOCKED_ATTEMPTS",
  "RECURRENCE",
  "EXCEPTION_BREACHED",
  "DNS_ONLY",
  "LOW_CONFIDENCE",
  "SEVERITY_RULE",
] as const;
export type RiskFactorCode = (typeof riskFactorCodes)[number];

/** The prefix of `SEVERITY_RULE` sentences, by which lists recognise them. */
export const severityRulePrefix = "The severity is at least";

/** Sort keys for detections. */
export const detectionSorts = ["detectedAt", "severity", "score", "lastSeenAt", "cost", "calls", "due"] as const;
export type DetectionSort = (typeof detectionSorts)[number];

/** Detections by deadline: overdue, due within seven days, or with any deadline. */
export const duePeriods = ["overdue", "week", "any"] as const;
export type DuePeriod = (typeof duePeriods)[number];

/** Maximum duration of a snooze, and its maximum end after the deadline, in days. */
export const snoozeMaxDays = 90;

/** Why the service ended a snooze: its time, a higher severity or the traffic. */
export type SnoozeEnd = "TIME" | "SEVERITY" | "TRAFFIC";

/** Whether a list leaves out snoozed detections, or has only these. */
export const snoozeFilters = ["exclude", "only"] as const;
export type SnoozeFilter = (typeof snoozeFilters)[number];

/** Exceptions by end date: within 14 days. */
export const exceptionEndings = ["14d"] as const;
export type ExceptionEnding = (typeof exceptionEndings)[number];

/** States of a request for an exception. */
export const identificationStatuses = ["PENDING", "APPROVED", "REJECTED"] as const;
export type IdentificationStatus = (typeof identificationStatuses)[number];

export const exceptionStatuses = ["PENDING", "APPROVED", "REJECTED", "WITHDRAWN"] as const;
export type ExceptionStatus = (typeof exceptionStatuses)[number];
