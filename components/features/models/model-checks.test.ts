import { describe, expect, it } from "vitest";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { checksOf } from "./model-checks";

const readAt = Date.parse("2026-06-01T00:00:00.000Z");
const model = {
  archived: false,
  description: "Scores applications.",
  ownerEmail: "risk@example.com",
  riskTier: "HIGH",
  version: "4.2.0",
} as Model;

type Given = Partial<Pick<AuditEvent, "eventType" | "payload" | "severity" | "timestamp" | "verified">>;
let position = 0;
const event = (given: Given): AuditEvent =>
  ({
    eventType: "HUMAN_REVIEW",
    severity: "INFO",
    timestamp: "2026-05-01T00:00:00.000Z",
    verified: true,
    chainPosition: ++position,
    id: `evt_${position}`,
    ...given,
  }) as AuditEvent;
const list = (given: Given[], hasMore = false) =>
  ({ data: given.map(event), pagination: { total: given.length, hasMore } }) as EventList;

interface Records {
  reviews?: Given[];
  deployments?: Given[];
  alerts?: Given[];
  hasMore?: boolean;
}

function resultsOf({ reviews = [], deployments = [], alerts = [], hasMore = false }: Records, of: Model = model) {
  const checks = checksOf(of, {
    reviews: list(reviews, hasMore),
    deployments: list(deployments),
    alerts: list(alerts),
    readAt,
  });
  return Object.fromEntries(checks.map(({ label, result, text }) => [label, `${result}: ${text}`]));
}

const valid = {
  kind: "MODEL_VALIDATION",
  outcome: "APPROVED",
  independentOfDevelopment: true,
  nextReviewDue: "2027-01-15",
  modelVersion: "v4.2.0",
};

describe("the validation of a model", () => {
  it.each([
    [valid, "passed: Approved. Next review due on 15 Jan 2027."],
    [{ ...valid, outcome: "REJECTED" }, "failed: Rejected."],
    [{ ...valid, nextReviewDue: "2026-05-31T12:00:00Z" }, "failed: Next review was due on 31 May 2026."],
    [{ ...valid, independentOfDevelopment: "no" }, "failed: Not independent of development."],
    [{ ...valid, outcome: "APPROVED_WITH_CONDITIONS" }, "attention: Approved with conditions."],
    [{ ...valid, modelVersion: "4.1.0" }, "attention: Covers version 4.1.0. The registered version is 4.2.0."],
    [
      { kind: "validation" },
      "attention: No outcome recorded. Independence from development not recorded. Next review date not recorded.",
    ],
    [{ ...valid, kind: "CASE_REVIEW" }, "attention: Not recorded"],
    [null, "attention: Not recorded"],
  ])("%j is %s", (payload, expected) => {
    expect(resultsOf({ reviews: [{ payload }] })["Latest validation"]).toBe(expected);
  });

  it("is the latest one, and not verified if its hash does not match", () => {
    const older = { payload: { ...valid, outcome: "REJECTED" }, timestamp: "2026-04-01T00:00:00.000Z" };
    expect(resultsOf({ reviews: [older, { payload: valid }] })["Latest validation"]).toMatch(/^passed/);
    expect(resultsOf({ reviews: [{ payload: valid, verified: false }] })["Latest validation"]).toMatch(
      /^failed: Not verified/,
    );
    expect(resultsOf({ reviews: [older], hasMore: true })["Latest approval"]).toMatch(/^attention: Not found/);
  });
});

describe("the other checks", () => {
  it("need attention or fail without records", () => {
    const empty = { archived: true, description: null, ownerEmail: null, riskTier: null, version: null } as Model;
    expect(resultsOf({}, empty)).toEqual({
      Lifecycle: "failed: Archived. The model accepts no new events.",
      Purpose: "attention: Not recorded",
      Owner: "attention: Not recorded",
      "Risk tier": "attention: Not recorded",
      "Latest validation": "attention: Not recorded",
      "Latest approval": "attention: Not recorded",
      "Latest deployment": "none: Not recorded",
      "Alerts in the last 30 days": "passed: None recorded",
      Drift: "none: Not recorded",
    });
  });

  it("read approvals, deployments and alerts", () => {
    const approval = { payload: { kind: "APPROVAL", outcome: "APPROVED" } };
    const deployment = (payload: AuditEvent["payload"]): Given => ({
      ...{ eventType: "DEPLOYMENT", timestamp: "2026-05-02T00:00:00.000Z", payload },
    });
    expect(resultsOf({ reviews: [approval] })["Latest approval"]).toBe("passed: Approved.");
    expect(
      resultsOf({ reviews: [approval], deployments: [deployment({ approvedBy: "none" })] })["Latest approval"],
    ).toMatch(/^failed: .* not approved/);
    const unknown = { reviews: [approval], deployments: [deployment({ approvedBy: "unknown" })] };
    expect(resultsOf(unknown)["Latest approval"]).toBe("passed: Approved.");
    const earlier = { ...deployment({ approvedBy: "A" }), timestamp: "2026-04-01T00:00:00.000Z" };
    expect(resultsOf({ deployments: [deployment({}), earlier] })["Latest approval"]).toBe(
      "attention: Deployment approved by A. The latest deployment has no recorded approval.",
    );
    const approved = resultsOf({ deployments: [deployment({ approvedBy: ["A", "B"], modelVersion: "5.0" })] });
    expect(approved["Latest approval"]).toBe("passed: Deployment approved by A, B.");
    expect(approved["Latest deployment"]).toMatch(/^attention: Version 5\.0.*The registered version is 4\.2\.0\.$/);

    const drift = { eventType: "ALERT", payload: { category: "DRIFT", metric: "psi", value: 0.3 } } as const;
    const resolved = { ...drift, payload: { ...drift.payload, resolvedAt: "2026-05-03" } };
    const open = resultsOf({ alerts: [{ ...drift, severity: "HIGH" }, resolved] });
    expect(open["Alerts in the last 30 days"]).toBe(
      "attention: 2 recorded. 1 without a recorded resolution, including 1 of high or critical severity.",
    );
    expect(open.Drift).toBe("attention: psi · Observed 0.3");
    expect(resultsOf({ alerts: [resolved] }).Drift).toBe("none: psi · Observed 0.3");
  });
});
