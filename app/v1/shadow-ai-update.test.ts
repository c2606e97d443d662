import { describe, expect, test } from "vitest";
import { ownAnalyst, patch, read } from "@/app/v1/testing/shadow-ai";
import { registerModel, updateModel } from "@/lib/domains/models";
import type { DetectionStatus } from "@/lib/domains/shadow-ai/enums";
import {
  createAnalyst,
  detectionIn,
  editOutsideService,
  eventsAbout,
  openDetection,
} from "@/lib/domains/shadow-ai/testing/detections";
import { newId } from "@/lib/platform/core/ids";

const dayMs = 86_400_000;

const analyst = ownAnalyst();

describe("a successful update", () => {
  test("returns the documented members, and more for RESOLVED", async () => {
    const { id } = await openDetection(analyst);
    const investigated = await patch(id, { status: "INVESTIGATING", assignedTo: "ada@example.com", notes: "Asked." });
    expect(Object.keys(investigated.body)).toEqual([
      "id",
      "status",
      "assignedTo",
      "assigneeIsMember",
      "notes",
      "updatedAt",
    ]);
    const resolved = await patch(id, { status: "RESOLVED", resolution: "STOPPED" });
    expect(Object.keys(resolved.body).slice(6)).toEqual([
      "resolution",
      "resolvedModelId",
      "resolvedAt",
      "exceptionExpiresAt",
    ]);
    expect(resolved.body).toMatchObject({ resolution: "STOPPED", resolvedModelId: null, exceptionExpiresAt: null });
    expect(Date.parse(resolved.body.resolvedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });

  test("returns the resolution of an onboarded use, and records it for the model", async () => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const body = { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: analyst.modelId };
    expect((await patch(id, body)).body).toMatchObject({ resolution: "ONBOARDED", resolvedModelId: analyst.modelId });
    const events = (await eventsAbout(analyst.ctx, id)).slice(-2);
    expect(events.map(({ eventType, modelId }) => [eventType, modelId === analyst.modelId])).toEqual([
      ["HUMAN_REVIEW", false],
      ["HUMAN_REVIEW", true],
    ]);
    expect((await read(id)).body).toMatchObject({ verified: true, details: { registeredWithService: true } });
    await patch(id, { status: "INVESTIGATING" });
    expect((await read(id)).body.details.registeredWithService).toBe(false);
  });
});

describe("an invalid update", () => {
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const exception = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "A trial." };

  test.each<[string, Record<string, unknown>, string[]]>([
    ["an empty body", {}, ["body"]],
    ["empty notes", { notes: " " }, ["notes"]],
    ["RESOLVED without a resolution", { status: "RESOLVED" }, ["resolution"]],
    ["a resolution with another status", { status: "DISMISSED", notes: "n", resolution: "STOPPED" }, ["resolution"]],
    ["a resolution without a status", { resolution: "STOPPED" }, ["resolution"]],
    ["ONBOARDED without a model", { status: "RESOLVED", resolution: "ONBOARDED" }, ["resolvedModelId"]],
    [
      "a model with another resolution",
      { status: "RESOLVED", resolution: "STOPPED", resolvedModelId: "mdl_1" },
      ["resolvedModelId"],
    ],
    [
      "an expiry with another resolution",
      { status: "RESOLVED", resolution: "STOPPED", exceptionExpiresAt: inDays(1) },
      ["exceptionExpiresAt"],
    ],
    ["an exception without a justification", { ...exception, notes: null }, ["notes"]],
    ["an expired exception", { ...exception, exceptionExpiresAt: inDays(-1) }, ["exceptionExpiresAt"]],
    ["an exception of more than a year", { ...exception, exceptionExpiresAt: inDays(366) }, ["exceptionExpiresAt"]],
    ["DISMISSED without notes", { status: "DISMISSED" }, ["notes"]],
  ])("%s returns 400 with the path", async (_, body, paths) => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const answer = await patch(id, body);
    expect([answer.status, answer.body.error]).toEqual([400, "validation_failed"]);
    expect(answer.body.details.map(({ path }) => path)).toEqual(paths);
    expect((await read(id)).body.status).toBe("INVESTIGATING");
  });

  test.each<DetectionStatus>(["DISMISSED", "RESOLVED"])(
    "the notes that %s requires cannot be removed",
    async (status) => {
      const { id } = await detectionIn(analyst, "INVESTIGATING");
      await patch(id, status === "DISMISSED" ? { status, notes: "A duplicate." } : exception);
      const answer = await patch(id, { notes: null });
      expect([answer.status, answer.body.details[0]?.path]).toEqual([400, "notes"]);
      expect((await patch(id, { notes: "Better words." })).status).toBe(200);
    },
  );

  test("a missing, foreign or archived model returns 422", async () => {
    const archived = await registerModel(analyst.ctx, { name: "Old" });
    await updateModel(analyst.ctx, archived.id, { archived: true });
    const stranger = await createAnalyst();
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    for (const resolvedModelId of [newId("model"), stranger.modelId, archived.id, "mdl_", "x"]) {
      const answer = await patch(id, { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId });
      expect([answer.status, answer.body.error]).toEqual([422, "model_not_registered"]);
      expect(answer.body.details[0]?.path).toBe("resolvedModelId");
    }
    expect((await read(id)).body).toMatchObject({ status: "INVESTIGATING", verified: true });
  });

  test("an older detection cannot be reopened while a newer one of the same use is open", async () => {
    const fingerprint = "a".repeat(64);
    const { id } = await detectionIn(analyst, "RESOLVED", { fingerprint });
    const { id: open } = await openDetection(analyst, { fingerprint });
    const answer = await patch(id, { status: "INVESTIGATING" });
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
    expect(answer.body.message).toContain(open);
  });
});

