import { describe, expect, test } from "vitest";
import { change, find, ownAnalyst, read } from "@/app/v1/testing/shadow-ai";
import { detectionIn, openDetection, openDetections } from "@/lib/domains/shadow-ai/testing/detections";
import { newId } from "@/lib/platform/core/ids";

const analyst = ownAnalyst();

describe("a bulk update", () => {
  test("updates detections by ID, and reports the rejected ones", async () => {
    const open = await openDetection(analyst);
    const investigated = await detectionIn(analyst, "INVESTIGATING");
    const resolved = await detectionIn(analyst, "RESOLVED");
    const absent = newId("detection");
    const ids = [resolved.id, open.id, absent, investigated.id];
    const { status, body } = await change({ ids, change: { status: "RESOLVED", resolution: "STOPPED" } });
    expect([status, body.updated, body.failed]).toEqual([200, 2, 2]);
    expect(body.results.map(({ id, status: now, error }) => [id, now ?? error])).toEqual([
      [resolved.id, "RESOLVED"],
      [open.id, "invalid_transition"],
      [absent, "not_found"],
      [investigated.id, "RESOLVED"],
    ]);
    expect(body.results[1]?.details).toEqual([{ path: "status", message: "can change to INVESTIGATING" }]);
    for (const { id } of [open, investigated, resolved]) expect((await read(id)).body.verified).toBe(true);
  });

  test("updates the matches of a filter if their number is as expected", async () => {
    await openDetections(analyst, [{}, {}, { provider: "Anthropic" }]);
    const filter = { status: "OPEN", provider: "OpenAI" };
    const given = { filter, change: { status: "INVESTIGATING", assignedTo: "ada@example.com" } };
    const rejected = await change({ ...given, expectedCount: 3 });
    expect([rejected.status, rejected.body.error]).toEqual([409, "conflict"]);
    expect(rejected.body.details).toEqual([{ path: "expectedCount", message: "is now 2" }]);
    expect((await find("?status=OPEN")).body.pagination.total).toBe(3);
    expect((await change({ ...given, expectedCount: 2 })).body).toMatchObject({ updated: 2, failed: 0 });
    expect((await find("?status=INVESTIGATING")).body.pagination.total).toBe(2);
    expect((await change({ ...given, expectedCount: 2 })).status).toBe(409);
  });

  test("accepts 500 detections", { tags: "full" }, async () => {
    const made = await openDetections(
      analyst,
      Array.from({ length: 500 }, () => ({})),
    );
    const ids = made.map(({ id }) => id);
    const { body } = await change({ ids, change: { status: "INVESTIGATING", assignedTo: "ada@example.com" } });
    expect(body).toMatchObject({ updated: 500, failed: 0 });
    expect((await find()).body.summary).toMatchObject({ open: 0, investigating: 500 });
  });

  test("does not reopen two detections of the same use", async () => {
    const fingerprint = "b".repeat(64);
    const one = await detectionIn(analyst, "RESOLVED", { fingerprint });
    const other = await detectionIn(analyst, "RESOLVED", { fingerprint });
    const { body } = await change({ ids: [one.id, other.id], change: { status: "INVESTIGATING" } });
    expect(body.results.map(({ status, error }) => status ?? error).sort()).toEqual(["INVESTIGATING", "conflict"]);
  });

  const bulkChange = { status: "INVESTIGATING" };
  test.each<[string, Record<string, unknown>, string]>([
    ["no ids and no filter", { change: bulkChange }, "ids"],
    ["ids and a filter", { ids: ["sad_1"], filter: {}, expectedCount: 1, change: bulkChange }, "filter"],
    ["a duplicate ID", { ids: ["sad_1", "sad_1"], change: bulkChange }, "ids"],
    ["a filter without its count", { filter: {}, change: bulkChange }, "expectedCount"],
    ["a count without a filter", { ids: ["sad_1"], expectedCount: 1, change: bulkChange }, "expectedCount"],
    ["an empty change", { ids: ["sad_1"], change: {} }, "change"],
    ["an invalid change", { ids: ["sad_1"], change: { resolution: "STOPPED" } }, "change.resolution"],
  ])("with %s returns 400 with the path", async (_, body, path) => {
    const answer = await change(body);
    expect([answer.status, answer.body.details[0]?.path]).toEqual([400, path]);
  });
});
