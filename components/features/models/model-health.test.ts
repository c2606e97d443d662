import { expect, test } from "vitest";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { healthOf } from "./model-health";

const readAt = Date.parse("2026-06-01T00:00:00.000Z");
const model = { id: "mdl_1", version: "4.2.0" } as Model;

type Given = Partial<AuditEvent>;
const event = (given: Given) =>
  ({
    modelId: model.id,
    severity: "INFO",
    verified: true,
    timestamp: "2026-05-10T00:00:00.000Z",
    recordedAt: given.timestamp ?? "2026-05-10T00:00:00.000Z",
    payload: {},
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

const approval = { payload: { kind: "APPROVAL", outcome: "APPROVED" }, timestamp: "2026-04-01T00:00:00.000Z" };

test("counts the unresolved alerts of the model since its latest approval, with the highest severity", () => {
  const alerts: Given[] = [
    { severity: "HIGH" },
    { severity: "MEDIUM" },
    { severity: "CRITICAL", payload: { resolvedAt: "2026-05-11" } },
    { severity: "CRITICAL", modelId: "mdl_2" },
    { severity: "CRITICAL", timestamp: "2026-03-01T00:00:00.000Z" },
  ];
  expect(health({ reviews: [approval], alerts }).alerts).toEqual({ open: 2, highest: "HIGH", isPart: false });
  expect(health({ alerts }).alerts).toMatchObject({ open: 3, highest: "CRITICAL" });
  expect(health({}).alerts).toEqual({ open: 0, highest: undefined, isPart: false });
});

test("states that the number is a minimum only if the period has alerts that were not read", () => {
  const since = (timestamp: string) => health({ reviews: [approval], alerts: [{ timestamp }], hasMore: true }).alerts;
  expect(since("2026-05-10T00:00:00.000Z").isPart).toBe(true);
  expect(since("2026-03-01T00:00:00.000Z").isPart).toBe(false);
});

test.each<[string, Records, string, string]>([
  ["is not recorded", {}, "attention", "Not recorded"],
  ["is not found among the latest reviews", { hasMore: true }, "attention", "Not found"],
  ["was rejected", { reviews: [{ payload: { kind: "VALIDATION", outcome: "REJECTED" } }] }, "failed", "Rejected"],
  ["has no outcome", { reviews: [{ payload: { kind: "VALIDATION" } }] }, "attention", "No outcome"],
  [
    "does not match its hash",
    { reviews: [{ payload: { kind: "VALIDATION", outcome: "APPROVED" }, verified: false }] },
    "failed",
    "Not verified",
  ],
])("shows a validation that %s", (_, records, result, text) => {
  expect(health(records)).toMatchObject({ validation: { result, text }, nextReview: null });
});

test.each([
  ["2027-01-15", "passed", "Approved", false],
  ["2026-05-31T12:00:00Z", "failed", "Review overdue", true],
])("shows whether the next review, due on %s, is overdue", (nextReviewDue, result, text, isOverdue) => {
  const decision = { kind: "MODEL_VALIDATION", outcome: "APPROVED", modelVersion: "4.2.0" };
  const payload = { ...decision, independentOfDevelopment: true, nextReviewDue };
  expect(health({ reviews: [{ payload }] })).toMatchObject({
    validation: { result, text },
    nextReview: { due: nextReviewDue, isOverdue },
  });
});

test.each([
  ["APPROVED", "attention", "Other version deployed"],
  ["REJECTED", "failed", "Rejected"],
])("shows another version in production, unless the validation failed: %s", (outcome, result, text) => {
  const payload = { kind: "MODEL_VALIDATION", outcome, modelVersion: "4.2.0", nextReviewDue: "2027-01-15" };
  const reviews = [{ payload: { ...payload, independentOfDevelopment: true } }];
  const deployments = [
    { eventType: "DEPLOYMENT", payload: { modelVersion: "5.0", environment: "production" } } as const,
  ];
  const { validation } = health({ reviews, deployments });
  expect(validation).toMatchObject({ result, text });
  expect(validation.details).toMatch(/Version 5\.0 · production\. The registered version is 4\.2\.0\.$/);
});
