import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChainPeriod, ChainReport, PeriodEvent } from "@/lib/domains/audit-chain";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import type { LegalHold } from "@/lib/domains/legal-holds";
import { columnHeading, shownCell } from "@/lib/domains/reports/enums";
import { writeCsv } from "@/lib/domains/reports/generation/write-report";
import { AuditActivityCollector } from "@/lib/domains/reports/kinds/audit-activity";
import { collectChainIntegrity } from "@/lib/domains/reports/kinds/chain-integrity";
import { type Contents, describeData } from "@/lib/domains/reports/kinds/document";
import { ShadowAiCollector } from "@/lib/domains/reports/kinds/shadow-ai";
import type { ReportedDetection } from "@/lib/domains/shadow-ai";

const dayMs = 86_400_000;
const period = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" };
const fromMs = Date.parse(period.from);
const slaDays = { INFO: 90, MEDIUM: 30, HIGH: 14, CRITICAL: 3 };

let position = 0;
function eventOf(given: Partial<PeriodEvent>): PeriodEvent {
  position += 1;
  return {
    ...{
      chainPosition: position,
      id: `evt_${position}`,
      timestamp: "2026-01-10T10:00:00.000Z",
      eventType: "INFERENCE",
    },
    ...{ severity: "INFO", modelId: "mdl_1", source: "API", actor: { type: "USER", id: "usr_1" }, payload: {} },
    ...given,
  };
}

const figureOf = ({ figures }: Contents, key: string) => figures.find((figure) => figure.key === key)?.value;
const tableOf = ({ tables }: Contents, key: string) => {
  const table = tables.find((one) => one.key === key);
  if (!table) throw new Error(`there is no table ${key}`);
  return table;
};
/** The sum of a table's column. */
function sumOf(contents: Contents, key: string, column: string): number {
  const { columns, rows } = tableOf(contents, key);
  const at = columns.findIndex((one) => one.key === column);
  return Math.round(rows.reduce((sum, cells) => sum + Number(cells[at] ?? 0), 0) * 100) / 100;
}

function activityOf(events: PeriodEvent[], within = period): Contents {
  const collector = new AuditActivityCollector(within, new Map([["mdl_1", "Credit scoring"]]));
  for (const event of events) collector.take(event);
  return collector.finish();
}

const anyEvent = fc
  .record({
    at: fc.integer({ min: fromMs, max: Date.parse(period.to) }),
    eventType: fc.constantFrom(...eventTypes),
    severity: fc.constantFrom(...severities),
    model: fc.nat(300),
    actor: fc.option(fc.nat(300)),
    kind: fc.constantFrom("MEMBER_JOINED", "API_KEY_CREATED", "ORGANISATION_CHANGED", undefined),
    overridden: fc.boolean(),
  })
  .map(({ at, eventType, severity, model, actor, kind, overridden }) =>
    eventOf({
      ...{ timestamp: new Date(at).toISOString(), eventType, severity, modelId: `mdl_${model}` },
      actor: actor === null ? null : { type: "USER", id: `usr_${actor}` },
      payload: { kind, overridden },
    }),
  );

