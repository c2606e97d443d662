import { expect, test } from "vitest";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { healthOf } from "./model-health";

const readAt = Date.parse("2026-06-01T00:00:00.000Z");
const model = {
  ...{ id: "mdl_1", version: "4.2.0", archived: false },
  ...{ description: "Scores applications.", ownerEmail: "risk@example.com", riskTier: "HIGH" },
} as Model;

const notRead = "High-severity and critical events other than alerts were not checked.";
const notAllRead = "Not all reviews, deployments and alerts were checked.";

type Given = Partial<AuditEvent>;
let events = 0;
const event = (given: Given) =>
  ({
    modelId: model.id,
    severity: "INFO",
    verified: true,
    timestamp: "2026-05-10T00:00:00.000Z",
    payload: {},
    id: `evt_${++events}`,
    ...given,
  }) as AuditEvent;
const list = (given: Given[], hasMore = false) =>
  ({ data: given.map(event), pagination: { total: given.length, hasMore } }) as EventList;

interface Records {
  reviews?: Given[];
  alerts?: Given[];
  deployments?: Given[];
  hasMore?: boolean;
}

function health({ reviews = [], alerts = [], deployments = [], hasMore = false }: Records) {
  const lists = { matches: list(reviews, hasMore), deployments: list(deployments), alerts: list(alerts, hasMore) };
  return healthOf(model, { ...lists, readAt });
}

const approval = {
  payload: { kind: "APPROVAL", outcome: "APPROVED", modelVersion: "4.2.0" },
  timestamp: "2026-04-01T00:00:00.000Z",
};
const validated = (payload: AuditEvent["payload"] = {}) => ({
  payload: {
    ...{ kind: "MODEL_VALIDATION", outcome: "APPROVED", modelVersion: "4.2.0", independentOfDevelopment: true },
    ...{ nextReviewDue: "2027-01-15", ...payload },
  },
});

test("counts the unresolved alerts of the model, of any age, with the highest severity", () => {
  const alerts: Given[] = [
    { severity: "HIGH" },
    { severity: "MEDIUM" },
    { severity: "CRITICAL", payload: { resolvedAt: "2026-05-11" } },
    { severity: "CRITICAL", modelId: "mdl_2" },
    { severity: "LOW", timestamp: "2026-03-01T00:00:00.000Z" },
  ];
  const found = health({ reviews: [approval, validated()], alerts });
  expect(found.alerts).toEqual({ open: 3, highest: "HIGH", isPart: false });
  expect(found.issues.details).toBe(`Open issue: 3 unresolved alerts (1 of high or critical severity). ${notRead}`);
  expect(health({}).alerts).toEqual({ open: 0, highest: undefined, isPart: false });
});

test("states that the number is a minimum if alerts exist that were not read", () => {
  const found = health({ reviews: [approval, validated()], alerts: [{}], hasMore: true });
  expect(found.alerts).toMatchObject({ open: 1, isPart: true });
  expect(found.issues.details).toBe(`Open issue: at least 1 unresolved alert. ${notRead}`);
});

test.each<[string, Records, { result: string; text: string; details: string }]>([
  ["no issue", { reviews: [approval, validated()] }, { result: "none", text: "None found", details: notRead }],
  [
    "missing decisions",
    {},
    {
      ...{ result: "attention", text: "2 open issues" },
      details: `Open issues: no validation recorded, no approval recorded. ${notRead}`,
    },
  ],
  [
    "an overdue review and drift",
    {
      reviews: [approval, validated({ nextReviewDue: "2026-05-30" })],
      alerts: [{ payload: { metric: "psi", value: 0.3, threshold: 0.2, resolvedAt: "2026-05-11" } }],
    },
    {
      ...{ result: "failed", text: "1 failed check" },
      details: `Failed check: review overdue. Open issue: last recorded drift value above its threshold. ${notRead}`,
    },
  ],
  [
    "another version in production",
    {
      reviews: [approval, validated()],
      deployments: [{ eventType: "DEPLOYMENT", payload: { modelVersion: "5.0", environment: "production" } }],
    },
    { result: "attention", text: "1 open issue", details: `Open issue: other version deployed. ${notRead}` },
  ],
  [
    "an approved deployment before the latest one",
    {
      reviews: [validated()],
      deployments: [
        { eventType: "DEPLOYMENT", payload: {} },
        { eventType: "DEPLOYMENT", payload: { approvedBy: "A" }, timestamp: "2026-04-01T00:00:00.000Z" },
      ],
    },
    { result: "attention", text: "1 open issue", details: `Open issue: latest deployment not approved. ${notRead}` },
  ],
  [
    "decisions that may not have been read",
    { hasMore: true },
    { result: "none", text: "None found", details: `${notAllRead} ${notRead}` },
  ],
  [
    "alerts that were not read",
    { reviews: [approval, validated()], alerts: [{ payload: { resolvedAt: "2026-05-11" } }], hasMore: true },
    { result: "none", text: "None found", details: `${notAllRead} ${notRead}` },
  ],
])("names the issues of a model with %s", (_, records, issues) => {
  expect(health(records).issues).toEqual(issues);
});

test("reports drift only since the latest approval, as the model's page does", () => {
  const payload = { metric: "psi", value: 0.3, threshold: 0.2, resolvedAt: "2026-03-11" };
  const alerts = [{ payload, timestamp: "2026-03-01T00:00:00.000Z" }];
  expect(health({ reviews: [approval, validated()], alerts }).issues.text).toBe("None found");
});

test.each([
  ["2027-01-15", false],
  ["2026-05-31T12:00:00Z", true],
])("shows whether the next review, due on %s, is overdue", (nextReviewDue, isOverdue) => {
  const { nextReview } = health({ reviews: [validated({ nextReviewDue })] });
  expect(nextReview).toEqual({ due: nextReviewDue, isOverdue });
  expect(health({}).nextReview).toBeNull();
});
