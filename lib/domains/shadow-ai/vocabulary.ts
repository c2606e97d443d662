/** States of a detection (specification, "States and transitions"). */
export const detectionStatuses = ["OPEN", "INVESTIGATING", "RESOLVED", "DISMISSED"] as const;
export type DetectionStatus = (typeof detectionStatuses)[number];

/** What kind of log a detection was made from. */
export const detectionSources = ["NETWORK_TRAFFIC", "DNS", "PROXY", "BEHAVIOURAL_ANALYSIS"] as const;
export type DetectionSource = (typeof detectionSources)[number];

/** How a detection was resolved (specification, "Resolution values"). */
export const resolutions = ["ONBOARDED", "STOPPED", "APPROVED_EXCEPTION", "FALSE_POSITIVE"] as const;
export type Resolution = (typeof resolutions)[number];

/** How a service is used. */
export const accessKinds = ["API", "WEB", "IDE", "SELF_HOSTED"] as const;
export type AccessKind = (typeof accessKinds)[number];

/** What a service is. `SUPPORTING` hosts carry uploads and static files of another host; `UNKNOWN` is in no catalogue. */
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

/** What is known of a property of a provider. Such claims perish: `UNKNOWN` unless somebody recorded otherwise. */
export const knownProperties = ["YES", "NO", "PLAN_DEPENDENT", "UNKNOWN"] as const;
export type KnownProperty = (typeof knownProperties)[number];

/** Severities, in rising order. */
export const severities = ["INFO", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type Severity = (typeof severities)[number];

/** What an estimate of cost rests on, the best first. */
export const costBases = ["MEASURED", "BYTES_ESTIMATED", "CALLS_ESTIMATED", "UNKNOWN"] as const;
export type CostBasis = (typeof costBases)[number];

/** Why a use is risky, as the rules call it. */
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
] as const;
export type RiskFactorCode = (typeof riskFactorCodes)[number];

/** What a list of detections may be sorted by. */
export const detectionSorts = ["detectedAt", "severity", "lastSeenAt", "cost", "calls", "due"] as const;
export type DetectionSort = (typeof detectionSorts)[number];

/** Which detections are to be decided soon: their time is over, or ends within seven days. */
export const duePeriods = ["overdue", "week", "any"] as const;
export type DuePeriod = (typeof duePeriods)[number];

/** Which exceptions are worth a look: they end within fourteen days. */
export const exceptionEndings = ["14d"] as const;
export type ExceptionEnding = (typeof exceptionEndings)[number];

/** States of a request for an exception. */
export const exceptionStatuses = ["PENDING", "APPROVED", "REJECTED", "WITHDRAWN"] as const;
export type ExceptionStatus = (typeof exceptionStatuses)[number];
