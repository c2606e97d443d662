import { expect, test } from "vitest";
import {
  fromViewQuery,
  statusOf,
  toDetectionFilter,
  toListQuery,
  toOverdueQuery,
  toViewQuery,
  withFilters,
  withStatus,
} from "@/components/features/shadow-ai/filters";

const me = "ada@example.com";

test.each([
  ["", "OPEN"],
  ["status=all", "all"],
  ["status=DISMISSED", "DISMISSED"],
  ["status=UNHEARD", "OPEN"],
  ["due=overdue", "all"],
  ["resolution=STOPPED", "all"],
  ["modelId=mdl_1", "all"],
  ["due=overdue&status=OPEN", "OPEN"],
  ["assignedTo=me", "OPEN"],
  ["due=any&assignedTo=me", "all"],
  ["snoozed=only", "all"],
  ["snoozed=all", "OPEN"],
])("the URL %j shows the status %s", (query, status) => {
  expect(statusOf(fromViewQuery(query))).toBe(status);
});

test.each([
  ["", { status: "OPEN", snoozed: "exclude" }],
  ["status=all", { snoozed: "exclude" }],
  ["status=all&snoozed=all", {}],
  ["snoozed=only", { snoozed: "only" }],
  ["due=overdue", { due: "overdue" }],
  ["snoozed=all&assignedTo=me", { status: "OPEN", assignedTo: me }],
  ["snoozed=all&assignedTo=none", { status: "OPEN", assignedTo: "none" }],
  ["snoozed=all&assignedTo=invalid", { status: "OPEN" }],
  [
    "status=all&snoozed=all&minConfidence=0.9&minCostUSD=100&q=%20open%20",
    { minConfidence: 0.9, minCostUSD: 100, q: "open" },
  ],
  ["status=all&snoozed=all&from=-7d&severity=HIGH&factor=NO_DPA", { from: "-7d", severity: "HIGH", factor: "NO_DPA" }],
])("the URL %j becomes the API filter %j", (query, filter) => {
  expect(toDetectionFilter(fromViewQuery(query), me)).toEqual(filter);
});

test("overdue detections are counted with any status, under the other filters", () => {
  expect(toOverdueQuery(fromViewQuery("status=RESOLVED&snoozed=only&severity=HIGH"), me)).toEqual({
    ...{ due: "overdue", severity: "HIGH", limit: 1 },
  });
});

test("the list is sorted by severity unless the URL sets another order", () => {
  expect(toListQuery(fromViewQuery(""), me)).toEqual({
    ...{ status: "OPEN", snoozed: "exclude", sort: "score", order: "desc" },
  });
  expect(toListQuery(fromViewQuery("sort=due&order=asc"), me)).toMatchObject({ sort: "due", order: "asc" });
});

test.each([
  ["", "INVESTIGATING", { status: "INVESTIGATING" }],
  ["status=all", "OPEN", { status: null }],
  ["resolution=STOPPED", "OPEN", { status: null, resolution: null, modelId: null }],
  ["resolution=STOPPED", "RESOLVED", { status: "RESOLVED", due: null }],
  ["due=week", "OPEN", { status: "OPEN", resolution: null, modelId: null }],
  ["due=week", "DISMISSED", { status: "DISMISSED", due: null }],
  ["snoozed=only", "RESOLVED", { status: "RESOLVED", snoozed: null }],
] as const)("with %j, selecting the status %s changes %j", (query, status, change) => {
  expect(withStatus(fromViewQuery(query), status)).toMatchObject(change);
});

test.each([
  ["status=OPEN", { resolution: "STOPPED" }, { resolution: "STOPPED", status: null }],
  ["status=RESOLVED", { resolution: "STOPPED" }, { resolution: "STOPPED" }],
  ["status=DISMISSED", { due: "overdue" }, { due: "overdue", status: null }],
  ["status=OPEN", { due: "overdue" }, { due: "overdue" }],
  ["status=OPEN", { q: "open" }, { q: "open" }],
] as const)("with %j, the change %j becomes %j", (query, change, result) => {
  expect(withFilters(fromViewQuery(query), change)).toEqual(result);
});

test("a view contains exactly the filters and the order of the URL", () => {
  const query = "assignedTo=me&order=asc&severity=HIGH&sort=due";
  const kept = new URLSearchParams(toViewQuery(fromViewQuery(`${query}&open=sad_1`)));
  kept.sort();
  expect(kept.toString()).toBe(query);
  expect(toViewQuery(fromViewQuery(""))).toBe("");
});
