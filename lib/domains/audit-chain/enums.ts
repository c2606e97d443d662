import { labelOf } from "@/lib/platform/client/format";

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

/** The checks of a verification, with their names in pages, reports and packages, and their conditions. */
export const chainChecks = {
  content: ["Content", "The content of each event matches its recorded hash"],
  linkage: [
    "Links",
    "Each event references the previous event, no position is missing, and recorded times never decrease",
  ],
  completeness: ["Completeness", "The chain ends at its recorded head, and the recorded totals match the events"],
  checkpoints: [
    "Checkpoints",
    "The chain matches every signed checkpoint, including copies stored outside the database",
  ],
  anchor: ["Saved receipt", "The chain matches a receipt or checkpoint that was saved outside the service"],
  records: [
    "Sealed records",
    "Members, detections, models and settings match their latest state recorded on the chain",
  ],
  schema: ["Database schema", "Tables, constraints, triggers and permissions match the migrations"],
} as const;
export type ChainCheck = keyof typeof chainChecks;

/** System actors whose name cannot be derived from their ID. */
const systemActors: Readonly<Record<string, string>> = { "shadow-ai": "Shadow AI detection" };

/** The name of an actor for readers: `API key Pipeline`, `Reports`, `ada@example.com`. */
export function nameOfActor(actor: { type: string; id: string; displayName?: string | undefined }): string {
  const { type, id, displayName } = actor;
  if (type === "SERVICE" && id.startsWith("key_")) return `API key ${displayName || id}`;
  if (type === "SYSTEM" && !displayName && /^[a-z-]+$/.test(id)) return systemActors[id] ?? labelOf(id);
  return displayName || id;
}

/** The members of a payload that state a resolution: its date or time, or `true`. */
export const resolutionMembers = ["resolvedAt", "resolved"] as const;

/**
 * Whether a payload states that its problem was resolved. Evidence packages also count any other text in `resolvedAt`,
 * because their counts must not change.
 */
export function statesResolution(payload: Readonly<Record<string, unknown>> | null): boolean {
  const [at, isResolved] = resolutionMembers.map((name) => payload?.[name]);
  if (isResolved === true) return true;
  return typeof at === "string" && /^\d{4}-\d\d-\d\d/.test(at) && !Number.isNaN(Date.parse(at));
}
