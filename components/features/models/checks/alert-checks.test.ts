import { describe, expect, it } from "vitest";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { answerOf, checksOf } from "./model-checks";
import { countedSince } from "./model-records";
import { checked, decided, type Given, list, model, readAt, resultsOf, textsOf, valid } from "./testing";

describe("the checks of alerts and severe events", () => {
  it("read alerts, which are unresolved unless they state their resolution", () => {
    const drift = { eventType: "ALERT", payload: { category: "DRIFT", metric: "psi", value: 0.3 } } as const;
    const resolved = { ...drift, payload: { ...drift.payload, resolvedAt: "2026-05-03" } };
    const open = resultsOf({ alerts: [{ ...drift, severity: "HIGH" }, resolved], since: "2026-05-02T00:00:00.000Z" });
    expect(open.Alerts).toBe("attention: 2 alerts since 2 May 2026, 1 unresolved (of high or critical severity).");
    expect(open.Drift).toBe("attention: psi · Observed 0.3");
    expect(resultsOf({ alerts: [resolved] }).Drift).toBe("none: psi · Observed 0.3");
    const closed = { ...drift, payload: { ...drift.payload, resolved: true } };
    expect(resultsOf({ alerts: [closed] }).Drift).toBe("none: psi · Observed 0.3");
    const reopened = { ...drift, payload: { ...drift.payload, resolved: false } };
    expect(resultsOf({ alerts: [reopened] }).Alerts).toBe("attention: 1 alert recorded, 1 unresolved.");
    for (const resolvedAt of ["unknown", "n/a", "pending", true]) {
      const pending = { ...drift, payload: { ...drift.payload, resolvedAt } };
      expect(resultsOf({ alerts: [pending] }).Alerts).toBe("attention: 1 alert recorded, 1 unresolved.");
    }
  });

  it("count unresolved alerts from before the period separately, and name all in the issue", () => {
    const since = "2026-05-02T00:00:00.000Z";
    const alert = { eventType: "ALERT", payload: {}, timestamp: "2026-05-03T00:00:00.000Z" } as const;
    const older = (...timestamps: string[]) =>
      timestamps.map((timestamp): Given => ({ ...alert, severity: "HIGH", timestamp }));
    const found = (alerts: Given[], olderAlerts: Given[], hasMore = false) =>
      checked({ alerts, olderAlerts, since, hasMore }).find(({ label }) => label === "Alerts");
    // The alert at the start of the period is in both lists.
    const before = [...older("2026-04-01T00:00:00.000Z", since), { ...alert, payload: { resolvedAt: "2026-05-03" } }];
    expect(found([alert, ...older(since)], before)).toMatchObject({
      text: "2 alerts since 2 May 2026, 2 unresolved (1 of high or critical severity). 1 older unresolved alert.",
      issue: "3 unresolved alerts (2 of high or critical severity)",
      filter: { from: null },
    });
    expect(found([], before)).toMatchObject({
      result: "attention",
      text: "None recorded since 2 May 2026. 1 older unresolved alert.",
    });
    expect(found([], before, true)).toMatchObject({
      text: "None recorded since 2 May 2026. At least 1 older unresolved alert.",
      issue: "at least 1 unresolved alert (of high or critical severity)",
    });
    expect(found([alert], [])).toMatchObject({ issue: "1 unresolved alert", filter: { from: since } });
    const resolved = { ...alert, payload: { resolvedAt: "2026-04-02" }, timestamp: "2026-04-01T00:00:00.000Z" };
    expect(found([], [resolved], true)).toMatchObject({ result: "attention", issue: "earlier records not checked" });
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
    for (const resolvedAt of [undefined, "pending"])
      expect(driftOf({ ...drift, resolved: true, resolvedAt })?.text).toContain(
        "The alert is recorded as resolved, but no later",
      );
    expect(answerOf(found(drift)).open).toContain("drift above its threshold");
    expect(answerOf(found(resolved)).open).toContain("last recorded drift value above its threshold");
    expect(driftOf({ ...resolved, value: 0.1 })).toMatchObject({ result: "none" });
  });

  it("include events of high or critical severity that are not alerts, unless they are resolved", () => {
    const found = { eventType: "SHADOW_AI_DETECTED", payload: {} } as const;
    expect(answerOf(checked({ severe: [found] })).open).toContain("1 other event of high or critical severity");
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
        olderAlerts: [],
        severe: [list(severe, true, total), list([])],
        inferences: list([]),
        readAt,
      });
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
    expect(answerOf(open).open).toContain("at least 2 unresolved alerts (1 of high or critical severity)");

    const closed = read([resolved(alert)], [resolved(found)], 250);
    expect(textsOf(closed)).toMatchObject({
      Alerts: "attention: 250 alerts since 2 May 2026. Of the latest 1: 0 unresolved.",
      "Other high-severity and critical events":
        "attention: All that were checked are resolved. This model has earlier records, which were not checked.",
    });
    expect(answerOf(closed).open).toEqual(["no approval recorded", "earlier records not checked"]);

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
    // The owner of the database can store any time.
    expect(since(approval("infinity"))).toBeNull();
  });
});
