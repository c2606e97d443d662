export const eventTypes = [
  "INFERENCE",
  "TRAINING_STARTED",
  "TRAINING_COMPLETED",
  "DEPLOYMENT",
  "CONFIG_CHANGE",
  "DATA_ACCESS",
  "HUMAN_REVIEW",
  "ALERT",
  "SHADOW_AI_DETECTED",
] as const;
export type EventType = (typeof eventTypes)[number];

export const severities = ["INFO", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type Severity = (typeof severities)[number];

export const sources = ["API", "GITHUB", "JIRA", "MLFLOW"] as const;
export type Source = (typeof sources)[number];
