import { beforeEach, describe, expect, test } from "vitest";
import { findSimilarDetections, listDetections } from "@/lib/domains/shadow-ai/detections/read-detections";
import { requestException } from "@/lib/domains/shadow-ai/exceptions/exceptions";
import { readQueue } from "@/lib/domains/shadow-ai/overview/statistics";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import {
  type Analyst,
  createAnalyst,
  detectionIn,
  openDetection,
  openDetections,
  personIn,
} from "@/lib/domains/shadow-ai/testing/detections";
import { updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

const dayMs = 86_400_000;
let analyst: Analyst;

beforeEach(async () => {
  analyst = await createAnalyst();
});

describe("the queue", () => {
  test("is empty without detections", async () => {
    expect(await readQueue(analyst.ctx)).toEqual({
      overdue: 0,
      dueThisWeek: 0,
      assignedToMe: 0,
      exceptionsEnding14d: 0,
      exceptionRequests: 0,
    });
  });

  test("counts pending detections and those of the caller", async () => {
    const { ctx, clock } = analyst;
    const me = personIn(ctx, "ANALYST");
    const inDays = (days: number) => new Date(clock.nowMs + days * dayMs).toISOString();
    const ends = [5, 14, 15].map(inDays);
    for (const exceptionExpiresAt of ends) {
      const { id } = await detectionIn(analyst, "INVESTIGATING");
      const exception = { resolution: "APPROVED_EXCEPTION", notes: "A trial.", exceptionExpiresAt } as const;
      await updateDetection(ctx, id, { status: "RESOLVED", ...exception });
    }
    const [critical, high] = await openDetections(analyst, [{ severity: "CRITICAL" }, { severity: "HIGH" }]);
    await detectionIn(analyst, "INVESTIGATING", { severity: "CRITICAL" });
    await detectionIn(analyst, "DISMISSED", { severity: "CRITICAL" });
    await updateDetection(ctx, high?.id ?? "", { assignedTo: me.actor.email });
    await requestException(me, critical?.id ?? "", { justification: "A trial." });
    clock.nowMs += 5 * dayMs + 1;
    await openDetections(analyst, [{ severity: "INFO" }, { severity: "CRITICAL" }]);
    const expected = { overdue: 2, dueThisWeek: 2, exceptionsEnding14d: 2, exceptionRequests: 1 };
    expect(await readQueue(me)).toEqual({ ...expected, assignedToMe: 1 });
    expect(await readQueue(ctx)).toEqual({ ...expected, assignedToMe: 0 });
    const ending = await listDetections(ctx, ListDetections.parse({ exceptionEnds: "14d" }));
    expect(ending.data.map(({ exceptionExpiresAt }) => exceptionExpiresAt).toSorted()).toEqual(
      ends.slice(1).toSorted(),
    );
    expect(ending.summary).toEqual({ open: 0, investigating: 0, resolved: 2, dismissed: 0 });
    const stranger = personIn((await createAnalyst()).ctx, "ANALYST");
    expect(Object.values(await readQueue(stranger))).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("similar detections", () => {
  test("are those of the same use, then of the same host, provider and department, newest first", async () => {
    const { clock } = analyst;
    const alike = { provider: "Other", endpoint: "other.example.com", department: "Sales" };
    const made: Record<string, string> = {};
    for (const [name, given] of [
      ["nothing", alike],
      ["earlier", { fingerprint: "a".repeat(64), ...alike }],
      ["department", { ...alike, department: "Marketing" }],
      ["provider", { ...alike, provider: "OpenAI" }],
      ["host", { ...alike, endpoint: "api.openai.com", provider: "OpenAI" }],
      ["newer host", { ...alike, endpoint: "api.openai.com" }],
    ] as const) {
      clock.nowMs += 1_000;
      made[name] = (await detectionIn(analyst, "DISMISSED", given)).id;
    }
    const { id } = await openDetection(analyst, { fingerprint: "a".repeat(64) });
    const { data } = await findSimilarDetections(analyst.ctx, id);
    const names = data.map((one) => Object.keys(made).find((name) => made[name] === one.id));
    expect(names).toEqual(["earlier", "newer host", "host", "provider", "department"]);
  });

  test("are ten at most, and belong to the same organisation", async () => {
    const other = await createAnalyst();
    await openDetection(other);
    const made = await openDetections(
      analyst,
      Array.from({ length: 12 }, () => ({})),
    );
    const { data } = await findSimilarDetections(analyst.ctx, made[5]?.id ?? "");
    expect(data.map(({ id }) => id)).toEqual(made.filter((_, n) => n !== 5 && n < 11).map(({ id }) => id));
    const foreign = findSimilarDetections(other.ctx, made[0]?.id ?? "");
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
  });
});