describe("audit activity", () => {
  test("the columns of each table add up to the number of events", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 400 }), (events) => {
        const contents = activityOf(events);
        expect(figureOf(contents, "events")).toBe(events.length);
        for (const key of ["over-time", "by-type", "by-severity", "by-model", "by-actor", "by-source"]) {
          expect([key, sumOf(contents, key, "events")]).toEqual([key, events.length]);
        }
        for (const severity of severities) {
          const ofSeverity = events.filter((event) => event.severity === severity).length;
          expect(sumOf(contents, "over-time", severity)).toBe(ofSeverity);
          expect(sumOf(contents, "by-type", severity)).toBe(ofSeverity);
        }
        for (const [figure, column] of [
          ["alerts", "alerts"],
          ["reviews", "reviews"],
          ["overrides", "overrides"],
        ] as const) {
          expect(sumOf(contents, "by-model", column)).toBe(figureOf(contents, figure));
        }
        const changes =
          Number(figureOf(contents, "configuration-changes")) + Number(figureOf(contents, "access-changes"));
        expect(sumOf(contents, "changes", "events")).toBe(changes);
        expect(sumOf(contents, "by-model", "changes")).toBe(changes);
        for (const { rows } of contents.tables) expect(rows.length).toBeLessThanOrEqual(101);
      }),
    );
  });

  test("a day without events has its row, and a long period is divided into months", () => {
    expect(tableOf(activityOf([]), "over-time").rows).toHaveLength(31);
    const year = { from: "2025-02-10T00:00:00.000Z", to: "2026-02-09T23:59:59.999Z" };
    const { rows, columns } = tableOf(activityOf([eventOf({})], year), "over-time");
    expect([columns[0]?.key, rows.length, rows[0]?.[0], rows.at(-1)?.[0]]).toEqual(["month", 13, "2025-02", "2026-02"]);
  });

  test("shows the names of models and actors, and no actor for erased events", () => {
    const contents = activityOf([
      eventOf({ actor: { type: "USER", id: "usr_1", displayName: "ada@example.com" } }),
      eventOf({ actor: null, modelId: "mdl_2" }),
    ]);
    expect(tableOf(contents, "by-model").rows.map(([model]) => model)).toEqual(["Credit scoring", "mdl_2"]);
    expect(tableOf(contents, "by-actor").rows).toEqual([
      ["ada@example.com", "USER", 1],
      ["Unknown (erased or unreadable)", null, 1],
    ]);
    expect(figureOf(contents, "erased")).toBe(1);
  });
});

function detectionOf(given: Partial<ReportedDetection> = {}): ReportedDetection {
  return {
    ...{ id: "sad_1", provider: "OpenAI", department: "Marketing", severity: "HIGH", status: "OPEN" },
    ...{ resolution: null, exceptionExpiresAt: null, reopenedAt: null, closedAt: null },
    ...{ detectedAt: new Date("2026-01-05T00:00:00Z"), costCents: 1_250, costBasis: "MEASURED" },
    ...given,
  };
}

function stepOf(detectionId: string, at: string, status: string, more: Record<string, unknown> = {}): PeriodEvent {
  const payload = { kind: "SHADOW_AI_TRIAGE", detectionId, status, sealedRecords: [], ...more };
  return eventOf({ timestamp: new Date(at).toISOString(), eventType: "HUMAN_REVIEW", payload });
}

function shadowAiOf(detections: ReportedDetection[], steps: PeriodEvent[], now = "2026-03-01T00:00:00Z"): Contents {
  const collector = new ShadowAiCollector(period, slaDays, Date.parse(now));
  for (const step of steps) collector.takeEvent(step);
  for (const detection of detections) collector.takeDetection(detection);
  return collector.finish();
}

const life = fc.record({
  openedDay: fc.integer({ min: -60, max: 40 }),
  provider: fc.nat(150),
  department: fc.option(fc.nat(5)),
  severity: fc.constantFrom(...severities),
  costCents: fc.nat(100_000),
  costBasis: fc.constantFrom("MEASURED", "CALLS_ESTIMATED", "UNKNOWN"),
  steps: fc.array(
    fc.record({
      afterHours: fc.integer({ min: 1, max: 900 }),
      status: fc.constantFrom("OPEN", "INVESTIGATING", "RESOLVED", "DISMISSED"),
      resolution: fc.constantFrom("ONBOARDED", "STOPPED", "APPROVED_EXCEPTION", "FALSE_POSITIVE"),
    }),
    { maxLength: 6 },
  ),
});

