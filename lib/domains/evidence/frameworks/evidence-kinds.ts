import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { ReviewKind } from "@/lib/domains/evidence/enums";
import { negativeWords, positiveWords } from "@/lib/domains/evidence/frameworks/review-words";
import type { Condition, EvidenceKind, PayloadTest } from "@/lib/domains/evidence/frameworks/types";

// The table of what an event must say to be evidence of a kind. Frameworks map kinds to requirements; they never look
// at payloads themselves.

/** One of these members, separated by spaces, carries information. */
const has = (keys: string): Condition => ({ keys: keys.split(" "), test: "present" });
const says = (keys: string, ...words: string[]): Condition => ({ keys: keys.split(" "), test: "says", words });
/** The sender states that there is nothing: null, empty, or a word such as "none". A missing member states nothing. */
const none = (keys: string): Condition => ({ keys: keys.split(" "), test: "none" });
const past = (key: string): Condition => ({ keys: [key], test: "past" });
const whole = (test: PayloadTest): Condition => ({ keys: [], test });
const not = (condition: Condition): Condition => ({ ...condition, isNegated: true });

const review = (kind: ReviewKind): Condition => ({ keys: ["kind"], test: "reviewKind", words: [kind] });

const positive = [...positiveWords, "confirmed"];
const negative = negativeWords;
const outcome = (words: readonly string[]) => says("outcome", ...words);

const isValidation = review("validation");
const isAudit = says("kind", "AUDIT", "INTERNAL_AUDIT");
const isImpact = says("kind", "*IMPACT*");
const isRisk = says("kind", "RISK_ASSESSMENT", "RISK_REVIEW");
const isApproval = review("approval");
const isCase = review("caseReview");
/** A review without a kind is a case review. */
const isOtherReview: Condition = {
  ...{ keys: ["kind"], test: "reviewKind" },
  words: ["validation", "approval", "incidentDecision", "other"],
};

/** Subjects of a CONFIG_CHANGE: by its kind if it has one, or by the name of the changed field. */
const about = (kinds: string, fields: string): Condition => ({
  keys: ["kind", "field"],
  test: "says",
  words: [...kinds.split(" "), ...fields.split(" ")],
});
const restriction = about(
  "RESTRICTION RESTRICTION_LIFTED RESTRICTION_WIDENED USE_LIMIT ALLOWLIST",
  "*restriction *restrictions *allowlist allowedEndpoints allowedUses",
);
const exception = about("EXCEPTION WAIVER", "*exception *exceptions *waiver");
const isIncident = says("category seriousIncident", "INCIDENT", "SERIOUS_INCIDENT", "true", "yes");
const isSerious = says("seriousIncident", "true", "yes");
const adjustment = about("POST_MODEL_ADJUSTMENT PMA OVERLAY", "*overlay *adjustment postModelAdjustment*");

type Row = [id: string, label: string, conditions: readonly Condition[], unless?: string];

