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

/** Generates a typical event of each type. */
export const sampleEvents: Record<SampleType, (model: DemoModel, random: Random) => SampleEvent> = {
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
      },
      tags: ["production", random.pick(["uk", "uk", "eu"])],
      metadata: { traceId: random.sha256().slice(7, 39) },
    };
  },

  TRAINING_STARTED: (model, random) => ({
    eventType: "TRAINING_STARTED",
    actor: mlflow,
    payload: {
      runId: random.sha256().slice(7, 39),
      modelVersion: model.registration.version,
      datasetHash: random.sha256(),
      datasetRows: random.integer(40_000, 2_500_000),
      codeCommit: random.sha256().slice(7, 47),
    },
    tags: ["training"],
  }),

  TRAINING_COMPLETED: (model, random) => ({
    eventType: "TRAINING_COMPLETED",
    actor: mlflow,
    payload: {
      modelVersion: model.registration.version,
      artifactHash: random.sha256(),
      metrics: {
        auc: random.decimal(0.81, 0.97, 4),
        ksStatistic: random.decimal(0.38, 0.62, 4),
        demographicParityDifference: random.decimal(0.005, 0.06, 4),
      },
      durationMinutes: random.integer(35, 380),
    },
    tags: ["training"],
  }),

  DEPLOYMENT: (model, random) => ({
    eventType: "DEPLOYMENT",
    severity: "MEDIUM",
    actor: deployer,
    payload: {
      modelVersion: model.registration.version,
      environment: "production",
      imageDigest: random.sha256(),
      changeTicket: `CHG-${random.integer(10_000, 99_999)}`,
      strategy: random.pick(["canary", "blue-green"]),
      approvedBy: "Model risk committee",
    },
    tags: ["release"],
  }),

  CONFIG_CHANGE(model, random) {
    const before = random.decimal(0.5, 0.7, 2);
    return {
      eventType: "CONFIG_CHANGE",
      severity: random.weighted({ INFO: 3, MEDIUM: 2 }),
      actor: actors.user(random),
      payload: {
        setting: random.pick(["decisionThreshold", "referralThreshold"]),
        before,
        after: Number((before + random.pick([-0.05, 0.03, 0.05])).toFixed(2)),
        modelVersion: model.registration.version,
        reason: random.pick(["Quarterly recalibration", "Model risk committee finding", "Drift correction"]),
        approvedBy: "Model risk committee",
      },
      tags: ["change-control"],
    };
  },

  DATA_ACCESS: (_model, random) => ({
    eventType: "DATA_ACCESS",
    severity: random.weighted({ INFO: 5, MEDIUM: 1 }),
    actor: random.chance(0.6) ? actors.user(random) : actors.service("feature-store"),
    payload: {
      dataset: random.pick(["applications", "transactions", "customer_documents", "complaints"]),
      purpose: random.pick(["Subject access request", "Model validation", "Incident investigation", "Retraining"]),
      recordsRead: random.integer(1, 12_000),
      queryHash: random.sha256(),
      containsPersonalData: random.chance(0.7),
    },
    tags: ["data-protection"],
  }),

  HUMAN_REVIEW(model, random) {
    const modelDecision = random.weighted(model.decisions);
    const overridden = random.chance(0.18);
    return {
      eventType: "HUMAN_REVIEW",
      severity: overridden ? "MEDIUM" : "INFO",
      actor: actors.user(random),
      payload: {
        caseReference: `CASE-${random.integer(100_000, 999_999)}`,
        inputHash: random.sha256(),
        modelDecision,
        finalDecision: overridden ? random.pick(Object.keys(model.decisions) as [string, ...string[]]) : modelDecision,
        overridden,
        rationaleHash: random.sha256(),
        minutesSpent: random.integer(2, 48),
      },
      tags: ["human-oversight"],
    };
  },

  ALERT(model, random) {
    const [, slowestMs] = model.latencyMs;
    const [metric, threshold, decimals] = random.pick<[metric: string, threshold: number, decimals: number]>([
      ["populationStabilityIndex", 0.2, 3],
      ["errorRate", 0.02, 4],
      ["latencyP95Ms", slowestMs, 0],
      ["approvalRateGap", 0.05, 3],
    ]);
    return {
      eventType: "ALERT",
      severity: random.weighted({ MEDIUM: 5, HIGH: 3, CRITICAL: 2 }),
      actor: actors.system("drift-monitor"),
      payload: {
        rule: `${metric} above threshold`,
        metric,
        observed: random.decimal(threshold * 1.05, threshold * 1.8, decimals),
        threshold,
        windowHours: random.pick([1, 6, 24]),
        modelVersion: model.registration.version,
      },
      tags: ["monitoring"],
    };
  },
};

/** The independent validation before a deployment. The next one is due a year later. */
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
      nextReviewDue: new Date(atMs + 365 * 86_400_000).toISOString().slice(0, 10),
    },
    tags: ["validation"],
  };
}