describe("shadow AI", () => {
  test("the columns of each table add up to their count", () => {
    fc.assert(
      fc.property(fc.array(life, { maxLength: 150 }), (lives) => {
        const steps: PeriodEvent[] = [];
        const detections = lives.map(({ openedDay, provider, department, steps: taken, ...shown }, i) => {
          let atMs = fromMs + openedDay * dayMs;
          const detectedAt = new Date(atMs);
          for (const { afterHours, status, resolution } of taken) {
            atMs += afterHours * 3_600_000;
            steps.push(stepOf(`sad_${i}`, new Date(atMs).toISOString(), status, { resolution }));
          }
          return detectionOf({
            ...{ id: `sad_${i}`, provider: `p${provider}`, department: department === null ? null : `d${department}` },
            ...{ ...shown, detectedAt },
          });
        });
        const contents = shadowAiOf(detections, steps);
        const figure = (key: string) => Number(figureOf(contents, key));
        for (const key of ["by-severity", "by-provider", "by-department"]) {
          for (const column of ["detections", "opened", "resolved", "dismissed", "open"]) {
            expect([key, column, sumOf(contents, key, column)]).toEqual([key, column, figure(column)]);
          }
        }
        for (const column of ["opened", "resolved", "dismissed", "reopened"]) {
          expect(sumOf(contents, "over-time", column)).toBe(figure(column));
        }
        expect(sumOf(contents, "ageing", "detections")).toBe(figure("open"));
        expect(severities.reduce((sum, one) => sum + sumOf(contents, "ageing", one), 0)).toBe(figure("open"));
        expect(sumOf(contents, "resolutions", "detections")).toBe(figure("resolved"));
        expect(sumOf(contents, "cost", "detections")).toBe(figure("detections"));
        expect(sumOf(contents, "cost", "cost")).toBe(figure("cost"));
        expect(detections.some(({ costBasis }) => costBasis !== "UNKNOWN") || figureOf(contents, "cost") === null).toBe(
          true,
        );
        const [inTime, late, overdue] = tableOf(contents, "sla").rows.map(([, count]) => Number(count));
        expect(Number(inTime) + Number(late)).toBe(figure("resolved") + figure("dismissed"));
        expect(overdue).toBe(figure("sla-overdue"));
      }),
    );
  });

  test("times to first action and to resolution count from when a detection was opened, or opened again", () => {
    const contents = shadowAiOf(
      [detectionOf({ severity: "CRITICAL" })],
      [
        stepOf("sad_1", "2026-01-05T12:00:00Z", "INVESTIGATING"),
        stepOf("sad_1", "2026-01-06T00:00:00Z", "RESOLVED", { resolution: "STOPPED" }),
        stepOf("sad_1", "2026-01-20T00:00:00Z", "INVESTIGATING"),
        stepOf("sad_1", "2026-01-30T00:00:00Z", "DISMISSED"),
      ],
    );
    expect(figureOf(contents, "first-action-mean")).toBe(12);
    expect(figureOf(contents, "resolution-mean")).toBe(240);
    expect(figureOf(contents, "resolution-median")).toBe(240);
    expect(contents.figures.find(({ key }) => key === "sla-kept")).toMatchObject({
      ...{ value: 0, numerator: 0, denominator: 1, note: "0 of 1 decisions in the period" },
    });
    expect([figureOf(contents, "reopened"), figureOf(contents, "open")]).toEqual([1, 0]);
  });

  test("an update that only changes the snooze is not a first action", () => {
    const snooze = { from: "OPEN", assigneeChanged: false, notesChanged: false, snoozeChanged: true };
    const hoursWith = (more: object) =>
      figureOf(
        shadowAiOf(
          [detectionOf()],
          [
            stepOf("sad_1", "2026-01-05T06:00:00Z", "OPEN", { ...snooze, ...more }),
            stepOf("sad_1", "2026-01-05T12:00:00Z", "INVESTIGATING", { from: "OPEN", snoozeChanged: true }),
          ],
        ),
        "first-action-mean",
      );
    expect(hoursWith({})).toBe(12);
    expect(hoursWith({ notesChanged: true })).toBe(6);
    expect(hoursWith({ assigneeChanged: true })).toBe(6);
  });

  test("a detection is resolved and dismissed at the times of its record, and counts once", () => {
    const closedAt = new Date("2026-01-20T00:00:00Z");
    const contents = shadowAiOf(
      [
        // Resolved in the period, with an event that states another time.
        detectionOf({ status: "RESOLVED", resolution: "STOPPED", closedAt }),
        detectionOf({ id: "sad_2", status: "DISMISSED", closedAt }),
        // Resolved in the period, and reopened and resolved again after it.
        detectionOf({ id: "sad_3", status: "RESOLVED", closedAt: new Date("2026-02-10T00:00:00Z") }),
        // Resolved before the period.
        detectionOf({ ...{ id: "sad_4", status: "RESOLVED" }, closedAt: new Date("2025-12-31T23:59:59.999Z") }),
      ].map((one, i) => (i === 3 ? { ...one, detectedAt: new Date("2025-12-01T00:00:00Z") } : one)),
      [
        stepOf("sad_1", "2026-02-05T00:00:00Z", "RESOLVED", { resolution: "STOPPED" }),
        stepOf("sad_3", "2026-01-10T00:00:00Z", "RESOLVED", { resolution: "ONBOARDED" }),
        stepOf("sad_3", "2026-02-01T00:00:00Z", "INVESTIGATING"),
        stepOf("sad_3", "2026-02-10T00:00:00Z", "RESOLVED", { resolution: "STOPPED" }),
      ],
    );
    const { columns, rows } = tableOf(contents, "over-time");
    expect(columns.map(({ key }) => key)).toEqual(["week", "opened", "resolved", "dismissed", "reopened"]);
    expect(rows).toEqual([
      ["2025-12-29", 0, 0, 0, 0],
      ["2026-01-05", 3, 1, 0, 0],
      ["2026-01-12", 0, 0, 0, 0],
      ["2026-01-19", 0, 1, 1, 0],
      ["2026-01-26", 0, 0, 0, 0],
    ]);
    expect([figureOf(contents, "open"), figureOf(contents, "reopened")]).toEqual([0, 0]);
    expect(tableOf(contents, "resolutions").rows).toContainEqual(["ONBOARDED", 1]);
  });

  test("undone steps and events that API callers record are ignored", () => {
    const forged = stepOf("sad_1", "2026-01-07T00:00:00Z", "DISMISSED");
    const contents = shadowAiOf(
      [detectionOf(), detectionOf({ id: "sad_2" })],
      [
        { ...forged, payload: { kind: "SHADOW_AI_TRIAGE", detectionId: "sad_1", status: "DISMISSED" } },
        stepOf("sad_2", "2026-01-08T00:00:00Z", "INVESTIGATING"),
        stepOf("sad_2", "2026-01-09T00:00:00Z", "RESOLVED", { resolution: "STOPPED" }),
        stepOf("sad_2", "2026-01-09T00:01:00Z", "INVESTIGATING", { undo: true }),
      ],
    );
    const figures = ["opened", "resolved", "dismissed", "reopened", "open"].map((key) => figureOf(contents, key));
    expect(figures).toEqual([2, 0, 0, 0, 2]);
    expect(figureOf(contents, "first-action-mean")).toBe(72);
  });

  test("has no cost without an estimate, and no rate or mean without values", () => {
    const contents = shadowAiOf([detectionOf({ costBasis: "UNKNOWN", costCents: 0 })], []);
    const shown = (key: string) => {
      const { value, type, note } = contents.figures.find((one) => one.key === key) ?? {};
      return [shownCell(value, type ?? "text"), note];
    };
    expect(shown("cost")).toEqual([
      "Not estimated",
      "Based on 0 of 1 detections, from first use until the report was generated",
    ]);
    const { columns, rows } = tableOf(contents, "cost");
    expect(rows).toEqual([["UNKNOWN", 1, null]]);
    expect(
      [rows[0]?.[0], "FALSE_POSITIVE", "A person's text"].map((value) => shownCell(value, columns[0]?.type ?? "text")),
    ).toEqual(["Unknown", "False positive", "A person's text"]);
    expect(shown("sla-kept")).toEqual(["\u2013", "No decisions in the period"]);
    expect(shown("resolution-mean")).toEqual(["\u2013", "No decisions in the period"]);
    const [known, unknown] = [detectionOf(), detectionOf({ id: "sad_2", costBasis: "UNKNOWN", costCents: 0 })];
    const both = shadowAiOf([known, unknown], []).figures.find(({ key }) => key === "cost");
    expect(both).toMatchObject({
      value: 12.5,
      note: "Based on 1 of 2 detections, from first use until the report was generated",
    });
  });

  test("an exception is listed until it ends, and reported as ending in its last month", () => {
    const given = { resolution: "APPROVED_EXCEPTION", exceptionExpiresAt: "2026-02-10T00:00:00.000Z" };
    const long = { ...given, exceptionExpiresAt: "2026-12-31T00:00:00.000Z" };
    const contents = shadowAiOf(
      [detectionOf(), detectionOf({ id: "sad_2" })],
      [
        stepOf("sad_1", "2026-01-07T00:00:00Z", "RESOLVED", given),
        stepOf("sad_2", "2026-01-08T00:00:00Z", "RESOLVED", long),
      ],
    );
    expect([figureOf(contents, "exceptions-active"), figureOf(contents, "exceptions-ending")]).toEqual([2, 1]);
    expect(tableOf(contents, "exceptions").rows.map(([id]) => id)).toEqual(["sad_1", "sad_2"]);
  });

  test("an exception ends on its date, or earlier when the detection is reopened", () => {
    const given = { resolution: "APPROVED_EXCEPTION", exceptionExpiresAt: "2026-02-20T00:00:00.000Z" };
    const contents = shadowAiOf(
      [detectionOf(), detectionOf({ id: "sad_2" })],
      [
        stepOf("sad_1", "2026-01-07T00:00:00Z", "RESOLVED", given),
        stepOf("sad_1", "2026-01-21T00:00:00Z", "INVESTIGATING"),
        stepOf("sad_2", "2026-01-07T00:00:00Z", "RESOLVED", { ...given, exceptionExpiresAt: "2026-01-31T00:00:00Z" }),
      ],
    );
    expect([figureOf(contents, "exceptions-active"), figureOf(contents, "exceptions-ended")]).toEqual([0, 2]);
  });

  test("later events are not counted", () => {
    const late = stepOf("sad_1", "2026-02-02T00:00:00Z", "DISMISSED");
    expect(figureOf(shadowAiOf([detectionOf()], [late]), "open")).toBe(1);
    const step = stepOf("sad_1", "2026-01-20T00:00:00Z", "DISMISSED");
    expect(figureOf(shadowAiOf([detectionOf()], [step], "2026-01-10T00:00:00Z"), "open")).toBe(1);
  });
});

