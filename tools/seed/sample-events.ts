import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import type { DemoModel } from "./models";
import type { Random } from "./random";

type Actor = NonNullable<AppendEvent["actor"]>;
type Named = Omit<Actor, "type">;

const reviewers: [Named, ...Named[]] = [
  { id: "usr_amara.okafor", displayName: "Amara Okafor", ipAddress: "10.20.4.17" },
  { id: "usr_lukas.brandt", displayName: "Lukas Brandt", ipAddress: "10.20.4.33" },
  { id: "usr_priya.raman", displayName: "Priya Raman", ipAddress: "10.20.5.8" },
  { id: "usr_elena.moretti", displayName: "Elena Moretti", ipAddress: "10.20.7.90" },
];

const agents: [Named, ...Named[]] = [
  { id: "claims-intake-agent", displayName: "Claims intake agent" },
  { id: "kyc-orchestrator", displayName: "KYC orchestrator" },
];

/** The actors of the demo bank, one function for each type of actor. */
const actors = {
  service: (name: string): Actor => ({ type: "SERVICE", id: name }),
  user: (random: Random): Actor => ({ type: "USER", ...random.pick(reviewers) }),
  system: (name: string): Actor => ({ type: "SYSTEM", id: name }),
  agent: (random: Random): Actor => ({ type: "AGENT", ...random.pick(agents) }),
  integration: (name: string, displayName: string): Actor => ({ type: "INTEGRATION", id: name, displayName }),
};

/** An event without its time and model. */
export type SampleEvent = Pick<AppendEvent, "eventType" | "payload"> &
  Partial<Pick<AppendEvent, "severity" | "actor" | "tags" | "metadata">>;

const mlflow = actors.integration("mlflow", "MLflow");
const deployer = actors.integration("github-actions", "GitHub Actions");

/** Types of events that models and their owners send. The service records detections itself. */
export type SampleType = Exclude<EventType, "SHADOW_AI_DETECTED">;

const isoDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const isoTime = (atMs: number) => new Date(atMs).toISOString();
const minuteMs = 60_000;

/** `4.1.0` of `4.2.0`. */
function previousOf(version: string): string {
  return version.replace(/([1-9]\d*)(\D*0*)$/, (_, number: string, rest: string) => `${Number(number) - 1}${rest}`);
}

const datasets: [id: string, provenance: string, lawfulBasis: string][] = [
  ["applications", "Loan origination system", "GDPR Article 6(1)(b)"],
  ["transactions", "Core banking ledger", "GDPR Article 6(1)(c)"],
  ["customer_documents", "Document archive", "GDPR Article 6(1)(c)"],
  ["complaints", "Case management system", "GDPR Article 6(1)(f)"],
];

