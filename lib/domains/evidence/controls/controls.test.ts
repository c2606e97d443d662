import { expect, test } from "vitest";
import { listEvents } from "@/lib/domains/audit-chain";
import { ListEventsQuery } from "@/lib/domains/audit-chain/schemas";
import { assignControl, closeAssignment, getAssignment } from "@/lib/domains/evidence/controls/assignments";
import { listControls } from "@/lib/domains/evidence/controls/controls";
import { supplyDocument } from "@/lib/domains/evidence/documents/documents";
import { type FrameworkId, frameworkIds } from "@/lib/domains/evidence/enums";
import { happen, make } from "@/lib/domains/evidence/generation/testing/pipeline";
import { AssignControl } from "@/lib/domains/evidence/schemas-assignments";
import { ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { SupplyDocument } from "@/lib/domains/evidence/schemas-documents";
import { createRequester, type Requester, temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { join } from "@/lib/domains/members/testing";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();

const period = { from: "2026-12-01T00:00:00.000Z", to: "2026-12-31T23:59:59.999Z" };
const at = (day: number) => new Date(Date.UTC(2026, 11, day, 9)).toISOString();

const change = { field: "threshold", before: 0.6, after: 0.7, reason: "Drift", changedBy: "Ada", approvedBy: "Grace" };
const passed = { metrics: { auc: 0.9 }, thresholds: { auc: 0.8 }, passed: true };

/** A model's December, with an event before it and one after it. */
async function createHistory(): Promise<Requester> {
  const requester = await createRequester();
  await happen(
    requester,
    { at: "2026-11-30T09:00:00.000Z", eventType: "CONFIG_CHANGE", payload: change },
    { at: at(2), eventType: "TRAINING_COMPLETED", payload: passed },
    { at: at(4), eventType: "CONFIG_CHANGE", payload: change },
    { at: at(5), eventType: "CONFIG_CHANGE", payload: { ...change, approvedBy: null } },
    { at: at(6), eventType: "HUMAN_REVIEW", payload: { overridden: true, reason: "Zoë said so" } },
    { at: at(7), eventType: "ALERT", severity: "HIGH", payload: { metric: "psi", value: 0.4, threshold: 0.2 } },
    { at: at(8), payload: { decision: "APPROVED", modelVersion: "2", explanation: "Income" } },
    { at: "2027-01-02T09:00:00.000Z", eventType: "CONFIG_CHANGE", payload: { ...change, approvedBy: null } },
  );
  return requester;
}

const others = frameworkIds.filter((id) => id !== "EU_AI_ACT_ANNEX_IV");

async function equalsPackage(framework: FrameworkId): Promise<void> {
  const requester = await createHistory();
  const { ctx, modelId } = requester;
  const document = { title: "A document", contentHash: `sha256:${"a".repeat(64)}` };
  const requirement = { EU_AI_ACT_ANNEX_IV: "8", FCA_SS1_23: "1.1", ISO_42001: "A.2.2" }[framework];
  await supplyDocument(ctx, SupplyDocument.parse({ framework, requirement, ...document }));
  const table = ControlTable.parse(await listControls(ctx, { modelId, framework, ...period }));
  const { row, bundle } = await make(requester, { framework, dateRange: period });
  const { requirements, coverage, documents = [] } = bundle.evidence.framework;
  expect(table.coverage).toEqual(row.coverage);
  expect(row.controls).toEqual(
    table.data.map(
      ({ requirement: id, title, counted, status, supporting, adverse, document: needed, documents: supplied }) => ({
        ...{ requirement: id, title, counted, status, supporting: supporting.events, adverse: adverse.events },
        ...(needed !== null && { documentNeeded: true }),
        ...(supplied.length > 0 && { documentSupplied: true }),
      }),
    ),
  );
  expect(table.coverage).toMatchObject(coverage);
  expect(table.totalEvents).toBe(bundle.evidence.summary.totalEvents);
  expect(
    table.data.map(({ requirement: id, status, reason, document: needed }) => ({ id, status, reason, needed })),
  ).toEqual(requirements.map(({ id, status, reason, document: needed }) => ({ id, status, reason, needed })));
  expect(new Set(table.data.map(({ status }) => status)).size).toBeGreaterThan(2);
  for (const [i, { supporting, adverse, evidence, documents: supplied }] of table.data.entries()) {
    const expected = requirements[i];
    expect(evidence).toEqual(expected?.evidence?.map(({ first: _first, last: _last, ...found }) => found));
    const named = expected?.evidence?.find(({ weight }) => weight === "reference")?.events ?? 0;
    expect(adverse.events).toBe(expected?.adverse);
    expect(supporting.events + adverse.events + named).toBe(expected?.events);
    expect(supplied).toEqual(documents.filter((one) => one.requirement === expected?.id));
  }
}

test("has the statuses, reasons and counts of a package for the same model, framework and period", () =>
  equalsPackage("EU_AI_ACT_ANNEX_IV"));

test.each(others)("has the statuses, reasons and counts of a package: %s", { tags: "full" }, equalsPackage);

test("names the events of a control, and the filter of the audit trail that returns exactly these events", async () => {
  const { ctx, modelId } = await createHistory();
  const { data } = await listControls(ctx, { modelId, framework: "ISO_42001", ...period });
  const listed = async (given: object) => {
    const query = ListEventsQuery.parse({ modelId, ...period, ...given });
    return (await listEvents(ctx, query)).data.map(({ id }) => id).reverse();
  };
  for (const { supporting, adverse } of data) {
    for (const { ids, events, byType, filter } of [supporting, adverse]) {
      expect(ids).toHaveLength(events);
      expect(Object.values(byType).reduce((sum, ofType) => sum + ofType, 0)).toBe(events);
      const { eventType } = filter ?? {};
      if (filter) expect(await listed(eventType ? { eventType } : {})).toEqual(ids);
    }
  }
  const filterOf = (id: string) => data.find(({ requirement }) => requirement === id)?.supporting.filter;
  expect(filterOf("A.6.2.8")).toEqual({ eventType: null });
  expect(filterOf("A.6.2.4")).toEqual({ eventType: "TRAINING_COMPLETED" });
  // One of two changes of the period.
  expect(filterOf("A.3.2")).toBeNull();
});

test("reading the table and generating a package close the assignments of controls that are evidenced", async () => {
  const requester = await createRequester();
  const { ctx, modelId } = requester;
  const { email } = await join(ctx);
  const assign = (requirement: string) =>
    assignControl(ctx, AssignControl.parse({ ...of, requirement, dateRange: period, assignedTo: email }));
  const of = { modelId, framework: "ISO_42001" } as const;
  const table = async () => (await listControls(ctx, { ...of, ...period })).data;
  const byId = async (id: string) => (await table()).find(({ requirement }) => requirement === id);
  const [logging, testing] = [await assign("A.6.2.8"), await assign("A.6.2.4")];
  expect(await byId("A.6.2.8")).toMatchObject({ status: "NO_EVENTS_IN_PERIOD", assignment: logging });
  await happen(requester, { at: at(2) }, { at: at(3), eventType: "HUMAN_REVIEW", payload: { overridden: true } });
  expect(await byId("A.6.2.8")).toMatchObject({
    status: "EVIDENCED",
    assignment: { id: logging.id, closedAs: "EVIDENCED" },
  });
  await closeAssignment(ctx, testing.id, { reason: "Accepted" });
  expect(await byId("A.6.2.4")).toMatchObject({
    status: "NO_EVENTS_IN_PERIOD",
    assignment: { closedAs: "MEMBER", closeReason: "Accepted" },
  });
  const again = await assign("A.6.2.8");
  await make(requester, { framework: of.framework, dateRange: period });
  expect(await getAssignment(ctx, again.id)).toMatchObject({ closedAs: "EVIDENCED" });
});

test("a model without events has a table without evidence, and a model of another organisation has none", async () => {
  const { ctx, modelId } = await createRequester();
  const query = { modelId, framework: "EU_AI_ACT_ANNEX_IV", ...period } as const;
  const { totalEvents, coverage, data } = await listControls(ctx, query);
  expect(totalEvents).toBe(0);
  expect(coverage.headline).toBe("0 evidenced, 0 partial, 0 adverse, 2 to supply, 7 without events, of 9");
  expect(data.every(({ supporting, assignment }) => supporting.events === 0 && assignment === null)).toBe(true);
  await expect(listControls((await createRequester()).ctx, query)).rejects.toMatchObject({
    code: "model_not_registered",
  });
});
