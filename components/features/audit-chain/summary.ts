import { frameworkName } from "@/components/features/evidence/frameworks";
import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { fieldText, labelOf } from "@/lib/platform/client/format";

type Payload = Readonly<Record<string, unknown>>;
/** Model names by ID. */
export type Names = ReadonlyMap<string, string>;
type Part = string | null | false;

const textMax = 80;
const noNames: Names = new Map();

/** The first of these members that has a short value, as text. */
function textOf(payload: Payload, ...names: string[]): string | null {
  for (const name of names) {
    const value = payload[name];
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    const text = String(value).trim();
    if (text !== "") return text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text;
  }
  return null;
}

const all = (...parts: Part[]) => parts.filter(Boolean).join(" · ");
const after = (prefix: string, text: string | null) => text !== null && `${prefix} ${text}`;

/** A code such as `DECLINED` or `MODEL_VALIDATION` as words. Other text is unchanged. */
const wordsOf = (text: string | null) => (text !== null && /^[A-Z][A-Z_]+$/.test(text) ? labelOf(text) : text);
/** `Chain integrity` of `chain-integrity`. */
const labelled = (text: string | null) => text !== null && labelOf(text);
/** `Customer documents` of `customer_documents`, `Owner` of `owner`. Other text is unchanged. */
const nameOfCode = (text: string | null) => (text !== null && /^[a-z]+(_[a-z]+)*$/.test(text) ? labelOf(text) : text);
/** `Error rate above threshold` of `errorRate above threshold`. Other text is unchanged. */
const spelled = (text: string | null) =>
  text?.replace(/^[a-z]+([A-Z][a-z0-9]+)+\b/, (name) => name[0]?.toUpperCase() + fieldText(name).slice(1)) ?? null;
/** The final states of GitHub deployments, which name the outcome. */
const deploymentOutcomes: Record<string, string> = {
  SUCCESS: "Deployment succeeded",
  FAILURE: "Deployment failed",
  ERROR: "Deployment error",
  INACTIVE: "Deployment inactive",
};

function kindOf(payload: Payload): string | null {
  const kind = textOf(payload, "kind");
  const state = textOf(payload, "state") ?? "";
  const outcome = kind === "DEPLOYMENT_STATUS" && Object.hasOwn(deploymentOutcomes, state) && deploymentOutcomes[state];
  return outcome || wordsOf(kind);
}

const version = (payload: Payload) => after("Version", textOf(payload, "modelVersion", "version"));
const nameOf = (payload: Payload) => textOf(payload, "name", "title", "subject", "host", "endpoint", "url");

function change(payload: Payload, names: Names): string {
  const field = nameOfCode(spelled(textOf(payload, "field", "setting")));
  const [before, next] = [wordsOf(textOf(payload, "before", "from")), wordsOf(textOf(payload, "after", "to"))];
  const values = next === null ? null : before === null ? `set to ${next}` : `${before} to ${next}`;
  const control = all(packageOf(payload, names), after("Requirement", textOf(payload, "requirement")));
  const subject = field === null ? nameOf(payload) : [field, values].filter(Boolean).join(": ");
  return all(kindOf(payload), control, subject, changedFields(payload));
}

const fieldsMax = 5;

/** `Changed: events, description`. Payloads can have any shape. */
function changedFields({ changed }: Payload): Part {
  if (!Array.isArray(changed)) return null;
  const fields = changed.filter((name) => typeof name === "string" && /^[a-zA-Z]{1,40}$/.test(name));
  const others = fields.length > fieldsMax ? ", …" : "";
  return fields.length > 0 && `Changed: ${fields.slice(0, fieldsMax).map(fieldText).join(", ")}${others}`;
}

/** The framework and the model of an evidence package. */
function packageOf(payload: Payload, names: Names): Part {
  const framework = textOf(payload, "framework");
  return framework !== null && all(frameworkName(framework), names.get(textOf(payload, "modelId") ?? "") ?? null);
}

const summaries: Record<EventType, (payload: Payload, names: Names) => string> = {
  INFERENCE: (payload) =>
    all(
      wordsOf(textOf(payload, "decisionOutput", "decision", "outcome")),
      after("Confidence", textOf(payload, "confidence")),
      after("Risk score", textOf(payload, "riskScore")),
    ),
  TRAINING_STARTED: (payload) => all(kindOf(payload), version(payload), after("Run", textOf(payload, "runId"))),
  TRAINING_COMPLETED: (payload) =>
    all(
      kindOf(payload),
      version(payload),
      payload.passed === false && "Thresholds not met",
      payload.passed === true && "Thresholds met",
    ),
  DEPLOYMENT: (payload) =>
    all(
      kindOf(payload),
      after("Rollback of", textOf(payload, "rollbackOf")),
      // The version of a deployment of a commit is a Git ref, which can be a branch.
      textOf(payload, "commit") === null ? version(payload) : textOf(payload, "modelVersion"),
      textOf(payload, "environment"),
      after("Approved by", textOf(payload, "approvedBy")),
    ),
  CONFIG_CHANGE: change,
  DATA_ACCESS: (payload, names) =>
    all(
      kindOf(payload),
      packageOf(payload, names),
      labelled(textOf(payload, "reportKind")),
      nameOfCode(textOf(payload, "dataset", "datasetId", "resource")),
      textOf(payload, "purpose"),
    ),
  HUMAN_REVIEW: (payload) =>
    all(
      kindOf(payload),
      textOf(payload, "caseReference", "subject", "title", "host", "endpointHost"),
      wordsOf(
        textOf(
          payload,
          "outcome",
          "finalDecision",
          "decision",
          ...(payload.kind === "SHADOW_AI_TRIAGE" ? ["status"] : []),
        ),
      ),
      payload.overridden === true && "Model overridden",
      after("Reviewer", textOf(payload, "reviewer", "reviewerPseudonym", "reviewedBy")),
    ),
  ALERT: (payload) =>
    all(
      kindOf(payload),
      textOf(payload, "policyName") ??
        spelled(textOf(payload, "rule")) ??
        textOf(payload, "title", "message") ??
        spelled(textOf(payload, "metric")) ??
        textOf(payload, "category", "name"),
      after("Observed", textOf(payload, "observed", "value")),
      after("Threshold", textOf(payload, "threshold")),
    ),
  SHADOW_AI_DETECTED: (payload) =>
    all(
      kindOf(payload),
      textOf(payload, "aiProvider", "provider"),
      textOf(payload, "endpoint", "endpointHost", "host"),
    ),
};

/** The kind of the event if its payload states one; otherwise its type. */
export function eventTitle({ eventType, payload }: Pick<AuditEvent, "eventType" | "payload">): string {
  return (payload && kindOf(payload)) ?? labelOf(eventType);
}

/**
 * One line that says what an event records, from members of its payload. It repeats the sender's values and adds no
 * judgement. `names`: model names by ID, for events about other models.
 *
 * @returns null for erased events, unknown types and payloads without known members.
 */
export function eventSummary(
  { eventType, payload }: Pick<AuditEvent, "eventType" | "payload">,
  names: Names = noNames,
): string | null {
  const summarise = Object.hasOwn(summaries, eventType) ? summaries[eventType as EventType] : undefined;
  const text = payload && summarise ? summarise(payload, names) : "";
  return text === "" ? null : text;
}