describe("chain integrity", () => {
  const verdicts = {
    content: "ok",
    linkage: "ok",
    completeness: "ok",
    checkpoints: "ok",
    anchor: "not_checked",
  } as const;
  const verified: ChainReport = {
    ...{ organisationId: "org_1", status: "ok", eventsVerified: 12, erased: 0, recordsVerified: 0, recordsUnsealed: 1 },
    ...{ from: 1, to: 12, headHash: "", checkpoint: null, durationMs: 1, findings: [], findingsTotal: 0 },
    verdicts: { ...verdicts, records: "not_sealed", schema: "ok" },
  };
  const chain: ChainPeriod = {
    ...{ lengthAtStart: 5, lengthAtEnd: 12, verifications: [], checkpointDays: [], checkpoints: [] },
    ...{ findings: [], erasures: [] },
  };
  const reportOf = (fresh: Partial<ChainReport> = {}, given: Partial<ChainPeriod> = {}, holds: LegalHold[] = []) =>
    collectChainIntegrity(period, {
      ...{ chain: { ...chain, ...given }, size: 12, holds },
      fresh: { ...verified, ...fresh },
    });

  test("is intact only if events of the period were verified", () => {
    const intact = reportOf();
    expect([figureOf(intact, "verdict"), intact.verification]).toEqual(["Intact", "PASSED"]);
    expect(intact.figures[0]?.note).toBe(
      "Verified events: 12, including 7 received in the period. Not verified: sealed records. Saved receipt: not verified, because none was supplied.",
    );
    const quiet = reportOf({}, { lengthAtStart: 12 });
    expect([figureOf(quiet, "verdict"), quiet.verification, quiet.isEmpty]).toEqual([
      ...["Not verified", "NOT_VERIFIED", true],
    ]);
    expect(figureOf(reportOf({ status: "not_verified" }), "verdict")).toBe("Not verified");
    expect(figureOf(reportOf({ status: "failed" }, { lengthAtStart: 12 }), "verdict")).toBe("Failed");
  });

  test("counts events that were recorded after the report's chain state separately", () => {
    const noteOf = (fresh: Partial<ChainReport>) => reportOf(fresh).figures[0]?.note;
    expect(noteOf({ eventsVerified: 13, to: 13 })).toMatch(
      /^Verified events: 12, including 7 received in the period\. Also verified: 1 later event, not included in this /,
    );
    expect(noteOf({ eventsVerified: 14, to: 14 })).toContain("Also verified: 2 later events, not included in this");
    expect(noteOf({})).not.toContain("Also verified");
    // An event is missing, so the number of later events is not known.
    expect(noteOf({ status: "failed", eventsVerified: 12, to: 13 })).not.toContain("Also verified");
  });

  test("lists legal holds with their name and reference", () => {
    const hold: LegalHold = {
      ...{ id: "hold_1", name: "Complaint 2026/118", reason: "Proceedings", reference: "LIT-2026-0118", modelIds: [] },
      ...{ dateRange: null, active: true, placedAt: period.from, placedBy: "evt_1", placedByName: null },
      ...{ releasedAt: null, releasedBy: null, releaseReason: null },
    };
    const contents = reportOf({}, {}, [hold, { ...hold, reference: null }]);
    expect(tableOf(contents, "holds").rows).toEqual([
      ["Complaint 2026/118", "LIT-2026-0118", period.from, null],
      ["Complaint 2026/118", null, period.from, null],
    ]);
  });

  test("a check that did not run is not verified, and counts no breaks", () => {
    const { columns, rows } = tableOf(reportOf(), "questions");
    expect(columns.slice(0, 2).map(columnHeading)).toEqual(["Check", "This report"]);
    expect(Object.fromEntries(rows.map(([question, now]) => [question, now]))).toMatchObject({
      ...{ Content: "Passed", "Saved receipt": "Not verified", "Sealed records": "Not verified" },
    });
    const nothing = reportOf({ eventsVerified: 0 }, { lengthAtStart: 0, lengthAtEnd: 0 });
    expect([figureOf(nothing, "breaks"), figureOf(nothing, "gaps")]).toEqual([null, null]);
    expect([figureOf(reportOf(), "breaks"), figureOf(reportOf(), "gaps")]).toEqual([0, 0]);
  });

  test("counts all checkpoints of a period and states whether a list is truncated", () => {
    const day = { keyId: "k1", first: "2026-01-03T00:00:00.000Z", last: "2026-01-03T23:59:00.000Z" };
    const { verdicts } = verified;
    const run = {
      status: "ok",
      finishedAt: "2026-01-03T02:00:00.000Z",
      result: { from: 101, to: 105, eventsVerified: 5, verdicts },
    };
    const contents = reportOf(
      {},
      {
        checkpointDays: [
          { ...day, day: "2026-01-03", checkpoints: 1_440 },
          { ...day, day: "2026-01-04", checkpoints: 20_000, last: "2026-01-04T10:00:00.000Z" },
        ],
        verifications: Array.from({ length: 10_000 }, () => run),
      },
    );
    expect(figureOf(contents, "checkpoints")).toBe(21_440);
    expect(sumOf(contents, "over-time", "checkpoints")).toBe(21_440);
    expect(tableOf(contents, "keys").rows).toEqual([["k1", 21_440, day.first, "2026-01-04T10:00:00.000Z"]]);
    expect(tableOf(contents, "verifications").columns.slice(0, 3).map(columnHeading)).toEqual([
      ...["Finished (UTC)", "Outcome", "First event"],
    ]);
    expect(tableOf(contents, "verifications").rows[0]).toEqual([run.finishedAt, "Passed", 101, 105, 5, null]);
    expect(contents.figures.find(({ key }) => key === "verifications")?.note).toContain("Only the oldest 10,000");
  });
});

