import { describe, expect, it } from "vitest";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { answerOf } from "./model-checks";
import { checked, type Given, model, type Records, resultsOf, valid } from "./testing";

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

  it("read approvals and deployments", () => {
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

  it("are named in the answer if they did not pass", () => {
    const reviews = [{ payload: valid }, { payload: { kind: "APPROVAL", outcome: "APPROVED", modelVersion: "4.2.0" } }];
    const drift = { eventType: "ALERT", payload: { metric: "populationStabilityIndex" } } as const;
    const answer = (records: Records, of?: Model) => answerOf(checked(records, of)).text;
    expect(answer({ reviews })).toBe("Yes. The checks found no open issues.");
    expect(answer({ reviews, alerts: [drift] })).toBe(
      "Partially. Open issues: 1 unresolved alert, unresolved drift alert.",
    );
    expect(answer({ reviews, alerts: [{ ...drift, severity: "HIGH" }] })).toBe(
      "Partially. Open issues: 1 unresolved alert (of high or critical severity), unresolved drift alert.",
    );
    expect(answer({ reviews }, { ...model, archived: true, ownerEmail: null })).toBe(
      "No. Failed check: model archived. Open issue: no owner recorded.",
    );
  });

  it.each<[string, AuditEvent["payload"]]>([
    ["validation rejected", { ...valid, outcome: "REJECTED" }],
    ["validation with conditions", { ...valid, outcome: "APPROVED_WITH_CONDITIONS" }],
    ["validation outcome “Pending”", { ...valid, outcome: "PENDING" }],
    ["validation without an outcome", { ...valid, outcome: "" }],
    ["validation not independent", { ...valid, independentOfDevelopment: false }],
    ["independence of validation not recorded", { ...valid, independentOfDevelopment: null }],
    ["review overdue", { ...valid, nextReviewDue: "2026-05-30" }],
    ["no next review date recorded", { ...valid, nextReviewDue: "" }],
    ["validation of another version", { ...valid, modelVersion: "4.1.0" }],
    ["no validation recorded", {}],
    ["approval declined", { kind: "APPROVAL", outcome: "DECLINED", modelVersion: "4.2.0" }],
    ["approval without a version", { kind: "APPROVAL", outcome: "APPROVED" }],
    ["no approval recorded", valid],
  ])("name the issue “%s”", (issue, payload) => {
    const { failed, open } = answerOf(checked({ reviews: [{ payload }] }));
    expect([...failed, ...open]).toContain(issue);
  });

  it("name deployments that are not approved, stops and changed records as issues", () => {
    const deployed = (payload: AuditEvent["payload"], timestamp = "2026-05-02T00:00:00.000Z"): Given => ({
      ...{ eventType: "DEPLOYMENT", payload, timestamp },
    });
    const issuesOf = (records: Records) => {
      const { failed, open } = answerOf(checked({ reviews: [{ payload: valid }], ...records }));
      return [...failed, ...open];
    };
    const approved = deployed({ approvedBy: "A" }, "2026-04-01T00:00:00.000Z");
    expect(issuesOf({ deployments: [deployed({}), approved] })).toEqual(["latest deployment not approved"]);
    expect(issuesOf({ deployments: [deployed({ approved: false })] })).toEqual(["deployment recorded as not approved"]);
    const stop = { payload: { kind: "incident", outcome: "suspended" } };
    expect(issuesOf({ reviews: [{ payload: valid }, stop], deployments: [approved] })).toEqual([
      "stopped without a later approval",
    ]);
    expect(issuesOf({ deployments: [deployed({ approvedBy: "A" })], hasMore: true })).toEqual([
      "earlier records not checked",
    ]);
    const changed = { ...deployed({ approvedBy: "A" }), verified: false };
    expect(issuesOf({ deployments: [changed] })).toEqual([
      "latest approval not verified",
      "latest deployment not verified",
      "1 record does not match its hash",
    ]);
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