const rows: Readonly<Record<EventType, readonly Row[]>> = {
  TRAINING_STARTED: [
    ["data.unlawful", "training runs on personal data recorded as having no lawful basis", [whole("noLawfulBasis")]],
    ["data.poor", "training runs on data that failed a quality check", [says("datasets.quality", ...negative)]],
    [
      "training.lawful",
      "training runs that record the data's source and lawful basis",
      [has("datasets.provenance"), has("datasets.lawfulBasis")],
      "data.unlawful data.poor",
    ],
    ["training.data", "training runs that record the data sets used", [has("datasets")], "data.unlawful data.poor"],
    [
      "training.provenance",
      "training runs that record the data's source, hash or version",
      [has("datasets.provenance datasets.hash datasets.version")],
    ],
    ["training.quality", "training runs on data that passed a quality check", [says("datasets.quality", ...positive)]],
    [
      "training.preparation",
      "training runs that record the labelling, cleaning or features of the data",
      [has("labelling cleaning featureSpecHash")],
    ],
    [
      "training.reproducible",
      "training runs that record the code, data and settings",
      [has("codeCommit"), has("datasets"), has("hyperparametersHash")],
    ],
    [
      "training.method",
      "training runs that record the code, base model or settings",
      [has("codeCommit baseModel hyperparametersHash featureSpecHash")],
    ],
    [
      "training.compute",
      "training runs that record the computing resources or environment",
      [has("computeResources environment")],
    ],
    ["training.initiator", "training runs that record who started them", [has("initiatedBy")]],
  ],
  TRAINING_COMPLETED: [
    ["test.failed", "tests that failed", [says("passed", "false", "no", ...negative)]],
    ["test.belowThreshold", "tests with a metric that missed its threshold", [whole("metricBeyondThreshold")]],
    [
      "test.passed",
      "tests that met their thresholds",
      [says("passed", "true", "yes", ...positive), has("metrics"), has("thresholds")],
      "test.failed test.belowThreshold",
    ],
    [
      "test.recorded",
      "tests that record metrics, a report or a result, but not whether they met their thresholds",
      [has("metrics testReport fairness passed")],
      "test.failed test.belowThreshold test.passed",
    ],
    [
      "test.signed",
      "tests with a dated and signed report",
      [has("testReport.signedBy"), has("testReport.signedAt")],
      "test.failed test.belowThreshold",
    ],
    ["test.groups", "tests with results for groups of people", [has("fairness")], "test.failed test.belowThreshold"],
    ["test.limits", "tests that record the model's limitations", [has("limitations")]],
    ["test.artefact", "training results that record the model's hash", [has("artefactHash")]],
  ],
  DEPLOYMENT: [
    ["deployment.unapproved", "deployments recorded as not approved", [none("approvedBy approved")]],
    [
      "deployment.approved",
      "approved deployments that record the version",
      [has("modelVersion"), has("approvedBy")],
      "deployment.unapproved",
    ],
    [
      "deployment.recorded",
      "deployments that record the version, environment or artefact",
      [has("modelVersion environment artefactHash")],
    ],
    ["deployment.rollback", "rollbacks", [has("rollbackOf")]],
    ["deployment.purpose", "deployments that record the intended purpose", [has("intendedPurpose")]],
    [
      "deployment.versions",
      "deployments that record the new version and the version that it replaced",
      [has("modelVersion"), has("previousVersion")],
    ],
    ["deployment.tier", "deployments that record the model's risk tier", [has("tier")]],
    [
      "deployment.components",
      "deployments that record the artefact, environment or endpoint",
      [has("artefactHash environment endpoint")],
    ],
    ["deployment.endpoint", "deployments that record the system's endpoint", [has("endpoint")]],
    ["deployment.ticket", "deployments that record a change ticket", [has("changeTicket")]],
    [
      "deployment.instructions",
      "deployments that record the version of the instructions for use",
      [has("instructionsForUseVersion")],
    ],
    ["deployment.vendor", "deployments that name the model's vendor", [has("provider")]],
    [
      "deployment.declaration",
      "deployments that refer to an EU declaration of conformity",
      [has("conformityDeclarationRef")],
    ],
  ],
  CONFIG_CHANGE: [
    ["change.unapproved", "changes recorded as not approved", [none("approvedBy")]],
    ["change.selfApproved", "changes approved by the person who made them", [whole("sameApprover")]],
    [
      "adjustment.unapproved",
      "adjustments to the model's results that are recorded as not approved",
      [adjustment, none("approvedBy")],
    ],
    [
      "adjustment.selfApproved",
      "adjustments to the model's results that were approved by the person who made them",
      [adjustment, whole("sameApprover")],
    ],
    [
      "restriction.lifted",
      "restrictions lifted or relaxed without a recorded approval",
      [restriction, whole("scopeWidened"), not(has("approvedBy"))],
    ],
    [
      "restriction.widened",
      "restrictions lifted or relaxed with a recorded approval",
      [restriction, whole("scopeWidened")],
      "restriction.lifted",
    ],
    [
      "restriction.approved",
      "approved restrictions on use",
      [restriction, has("approvedBy")],
      "restriction.lifted restriction.widened change.unapproved change.selfApproved",
    ],
    [
      "restriction.recorded",
      "restrictions on use without a recorded approval",
      [restriction],
      "restriction.lifted restriction.widened restriction.approved change.unapproved change.selfApproved",
    ],
    [
      "change.approved",
      "changes with a reason and an approval",
      [has("reason"), has("approvedBy")],
      "change.unapproved change.selfApproved restriction.lifted",
    ],
    [
      "change.separated",
      "changes with a reason and an approval by another person",
      [has("reason"), whole("otherApprover")],
      "change.unapproved restriction.lifted",
    ],
    [
      "change.recorded",
      "changes that record the field, its values or a reason, but not both a reason and an approval",
      [has("field before after reason")],
      "change.unapproved change.selfApproved change.approved restriction.lifted",
    ],
    ["change.predetermined", "predetermined changes", [says("preDetermined", "true", "yes")]],
    [
      "change.adjustment",
      "approved adjustments to the model's results",
      [adjustment, has("reason"), has("approvedBy")],
      "change.unapproved change.selfApproved",
    ],
    [
      "change.judgement",
      "approved changes to a threshold",
      [about("THRESHOLD", "*threshold *cutoff"), has("reason"), has("approvedBy")],
      "change.unapproved change.selfApproved",
    ],
    [
      "change.control",
      "changes to thresholds, prompts, guardrails or kill switches, whether stricter or looser",
      [
        about(
          "THRESHOLD GUARDRAIL PROMPT KILL_SWITCH",
          "*threshold *cutoff *guardrail *guardrails *prompt *killSwitch",
        ),
      ],
      "change.unapproved",
    ],
    [
      "change.tier",
      "changes to the risk tier",
      [about("TIER RISK_TIER MODEL_TIER CLASSIFICATION", "*tier materiality *riskClass riskClassification")],
    ],
    [
      "change.owner",
      "assignments of an owner or approver",
      [
        about(
          "OWNER OWNERSHIP APPROVER ACCOUNTABILITY",
          "*owner ownerEmail *approver accountableExecutive seniorManager",
        ),
        has("after"),
      ],
    ],
    ["change.policy", "changes to a policy that applies to the model", [about("POLICY", "*policy policyVersion")]],
    [
      "change.provider",
      "changes to the provider or endpoint",
      [about("PROVIDER VENDOR SUPPLIER", "*provider *vendor *supplier *endpoint")],
    ],
    [
      "change.correction",
      "corrective actions",
      [about("CORRECTIVE_ACTION CORRECTIVE REMEDIATION", "*correctiveAction *remediation")],
    ],
    [
      "change.exception",
      "exceptions with an approver and an end date",
      [exception, has("approvedBy"), has("expiresAt")],
      "change.unapproved change.selfApproved",
    ],
    ["change.openException", "exceptions that lack a recorded approver or end date", [exception], "change.exception"],
    ["change.board", "changes approved by the board", [says("approvedBy", "board*")]],
  ],
  DATA_ACCESS: [
    ["access.unlawful", "access to personal data recorded as having no lawful basis", [whole("noLawfulBasis")]],
    [
      "access.lawful",
      "data access that records its purpose and lawful basis",
      [has("datasetId"), has("purpose"), has("lawfulBasis")],
      "access.unlawful",
    ],
    [
      "access.recorded",
      "data access that names the data set, but lacks a recorded purpose or lawful basis",
      [has("datasetId")],
      "access.unlawful access.lawful",
    ],
  ],
  HUMAN_REVIEW: [
    ["validation.rejected", "validations with a negative outcome", [isValidation, outcome(negative)]],
    [
      "validation.notIndependent",
      "validations recorded as not independent of development",
      [isValidation, says("independentOfDevelopment", "false", "no")],
    ],
    ["validation.overdue", "validations whose next review is overdue", [isValidation, past("nextReviewDue")]],
    [
      "validation.approved",
      "validations that are recorded as independent, have a positive outcome and are not overdue",
      [isValidation, outcome(positive), says("independentOfDevelopment", "true", "yes"), has("nextReviewDue")],
      "validation.rejected validation.notIndependent validation.overdue",
    ],
    [
      "validation.conditional",
      "validations approved with conditions",
      [isValidation, outcome(["APPROVED_WITH_CONDITIONS"])],
      "validation.rejected validation.notIndependent validation.overdue",
    ],
    [
      "validation.recorded",
      "validations that lack a recognised outcome, a statement of independence or a next review date",
      [isValidation],
      "validation.rejected validation.notIndependent validation.overdue validation.approved validation.conditional",
    ],
    ["approval.refused", "refused approvals", [isApproval, outcome(negative)]],
    ["approval.given", "granted approvals", [isApproval, outcome(positive)]],
    ["audit.recorded", "internal audits", [isAudit]],
    ["impact.negative", "impact assessments with a negative outcome", [isImpact, outcome(negative)]],
    ["impact.assessed", "impact assessments", [isImpact, has("outcome evidenceRef")], "impact.negative"],
    ["risk.assessed", "risk assessments", [isRisk, has("outcome evidenceRef")]],
    ["risk.treated", "risk treatments", [says("kind", "RISK_TREATMENT"), has("outcome evidenceRef")]],
    ["policy.reviewed", "policy reviews", [says("kind", "POLICY_REVIEW")]],
    ["concern.raised", "concerns, complaints and appeals", [says("kind", "CONCERN", "COMPLAINT", "APPEAL")]],
    ["case.reviewed", "case reviews with an outcome", [isCase, has("outcome")]],
    [
      "case.untyped",
      "reviews that record a subject and an outcome, but not the kind of review",
      [not(has("kind")), has("subjectRef"), has("outcome")],
    ],
    [
      "case.intervention",
      "decisions that a reviewer overrode or stopped",
      [outcome(["OVERRIDDEN", "STOPPED", "true"]), not(isOtherReview)],
    ],
    ["case.escalated", "cases that a reviewer escalated", [outcome(["ESCALATED"])]],
    ["review.role", "reviews that record the reviewer's role", [has("reviewerRole")]],
  ],
  ALERT: [
    [
      "incident.silent",
      "serious incidents without a recorded report to an authority",
      [isSerious, not(has("authorityNotifiedAt"))],
    ],
    [
      "incident.uncommunicated",
      "serious incidents that do not record when users were informed",
      [isSerious, not(has("communicatedAt"))],
    ],
    ["incident.reported", "incidents with a recorded report to an authority", [isIncident, has("authorityNotifiedAt")]],
    ["incident.communicated", "incidents that record when users were informed", [isIncident, has("communicatedAt")]],
    [
      "alert.unanswered",
      "alerts recorded as not acknowledged or not resolved",
      [says("acknowledgedAt resolvedAt", "false", "no")],
    ],
    [
      "alert.handled",
      "alerts with a recorded response",
      [has("resolvedAt correctiveAction acknowledgedAt")],
      "alert.unanswered",
    ],
    [
      "alert.corrected",
      "alerts with a recorded cause and corrective action",
      [has("rootCause"), has("correctiveAction")],
      "alert.unanswered",
    ],
    [
      "alert.measured",
      "alerts that record the metric, value and threshold",
      [has("metric"), has("value"), has("threshold")],
    ],
    ["alert.recorded", "alerts", []],
    [
      "alert.securityOpen",
      "security alerts recorded as unresolved",
      [says("category", "*SECURITY*"), says("resolvedAt", "false", "no")],
    ],
    [
      "alert.security",
      "security alerts with a recorded response",
      [says("category", "*SECURITY*"), has("resolvedAt correctiveAction acknowledgedAt")],
      "alert.unanswered",
    ],
    ["alert.groups", "alerts about bias or discrimination", [says("category", "BIAS", "*FAIRNESS*", "DISCRIMINATION")]],
  ],
  INFERENCE: [
    [
      "inference.recorded",
      "inferences that record the model version and the result",
      [has("modelVersion"), has("decision outputHash confidence")],
    ],
    [
      "inference.measured",
      "inferences that record the confidence, latency or segment",
      [has("confidence latencyMs groupMetricKey")],
    ],
    ["inference.purpose", "inferences that record their purpose", [has("purpose")]],
    [
      "inference.inputs",
      "inferences that record the hash or schema of their input",
      [has("inputHash inputSchemaVersion")],
    ],
    ["inference.policy", "inferences that record the policy in force", [has("policyVersion")]],
    ["inference.reviewed", "inferences recorded as reviewed by a person", [says("reviewed", "true", "yes")]],
    ["inference.explained", "inferences that record an explanation", [has("explanationRef")]],
  ],
  SHADOW_AI_DETECTED: [
    [
      "shadow.exception",
      "temporary exceptions for unapproved use of AI",
      [says("resolution", "APPROVED_EXCEPTION"), has("exceptionExpiresAt"), has("decidedBy")],
    ],
    [
      "shadow.decided",
      "decisions on unapproved use of AI",
      [has("resolution decidedBy"), not(says("resolution status", "FALSE_POSITIVE", "DISMISSED"))],
      "shadow.exception",
    ],
    [
      "shadow.assessed",
      "detections that record the severity or risk factors of unapproved use of AI",
      [has("riskFactors severity")],
    ],
    ["shadow.vendor", "detections that name the provider of unapproved AI", [has("provider endpointHost")]],
  ],
};

/** Every kind of evidence, by type of event; within a type, the order in which `unless` refers back. */
export const evidenceKinds: readonly EvidenceKind[] = [
  ...Object.entries(rows).flatMap(([type, ofType]) =>
    ofType.map(([id, label, conditions, unless]) => ({
      ...{ id, type: type as EventType, label, conditions },
      unless: unless?.split(" ") ?? [],
    })),
  ),
  ...(Object.keys(rows) as EventType[]).map((type) => ({
    ...{ id: `any.${type}`, type, label: `events of type ${type}`, conditions: [], unless: [] },
  })),
];

/** Events that a document shows first, by what they are. */
export const notableKinds: readonly EvidenceKind[] = (
  [
    ["incident", "ALERT", [isIncident]],
    ["seriousIncident", "ALERT", [says("category seriousIncident", "SERIOUS_INCIDENT", "true", "yes")]],
    ["override", "HUMAN_REVIEW", [outcome(["OVERRIDDEN", "STOPPED", "true"])]],
    ["override", "INFERENCE", [says("overridden", "true", "yes")]],
    ["rollback", "DEPLOYMENT", [has("rollbackOf")]],
  ] as const
).map(([id, type, conditions]) => ({ id, type, label: "", conditions, unless: [] }));