describe("the data of a period", () => {
  const complete = {
    ...{ until: "2026-02-01T06:00:00.000Z", firstRecordAt: "2025-11-03T09:12:44.000Z", isEmpty: false },
    verification: "NOT_VERIFIED",
  } as const;
  const codesOf = (given: Partial<Parameters<typeof describeData>[1]>) =>
    describeData(period, { ...complete, ...given }).notices.map(({ code }) => code);

  test("have a notice for a period that has not ended, has not started, precedes all records, or is empty", () => {
    expect(codesOf({})).toEqual([]);
    expect(codesOf({ until: period.to })).toEqual([]);
    expect(codesOf({ until: "2026-01-20T00:00:00.000Z" })).toEqual(["NOT_OVER"]);
    expect(codesOf({ until: "2025-12-20T00:00:00.000Z", isEmpty: true })).toEqual(["NOT_STARTED", "EMPTY"]);
    expect(codesOf({ firstRecordAt: "2026-01-15T00:00:00.000Z" })).toEqual(["BEFORE_FIRST_RECORD"]);
    expect(codesOf({ firstRecordAt: null })).toEqual(["BEFORE_FIRST_RECORD"]);
  });

  test("include the times of a notice", () => {
    const { notices } = describeData(period, {
      ...complete,
      ...{ until: "2026-01-20T12:30:00.000Z", firstRecordAt: "2026-03-01T00:00:00.000Z" },
    });
    expect(notices.map(({ message }) => message)).toEqual([
      "The period has not ended. It ends on 31 Jan 2026, 23:59:59 UTC. Values for the end of the period are as of 20 Jan 2026, 12:30:00 UTC. Later data is not included.",
      "The period ends before the organisation's first event on 1 Mar 2026, 00:00:00 UTC. No data is available for earlier times.",
    ]);
  });
});

test("a CSV has a record for each value, and nothing in it runs as a formula", () => {
  const contents = activityOf([eventOf({ actor: { type: "USER", id: "usr_1", displayName: "=HYPERLINK(1)" } })]);
  const csv = writeCsv({
    ...{ version: 1, id: "rep_1", kind: "audit-activity", title: "Audit activity", period, generatedAt: period.to },
    organisation: { id: "org_1", name: "Example, Bank" },
    chain: { length: 1, headHash: null, checkpoint: null, withoutCheckpoint: "None." },
    ...contents,
  });
  const lines = csv.trimEnd().split("\r\n");
  expect(lines[0]).toBe("part,row,column,value");
  expect(lines).toContain('about,1,organisation,"Example, Bank"');
  expect(lines).toContain("figures,1,events,1");
  expect(lines).toContain("by-actor,1,actor,'=HYPERLINK(1)");
  const cells = contents.tables.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0);
  expect(lines).toHaveLength(1 + 17 + contents.figures.length + cells);
});
