import { describe, expect, test } from "vitest";
import { ownAnalyst, patch, read } from "@/app/v1/testing/shadow-ai";
import { type DetectionStatus, detectionStatuses } from "@/lib/domains/shadow-ai/enums";
import { detectionIn, eventsAbout } from "@/lib/domains/shadow-ai/testing/detections";

const analyst = ownAnalyst();

/** The request body for each status. */
const leadsTo: Record<DetectionStatus, Record<string, unknown>> = {
  OPEN: { status: "OPEN" },
  INVESTIGATING: { status: "INVESTIGATING" },
  RESOLVED: { status: "RESOLVED", resolution: "STOPPED" },
  DISMISSED: { status: "DISMISSED", notes: "A duplicate." },
};

/** The allowed transitions from each status. */
const allowed: Record<DetectionStatus, DetectionStatus[]> = {
  OPEN: ["INVESTIGATING"],
  INVESTIGATING: ["RESOLVED", "DISMISSED"],
  RESOLVED: ["INVESTIGATING"],
  DISMISSED: ["INVESTIGATING"],
};

const edges = detectionStatuses.flatMap((from) => detectionStatuses.map((to) => ({ from, to })));
const moves = edges.filter(({ from, to }) => from !== to);

describe("status transitions", () => {
  test.each(moves.filter(({ from, to }) => allowed[from].includes(to)))(
    "$from to $to is allowed",
    async ({ from, to }) => {
      const { id } = await detectionIn(analyst, from);
      const answer = await patch(id, leadsTo[to]);
      expect([answer.status, answer.body.status]).toEqual([200, to]);
      const { body } = await read(id);
      expect(body).toMatchObject({ status: to, verified: true });
      expect(body.resolvedAt === null).toBe(to !== "RESOLVED");
      expect(body.resolution).toBe(to === "RESOLVED" ? "STOPPED" : null);
      expect((await eventsAbout(analyst.ctx, id)).at(-1)).toMatchObject({
        eventType: "HUMAN_REVIEW",
        verified: true,
        tags: ["shadow-ai", id],
        actor: { type: "SERVICE", displayName: "Triage" },
        payload: { kind: "SHADOW_AI_TRIAGE", detectionId: id, from, status: to },
      });
    },
  );

  test.each(moves.filter(({ from, to }) => !allowed[from].includes(to)))(
    "$from to $to is rejected with the allowed transitions",
    async ({ from, to }) => {
      const { id } = await detectionIn(analyst, from);
      const events = (await eventsAbout(analyst.ctx, id)).length;
      const before = (await read(id)).body;
      const answer = await patch(id, { ...leadsTo[to], assignedTo: "ada@example.com" });
      expect([answer.status, answer.body.error]).toEqual([409, "invalid_transition"]);
      expect(answer.body.details).toEqual(
        allowed[from].map((target) => ({ path: "status", message: `can change to ${target}` })),
      );
      expect(answer.body.allowed).toEqual(allowed[from]);
      expect((await read(id)).body).toEqual(before);
      expect(await eventsAbout(analyst.ctx, id)).toHaveLength(events);
    },
  );

  test.each(detectionStatuses)("setting %s again changes nothing", async (status) => {
    const { id } = await detectionIn(analyst, status);
    const before = (await read(id)).body;
    const events = (await eventsAbout(analyst.ctx, id)).length;
    for (const body of [{ status }, leadsTo[status]]) {
      const answer = await patch(id, body);
      expect([answer.status, answer.body.updatedAt]).toEqual([200, before.updatedAt]);
    }
    expect((await read(id)).body).toEqual(before);
    expect(await eventsAbout(analyst.ctx, id)).toHaveLength(events);
  });

  test.each(detectionStatuses)("assignee and notes can change in %s", async (status) => {
    const { id } = await detectionIn(analyst, status);
    const given = { assignedTo: "ada@example.com", notes: "Asked the team." };
    expect((await patch(id, given)).body).toMatchObject({ status, ...given });
    expect((await patch(id, { assignedTo: null })).body).toMatchObject({ status, ...given, assignedTo: null });
    expect((await read(id)).body).toMatchObject({ status, ...given, assignedTo: null, verified: true });
  });

  test("a resolved detection must be reopened before it gets another resolution", async () => {
    const { id } = await detectionIn(analyst, "RESOLVED");
    const other = { status: "RESOLVED", resolution: "FALSE_POSITIVE" };
    const rejected = await patch(id, other);
    expect([rejected.status, rejected.body.error, rejected.body.allowed]).toEqual([
      409,
      "invalid_transition",
      ["INVESTIGATING"],
    ]);
    await patch(id, { status: "INVESTIGATING" });
    expect((await patch(id, other)).body).toMatchObject({ resolution: "FALSE_POSITIVE" });
  });
});
