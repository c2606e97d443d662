import { beforeEach, expect, test } from "vitest";
import { listExceptions, rejectException, requestException } from "@/lib/domains/shadow-ai/exceptions/exceptions";
import { type Analyst, createAnalyst, openDetections, personIn } from "@/lib/domains/shadow-ai/testing/detections";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

let analyst: Analyst;
let requests: string[];

beforeEach(async () => {
  analyst = await createAnalyst();
  const ada = personIn(analyst.ctx, "ANALYST");
  requests = [];
  for (const { id } of await openDetections(analyst, [{}, {}, {}])) {
    analyst.clock.nowMs += 1_000;
    requests.push((await requestException(ada, id, { justification: "A trial." })).id);
  }
});

test("lists requests newest first, on stable pages", async () => {
  const { ctx } = analyst;
  const first = await listExceptions(ctx, { limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual([requests[2], requests[1]]);
  expect(first.pagination).toMatchObject({ total: 3, offset: 0, hasMore: true });
  const cursor = first.pagination.nextCursor ?? "";
  const second = await listExceptions(ctx, { limit: 2, cursor });
  expect(second.data.map(({ id }) => id)).toEqual([requests[0]]);
  expect(second.pagination).toMatchObject({ total: 3, offset: 2, hasMore: false });
  for (const other of [{ status: "PENDING" as const }, { detectionId: "sad_1" }]) {
    await expect(listExceptions(ctx, { limit: 2, cursor, ...other })).rejects.toMatchObject({ code: "invalid_cursor" });
  }
  const { ctx: foreign } = await createAnalyst();
  await expect(listExceptions(foreign, { limit: 2, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
});

test("filters requests by status", async () => {
  const { ctx } = analyst;
  await rejectException(personIn(ctx, "APPROVER"), requests[1] ?? "", {});
  const idsIn = async (status: "PENDING" | "REJECTED" | "WITHDRAWN") =>
    (await listExceptions(ctx, { status, limit: 5 })).data.map(({ id }) => id);
  expect(await idsIn("PENDING")).toEqual([requests[2], requests[0]]);
  expect(await idsIn("REJECTED")).toEqual([requests[1]]);
  expect(await idsIn("WITHDRAWN")).toEqual([]);
});
