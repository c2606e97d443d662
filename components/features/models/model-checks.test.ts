import { describe, expect, it } from "vitest";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { answerOf, checksOf } from "./model-checks";
import { countedSince } from "./model-records";

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
const list = (given: Given[], hasMore = false, total = given.length) =>
  ({ data: given.map(event), pagination: { total, hasMore } }) as EventList;

interface Records {
  reviews?: Given[];
  deployments?: Given[];
  alerts?: Given[];
  severe?: Given[];
  inferences?: Given[];
  since?: string | null;
  /** Whether each list has earlier events. */
  hasMore?: boolean;
}

function checked(
  { alerts = [], severe = [], inferences = [], since = null, ...decisions }: Records,
  of: Model = model,
) {
  return checksOf(of, {
    ...decided(decisions),
    since,
    alerts: list(alerts),
    severe: [list(severe, decisions.hasMore)],
    inferences: list(inferences),
    readAt,
  });
}

function decided({ reviews = [], deployments = [], hasMore = false }: Records) {
  return {
    reviews: list([], hasMore),
    matches: list(reviews, hasMore),
    deployments: list(deployments, hasMore),
  };
}

function resultsOf(records: Records, of: Model = model) {
  const checks = checked(records, of);
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
    [{ ...valid, modelVersion: undefined }, "attention: Version not recorded."],
    [{ ...valid, modelVersion: "4.1.0" }, "attention: Covers version 4.1.0. The registered version is 4.2.0."],
    [
      { kind: "validation" },
      "attention: No outcome recorded. Independence from development not recorded. Next review date not recorded. Version not recorded.",
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
    expect(resultsOf({ reviews: [{ payload: valid }], hasMore: true })["Latest validation"]).toMatch(
      /^attention: Approved\..* This model has earlier records, which were not checked\.$/,
    );
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
      "Stops since the latest approval": "passed: None found",
      "Latest deployment": "none: Not recorded",
      "Latest inference": "none: None recorded",
      Alerts: "passed: None recorded",
      Drift: "none: No drift alerts recorded",
      "Other high-severity and critical events": "passed: None recorded",
      "Integrity of these records": "none: No events were checked",
    });
  });

  it("read approvals, deployments and alerts", () => {
    const approval = { payload: { kind: "APPROVAL", outcome: "APPROVED", modelVersion: "4.2.0" } };
    const deployment = (payload: AuditEvent["payload"]): Given => ({
      ...{ eventType: "DEPLOYMENT", timestamp: "2026-05-02T00:00:00.000Z", payload },
    });
    expect(resultsOf({ reviews: [approval] })["Latest approval"]).toBe("passed: Approved.");
    expect(
      resultsOf({ reviews: [approval], deployments: [deployment({ approvedBy: "none" })] })["Latest approval"],
    ).toMatch(/^failed: .* not approved/);
    expect(resultsOf({ reviews: [{ payload: { ...approval.payload, modelVersion: "" } }] })["Latest approval"]).toBe(
      "attention: Approved. Version not recorded.",
    );
    expect(resultsOf({ deployments: [deployment({ approvedBy: "A" })], hasMore: true })["Latest deployment"]).toMatch(
      /^attention: .*earlier records/,
    );
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
    const open = resultsOf({ alerts: [{ ...drift, severity: "HIGH" }, resolved], since: "2026-05-02T00:00:00.000Z" });
    expect(open.Alerts).toBe("attention: 2 alerts since 2 May 2026, 1 unresolved (of high or critical severity).");
    expect(open.Drift).toBe("attention: psi · Observed 0.3");
    expect(resultsOf({ alerts: [resolved] }).Drift).toBe("none: psi · Observed 0.3");
    for (const resolvedAt of ["unknown", "n/a", "pending", true]) {
      const pending = { ...drift, payload: { ...drift.payload, resolvedAt } };
      expect(resultsOf({ alerts: [pending] }).Alerts).toBe("attention: 1 alert recorded, 1 unresolved.");
    }
  });

  it("compare the version in production, without failed deployments and other environments", () => {
    const deployed = (...deployments: [payload: AuditEvent["payload"], day?: string][]) =>
      checked({
        deployments: deployments.map(([payload, day = "02"]) => ({
          ...{ eventType: "DEPLOYMENT", timestamp: `2026-05-${day}T00:00:00.000Z`, payload },
        })),
      }).find(({ label }) => label.startsWith("Latest deployment"));
    const production = { modelVersion: "5.0", environment: "production" };
    const [label, issue] = ["Latest deployment in production", "other version deployed"];
    const found = { label, result: "attention", issue };
    expect(deployed([production])).toMatchObject(found);
    expect(deployed([production], [{ modelVersion: "4.2.0", environment: "staging" }, "03"])).toMatchObject(found);
    expect(deployed([production], [{ modelVersion: "v4.2.0", environment: "production" }, "03"])).toMatchObject({
      ...{ label, result: "none" },
    });
    const unaffected = { label: "Latest deployment", result: "none" };
    expect(deployed([{ ...production, environment: "staging" }])).toMatchObject(unaffected);
    expect(deployed([{ ...production, state: "FAILURE" }])).toMatchObject(unaffected);
    expect(deployed([{ ...production, kind: "DEPLOYMENT_REQUESTED" }])).toMatchObject(unaffected);
  });

  it("state the latest inference without a result", () => {
    const found = (given: Given) => {
      const checks = checked({ inferences: [{ eventType: "INFERENCE", payload: {}, ...given }] });
      return checks.find(({ label }) => label === "Latest inference");
    };
    expect(found({})).toMatchObject({ result: "none", text: "1 May 2026, 00:00", event: { eventType: "INFERENCE" } });
    expect(found({ verified: false })).toMatchObject({ result: "none", text: expect.stringMatching(/^Not verified/) });
  });

  it("report drift above its threshold, also if its alert is resolved", () => {
    const drift = { metric: "psi", value: 0.3, threshold: 0.2 };
    const found = (payload: AuditEvent["payload"]) => checked({ alerts: [{ eventType: "ALERT", payload }] });
    const driftOf = (payload: AuditEvent["payload"]) => found(payload).find(({ label }) => label === "Drift");
    expect(driftOf(drift)).toMatchObject({ result: "attention", text: "psi · Observed 0.3 · Threshold 0.2" });
    const resolved = { ...drift, resolvedAt: "2026-05-03" };
    expect(driftOf(resolved)).toMatchObject({
      result: "attention",
      text: "Above its threshold in the latest drift alert (0.3, threshold 0.2). The alert was resolved on 3 May 2026, but no later alert event records a newer value.",
    });
    expect(answerOf(found(resolved)).text).toMatch(/, drift above its threshold\.$/);
    expect(driftOf({ ...resolved, value: 0.1 })).toMatchObject({ result: "none" });
  });

  it("include events of high or critical severity that are not alerts, unless they are resolved", () => {
    const found = { eventType: "SHADOW_AI_DETECTED", payload: {} } as const;
    const resultOf = (...severe: Given[]) => resultsOf({ severe })["Other high-severity and critical events"];
    expect(resultOf(found)).toBe("attention: 1 recorded. Latest: Shadow AI detected.");
    expect(resultOf({ ...found, payload: { resolvedAt: "2026-05-03" } })).toBe("passed: 1 recorded");
    expect(resultOf({ eventType: "ALERT", payload: {} })).toBe("passed: None recorded");
  });

  it("state no number or absence for alerts and events that were not read", () => {
    const read = (alerts: Given[], severe: Given[], total: number) =>
      checksOf(model, {
        ...decided({ reviews: [{ payload: valid }] }),
        since: "2026-05-02T00:00:00.000Z",
        alerts: list(alerts, true, total),
        severe: [list(severe, true, total), list([])],
        inferences: list([]),
        readAt,
      });
    const textsOf = (checks: ReturnType<typeof read>) =>
      Object.fromEntries(checks.map(({ label, result, text }) => [label, `${result}: ${text}`]));
    const alert = { eventType: "ALERT", payload: { metric: "latency" } } as const;
    const found = { eventType: "SHADOW_AI_DETECTED", payload: {} } as const;
    const resolved = (given: Given) => ({ ...given, payload: { resolvedAt: "2026-05-03" } });

    const open = read([alert, { ...alert, severity: "HIGH" }], [found, found], 250);
    expect(textsOf(open)).toMatchObject({
      Alerts: "attention: 250 alerts since 2 May 2026. Of the latest 2: 2 unresolved (1 of high or critical severity).",
      Drift: "none: No drift alerts among the latest 2 alerts",
      "Other high-severity and critical events":
        "attention: At least 2 recorded since 2 May 2026. Latest: Shadow AI detected. This model has earlier records, which were not checked.",
    });
    expect(answerOf(open).text).toContain("at least 2 unresolved alerts (1 of high or critical severity)");

    const closed = read([resolved(alert)], [resolved(found)], 250);
    expect(textsOf(closed)).toMatchObject({
      Alerts: "attention: 250 alerts since 2 May 2026. Of the latest 1: 0 unresolved.",
      "Other high-severity and critical events":
        "attention: All that were checked are resolved. This model has earlier records, which were not checked.",
    });
    expect(answerOf(closed).text).toMatch(/ alerts, other high-severity and critical events\.$/);

    const onlyAlerts = read([alert], [alert], 250);
    expect(textsOf(onlyAlerts)["Other high-severity and critical events"]).toBe(
      "attention: None found. This model has earlier records, which were not checked.",
    );
  });

  it("count alerts and severe events since the latest approval, or for the last 30 days if that is longer", () => {
    const approval = (timestamp: string) => ({ timestamp, payload: { kind: "APPROVAL", outcome: "APPROVED" } });
    const since = (...reviews: Given[]) => countedSince(decided({ reviews }), readAt);
    expect(since(approval("2026-01-05T00:00:00.000Z"))).toBe("2026-01-05T00:00:00.000Z");
    expect(since(approval("2026-05-30T00:00:00.000Z"))).toBe("2026-05-02T00:00:00.000Z");
    expect(since()).toBeNull();
  });

  it("are named in the answer if they did not pass", () => {
    const reviews = [{ payload: valid }, { payload: { kind: "APPROVAL", outcome: "APPROVED", modelVersion: "4.2.0" } }];
    const drift = { eventType: "ALERT", payload: { metric: "populationStabilityIndex" } } as const;
    const answer = (records: Records, of?: Model) => answerOf(checked(records, of)).text;
    expect(answer({ reviews })).toBe("Yes. The checks found no open issues.");
    expect(answer({ reviews, alerts: [drift] })).toBe("Partially. Open issues: 1 unresolved alert, drift.");
    expect(answer({ reviews, alerts: [{ ...drift, severity: "HIGH" }] })).toBe(
      "Partially. Open issues: 1 unresolved alert (of high or critical severity), drift.",
    );
    expect(answer({ reviews }, { ...model, archived: true, ownerEmail: null })).toBe(
      "No. Failed: lifecycle. Open issues: owner.",
    );
  });

  it("fail after a stop that is later than the approval, but not after a decision on a case", () => {
    const approval = { payload: { kind: "APPROVAL", outcome: "APPROVED", modelVersion: "4.2.0" } };
    const later = (payload: AuditEvent["payload"], timestamp = "2026-05-03T00:00:00.000Z") => {
      return resultsOf({ reviews: [approval, { payload, timestamp }] })["Stops since the latest approval"];
    };
    const stop = { kind: "incident", outcome: "suspended" };
    expect(later(stop)).toBe("failed: Suspended.");
    expect(later(stop, "2026-04-03T00:00:00.000Z")).toBe("passed: None found");
    expect(later({ kind: "CASE_REVIEW", outcome: "stopped" })).toBe("passed: None found");
  });

  it("fail if the content of any record does not match its hash", () => {
    const given = { reviews: [{ payload: {}, verified: false }], deployments: [{ payload: {} }] };
    expect(resultsOf(given)["Integrity of these records"]).toMatch(/^failed: Not verified/);
    expect(resultsOf({ deployments: [{ payload: {} }, { payload: {} }] })["Integrity of these records"]).toBe(
      "passed: All 2 checked reviews, deployments, inferences, alerts and severe events match their hashes.",
    );
  });
});
