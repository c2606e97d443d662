import { describe, expect, test } from "vitest";
import { highlightsMax } from "@/lib/domains/evidence/collect/payload";
import { collect, type Given } from "@/lib/domains/evidence/collect/testing/events";

const highlightsOf = (...given: Given[]) => collect(given).collected.highlights;
const alert = (payload: unknown, timestamp?: string): Given => ({
  eventType: "ALERT",
  payload,
  ...(timestamp && { timestamp }),
});

describe("serious incidents", () => {
  test("show the notification time of the event under any accepted name", () => {
    const { incidents } = highlightsOf(
      alert({ seriousIncident: true, category: "INCIDENT", metric: "auc", value: 0.41, threshold: 0.7 }),
      alert({ isSeriousIncident: "yes", regulatorNotifiedAt: "2026-03-03T10:00:00.000Z", resolved: true }),
      alert({ category: "SERIOUS_INCIDENT", communicatedAt: "none", authorityNotifiedAt: null }),
    );
    expect(incidents).toMatchObject({ total: 3, silent: 2 });
    expect(incidents.rows).toMatchObject([
      {
        evidenceId: "E-0001",
        chainPosition: 10,
        subject: "INCIDENT, auc 0.41 (threshold 0.7)",
        authorityNotified: null,
      },
      { authorityNotified: "2026-03-03T10:00:00.000Z", communicated: null, resolved: "yes" },
      { authorityNotified: null, communicated: null, resolved: null },
    ]);
  });

  test("exclude alerts that are not marked as serious", () => {
    const { incidents } = highlightsOf(alert({ category: "INCIDENT" }), alert({ seriousIncident: false }), alert({}));
    expect(incidents).toEqual({ rows: [], total: 0, silent: 0 });
  });

  test("without a notification are kept when the list is full", () => {
    const silent = alert({ seriousIncident: true });
    const notified = alert({ seriousIncident: true, authorityNotifiedAt: "2026-03-03" });
    const { incidents } = highlightsOf(silent, ...Array<Given>(2 * highlightsMax).fill(notified), silent);
    expect(incidents).toMatchObject({ total: 2 * highlightsMax + 2, silent: 2 });
    expect(incidents.rows).toHaveLength(highlightsMax);
    expect(incidents.rows.filter(({ authorityNotified }) => authorityNotified === null)).toHaveLength(2);
  });

  test("appear in the register with all fields in full", () => {
    const rootCause = "cause ".repeat(100).trim();
    const facts = { seriousIncident: true, rootCause, caseNumber: "CASE-7", team: "B", place: "C", phase: "D" };
    const [row] = collect([alert(facts)]).collected.register.rows;
    for (const fact of [rootCause, "CASE-7", "team B", "place C", "phase D"]) expect(row?.detail).toContain(fact);
  });
});

test("rollbacks are deployments that state which version they roll back", () => {
  const { rollbacks } = highlightsOf(
    { eventType: "DEPLOYMENT", payload: { modelVersion: "1.0", rollbackOf: "1.1" } },
    { eventType: "DEPLOYMENT", payload: { modelVersion: "1.2", rollbackOf: "none" } },
  );
  expect(rollbacks.rows.map(({ evidenceId, detail }) => [evidenceId, detail])).toEqual([
    ["E-0001", "version 1.0, rollback of 1.1"],
  ]);
});

describe("metrics", () => {
  const tested = (auc: number, timestamp: string): Given => ({
    eventType: "TRAINING_COMPLETED",
    timestamp,
    payload: { metrics: { auc, accuracy: 0.9 }, thresholds: { auc: 0.7 } },
  });

  test("show the newest measurement in any recording order and count missed thresholds", () => {
    const { metrics } = highlightsOf(tested(0.8, "2026-03-02T00:00:00.000Z"), tested(0.6, "2026-03-01T00:00:00.000Z"));
    expect(metrics).toMatchObject([
      { name: "auc", value: 0.8, evidenceId: "E-0001", isMissed: false, measurements: 2, missed: 1 },
    ]);
  });

  test("list missed ones first and are not missed if the threshold's direction is unknown", () => {
    const { metrics } = highlightsOf(
      alert({ metric: "logins", value: 9, threshold: 3 }),
      alert({ metric: "psi", observed: 0.3, threshold: 0.2 }),
      alert({ metric: "latency", value: 9 }),
    );
    expect(metrics.map(({ name, isMissed, limit }) => [name, isMissed, limit])).toEqual([
      ["psi", true, { metric: "psi", max: 0.2 }],
      ["logins", false, { metric: "logins", stated: 3 }],
    ]);
  });
});