describe("concurrent updates", () => {
  test("with If-Match, the second update returns 412", async () => {
    const { id } = await openDetection(analyst);
    const tag = (await read(id)).headers.get("etag") ?? "";
    const headers = { "if-match": tag };
    const first = await patch(id, { status: "INVESTIGATING", assignedTo: "ada@example.com" }, { headers });
    const second = await patch(id, { status: "INVESTIGATING", assignedTo: "bob@example.com" }, { headers });
    expect([first.status, second.status, second.body.error]).toEqual([200, 412, "precondition_failed"]);
    const current = await read(id);
    expect(current.body.assignedTo).toBe("ada@example.com");
    expect(second.headers.get("etag")).toBe(current.headers.get("etag"));
    expect(first.headers.get("etag")).toBe(current.headers.get("etag"));
    const retry = { headers: { "if-match": current.headers.get("etag") ?? "" } };
    expect((await patch(id, { assignedTo: "bob@example.com" }, retry)).status).toBe(200);
  });

  test("one of several concurrent updates of a version succeeds, and the record matches the chain", async () => {
    const { id } = await openDetection(analyst);
    const headers = { "if-match": (await read(id)).headers.get("etag") ?? "" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(id, { assignedTo: `a${n}@example.com` }, { headers })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    expect((await read(id)).body.verified).toBe(true);
    expect(await eventsAbout(analyst.ctx, id)).toHaveLength(2);
  });

  test("new traffic does not change the version", async () => {
    const { id } = await openDetection(analyst);
    const tag = (await read(id)).headers.get("etag");
    await editOutsideService(id, "calls = calls + 1, updated_at = updated_at + interval '1 s'");
    const again = await read(id);
    expect([again.headers.get("etag"), again.body.verified]).toEqual([tag, true]);
    expect((await patch(id, { status: "INVESTIGATING" }, { headers: { "if-match": "*" } })).status).toBe(200);
    expect((await patch(id, { notes: "n" }, { headers: { "if-match": `W/${tag}` } })).status).toBe(412);
  });
});