/** Generates a typical event of each type, for the time at which it occurs. */
export const sampleEvents: Record<SampleType, (model: DemoModel, random: Random, atMs: number) => SampleEvent> = {
  INFERENCE(model, random) {
    const confidence = random.decimal(0.52, 0.999, 4);
    return {
      eventType: "INFERENCE",
      severity: confidence < 0.56 ? "MEDIUM" : "INFO",
      actor: random.chance(0.12) ? actors.agent(random) : actors.service(model.service),
      payload: {
        inputHash: random.sha256(),
        outputHash: random.sha256(),
        latencyMs: random.integer(...model.latencyMs),
        confidence,
        decisionOutput: random.weighted(model.decisions),
        modelVersion: model.registration.version,
        purpose: model.registration.name,
      },
      tags: ["production", random.pick(["uk", "uk", "eu"])],
      metadata: { traceId: random.sha256().slice(7, 39) },
    };
  },

  TRAINING_STARTED(model, random) {
    const [id, provenance, lawfulBasis] = random.pick(datasets as [(typeof datasets)[number]]);
    return {
      eventType: "TRAINING_STARTED",
      actor: mlflow,
      payload: {
        runId: random.sha256().slice(7, 39),
        modelVersion: model.registration.version,
        datasets: [{ id, provenance, lawfulBasis, hash: random.sha256(), quality: "PASSED" }],
        datasetRows: random.integer(40_000, 2_500_000),
        codeCommit: random.sha256().slice(7, 47),
        hyperparametersHash: random.sha256(),
        computeResources: "4 GPU, training cluster London",
        initiatedBy: "ml-platform",
      },
      tags: ["training"],
    };
  },

  TRAINING_COMPLETED(model, random, atMs) {
    const demographicParityDifference = random.decimal(0.005, 0.06, 4);
    return {
      eventType: "TRAINING_COMPLETED",
      actor: mlflow,
      payload: {
        modelVersion: model.registration.version,
        artefactHash: random.sha256(),
        metrics: { auc: random.decimal(0.81, 0.97, 4), ks: random.decimal(0.38, 0.62, 4), demographicParityDifference },
        thresholds: { auc: 0.75, ks: 0.3, demographicParityDifference: { max: 0.08 } },
        passed: true,
        fairness: { demographicParityDifference },
        limitations: "Not validated for customers outside the United Kingdom and the European Union.",
        testReport: { hash: random.sha256(), signedBy: "Priya Raman", signedAt: isoDay(atMs) },
        durationMinutes: random.integer(35, 380),
      },
      tags: ["training"],
    };
  },

  DEPLOYMENT: (model, random) => ({
    eventType: "DEPLOYMENT",
    severity: "MEDIUM",
    actor: deployer,
    payload: {
      modelVersion: model.registration.version,
      previousVersion: previousOf(model.registration.version),
      environment: "production",
      endpoint: `https://${model.service}.northwind.example.com`,
      artefactHash: random.sha256(),
      intendedPurpose: model.registration.description,
      tier: model.registration.riskTier,
      provider: model.registration.provider,
      instructionsForUseVersion: model.registration.version,
      changeTicket: `CHG-${random.integer(10_000, 99_999)}`,
      strategy: random.pick(["canary", "blue-green"]),
      approvedBy: "Model risk committee",
    },
    tags: ["release"],
  }),

  CONFIG_CHANGE(model, random) {
    const before = random.decimal(0.5, 0.7, 2);
    const actor = actors.user(random);
    return {
      eventType: "CONFIG_CHANGE",
      severity: random.weighted({ INFO: 3, MEDIUM: 2 }),
      actor,
      payload: {
        field: random.pick(["decisionThreshold", "referralThreshold"]),
        before,
        after: Number((before + random.pick([-0.05, 0.03, 0.05])).toFixed(2)),
        modelVersion: model.registration.version,
        reason: random.pick(["Quarterly recalibration", "Model risk committee finding", "Drift correction"]),
        changedBy: actor.displayName,
        approvedBy: "Model risk committee",
      },
      tags: ["change-control"],
    };
  },

  DATA_ACCESS(_model, random) {
    const [datasetId, , lawfulBasis] = random.pick(datasets as [(typeof datasets)[number]]);
    return {
      eventType: "DATA_ACCESS",
      severity: random.weighted({ INFO: 5, MEDIUM: 1 }),
      actor: random.chance(0.6) ? actors.user(random) : actors.service("feature-store"),
      payload: {
        datasetId,
        purpose: random.pick(["Subject access request", "Model validation", "Incident investigation", "Retraining"]),
        lawfulBasis,
        rows: random.integer(1, 12_000),
        queryHash: random.sha256(),
        containsPersonalData: random.chance(0.7),
      },
      tags: ["data-protection"],
    };
  },

  HUMAN_REVIEW(model, random) {
    const modelDecision = random.weighted(model.decisions);
    const overridden = random.chance(0.18);
    return {
      eventType: "HUMAN_REVIEW",
      severity: overridden ? "MEDIUM" : "INFO",
      actor: actors.user(random),
      payload: {
        kind: "CASE_REVIEW",
        caseReference: `CASE-${random.integer(100_000, 999_999)}`,
        inputHash: random.sha256(),
        modelDecision,
        finalDecision: overridden ? random.pick(Object.keys(model.decisions) as [string, ...string[]]) : modelDecision,
        outcome: overridden ? "OVERRIDDEN" : "CONFIRMED",
        rationaleHash: random.sha256(),
        minutesSpent: random.integer(2, 48),
      },
      tags: ["human-oversight"],
    };
  },

  ALERT(model, random, atMs) {
    const [, slowestMs] = model.latencyMs;
    const metrics: [metric: string, threshold: number, decimals: number][] = [
      ["populationStabilityIndex", 0.2, 3],
      ["errorRate", 0.02, 4],
      ["latencyP95Ms", slowestMs, 0],
    ];
    if ("APPROVED" in model.decisions) metrics.push(["approvalRateGap", 0.05, 3]);
    const [metric, threshold, decimals] = random.pick(metrics as [(typeof metrics)[number]]);
    // Monitoring reports most alerts when they are closed.
    const closing = {
      acknowledgedAt: isoTime(atMs - random.integer(90, 600) * minuteMs),
      resolvedAt: isoTime(atMs - random.integer(1, 80) * minuteMs),
      rootCause: random.pick(["Seasonal change of the input population", "Upstream outage", "Delayed reference data"]),
      correctiveAction: random.pick(["Threshold recalibrated", "Upstream service restored", "Reference data reloaded"]),
    };
    return {
      eventType: "ALERT",
      severity: random.weighted({ MEDIUM: 4, HIGH: 3, CRITICAL: 3 }),
      actor: actors.system("drift-monitor"),
      payload: {
        rule: `${metric} above threshold`,
        metric,
        value: random.decimal(threshold * 1.05, threshold * 1.8, decimals),
        threshold,
        windowHours: random.pick([1, 6, 24]),
        modelVersion: model.registration.version,
        ...(random.chance(0.7) && closing),
      },
      tags: ["monitoring"],
    };
  },
};

