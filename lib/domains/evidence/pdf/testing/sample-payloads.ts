import type { EventType } from "@/lib/domains/audit-chain/enums";

export const people = ["Amara Okafor", "Jonas Lindqvist", "Priya Raman", "Marek Nowak"] as const;

/** The number of events of a type per hundred events, and their payload. */
export const kinds: readonly (readonly [EventType, number, (turn: number) => Record<string, unknown>])[] = [
  [
    "INFERENCE",
    58,
    (turn) => ({
      modelVersion: versionOf(turn),
      decision: turn % 5 === 0 ? "REFER" : "APPROVE",
      confidence: Number((0.61 + (turn % 38) / 100).toFixed(2)),
      automated: turn % 7 !== 0,
      purpose: "consumer credit decision",
      latencyMs: 18 + (turn % 60),
    }),
  ],
  [
    "HUMAN_REVIEW",
    12,
    (turn) => ({
      kind: turn % 9 === 0 ? "VALIDATION" : "OVERSIGHT",
      outcome: turn % 6 === 0 ? "OVERRIDDEN" : "CONFIRMED",
      reviewerRole: "Senior credit officer",
      reviewerPseudonym: `reviewer-${turn % 4}`,
      independentOfDevelopment: true,
      durationSec: 40 + (turn % 300),
      reason: "Income document and application agree",
    }),
  ],
  [
    "ALERT",
    8,
    (turn) => ({
      category: "DRIFT",
      metric: "population stability index",
      value: Number((0.21 + (turn % 9) / 100).toFixed(2)),
      threshold: 0.2,
      ...(turn % 3 === 0 ? {} : { acknowledgedAt: "2026-02-01T10:00:00.000Z" }),
      ...(turn % 2 === 0
        ? { resolvedAt: "2026-02-02T10:00:00.000Z", correctiveAction: "Threshold for manual referral lowered" }
        : {}),
    }),
  ],
  [
    "CONFIG_CHANGE",
    7,
    (turn) => ({
      field: "referralThreshold",
      before: "0.55",
      after: "0.62",
      kind: turn % 2 === 0 ? "THRESHOLD" : "RESTRICTION",
      reason: "Quarterly review of the referral policy",
      changedBy: people[turn % 4],
      approvedBy: people[(turn + 1) % 4],
    }),
  ],
  [
    "DATA_ACCESS",
    6,
    () => ({
      datasetId: "ds-applications-2025",
      purpose: "monthly monitoring",
      lawfulBasis: "legitimate interest",
      containsPersonalData: true,
      rows: 48_210,
    }),
  ],
  [
    "DEPLOYMENT",
    3,
    (turn) => ({
      modelVersion: versionOf(turn),
      environment: "production",
      changeTicket: `CHG-${4100 + turn}`,
      approvedBy: ["Amara Okafor", "Marek Nowak"],
      intendedPurpose: "Assess applications for consumer credit",
      tier: 1,
    }),
  ],
  [
    "TRAINING_COMPLETED",
    2,
    () => ({
      runId: "run-0417",
      passed: true,
      metrics: [
        { name: "AUC", value: 0.812 },
        { name: "KS", value: 0.47 },
      ],
      testReport: { hash: "sha256:5f1c", signedBy: "Priya Raman" },
    }),
  ],
  [
    "TRAINING_STARTED",
    2,
    () => ({
      runId: "run-0417",
      datasets: [{ id: "ds-applications-2025", version: "7" }],
      codeCommit: "9f31c7e",
      baseModel: "gradient boosting",
    }),
  ],
  [
    "SHADOW_AI_DETECTED",
    2,
    (turn) => ({
      provider: "OpenAI",
      endpointHost: "api.openai.com",
      severity: "HIGH",
      callVolume: 120 + turn,
      status: turn % 2 === 0 ? "RESOLVED" : "OPEN",
      resolution: "APPROVED_EXCEPTION",
      exceptionExpiresAt: "2026-06-30T00:00:00.000Z",
    }),
  ],
];

function versionOf(turn: number): string {
  return turn < 200 ? "2.3.0" : "2.4.1";
}