const registrar = { id: "usr_lukas.brandt", displayName: "Lukas Brandt" };

/** The reviews and assignments before a model's deployment and, for important models, during its use. */
export const governance: [hours: number, event: (model: DemoModel, random: Random) => SampleEvent][] = [
  [
    2,
    ({ registration }) => ({
      eventType: "CONFIG_CHANGE",
      actor: { type: "USER", ...registrar },
      payload: {
        field: "owner",
        after: registration.ownerEmail,
        reason: "Model registered",
        changedBy: registrar.displayName,
        approvedBy: "Model risk committee",
      },
      tags: ["change-control"],
    }),
  ],
  [8, review("RISK_ASSESSMENT", "Operational risk", "ACCEPTABLE")],
  [14, review("IMPACT_ASSESSMENT", "Data protection", "ACCEPTABLE")],
  [40, review("APPROVAL", "Model risk committee", "APPROVED")],
  [30 * 24, review("POLICY_REVIEW", "Compliance", "CONFIRMED")],
  [
    65 * 24,
    () => ({
      eventType: "CONFIG_CHANGE",
      actor: { type: "USER", ...registrar },
      payload: {
        field: "policyVersion",
        before: "AI-POL-2",
        after: "AI-POL-3",
        reason: "Annual policy review",
        changedBy: registrar.displayName,
        approvedBy: "Model risk committee",
      },
      tags: ["change-control"],
    }),
  ],
  [68 * 24, review("AUDIT", "Internal audit", "NO_FINDINGS")],
];

function review(kind: string, reviewerRole: string, outcome: string) {
  return ({ registration }: DemoModel, random: Random): SampleEvent => ({
    eventType: "HUMAN_REVIEW",
    severity: "INFO",
    actor: actors.user(random),
    payload: { kind, outcome, reviewerRole, modelVersion: registration.version, evidenceRef: random.sha256() },
    tags: ["governance"],
  });
}

/** The independent validation before a deployment. */
export function validationOf(model: DemoModel, atMs: number): SampleEvent {
  return {
    eventType: "HUMAN_REVIEW",
    severity: "INFO",
    payload: {
      kind: "MODEL_VALIDATION",
      outcome: "APPROVED",
      independentOfDevelopment: true,
      reviewerRole: "Model validation",
      modelVersion: model.registration.version,
      nextReviewDue: isoDay(atMs + model.reviewDays * 86_400_000),
    },
    tags: ["validation"],
  };
}
