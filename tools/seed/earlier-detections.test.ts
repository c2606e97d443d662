import { beforeEach, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { addMember } from "@/lib/domains/members";
import { findOrganisation } from "@/lib/domains/organisations";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { listDetections, listExceptions, readQueue } from "@/lib/domains/shadow-ai";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import { ownTestDatabase } from "@/tools/database/testing";
import { earlierDetectionSteps } from "./earlier-detections";
import { demoMembers } from "./members";
import { runTimeline } from "./timeline";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

const clock = createTestClock();
let ctx: Awaited<ReturnType<typeof createTestContext>>;
let organisation: Organisation;

beforeEach(async () => {
  ctx = await createTestContext(clock);
  const found = await findOrganisation(ctx.organisation.id);
  if (!found) throw new Error("organisation not found");
  organisation = found;
  for (const person of demoMembers.live.active.filter(({ role }) =>
    ["ANALYST", "APPROVER", "MODEL_OWNER"].includes(role),
  )) {
    await addMember(ctx, person, "a long enough password");
  }
});

test("seeds detections over several weeks, some overdue, with a pending and an approved exception", {
  tags: "full",
}, async () => {
  await runTimeline(earlierDetectionSteps(organisation, clock.nowMs));
  const { data, summary } = await listDetections(ctx, ListDetections.parse({ limit: "100" }));
  expect(data).toHaveLength(13);
  expect(new Set(data.map(({ detectedAt }) => detectedAt.slice(0, 10))).size).toBe(6);
  expect(summary).toMatchObject({ open: 7, resolved: 5, dismissed: 1 });
  expect(await readQueue(ctx)).toMatchObject({ exceptionsEnding14d: 1, exceptionRequests: 1 });
  // The default order starts with the most severe detection.
  const [first] = data.sort((one, other) => other.riskScore - one.riskScore);
  expect(first).toMatchObject({ severity: "HIGH", details: { endpoint: "api.cohere.com" } });
  expect((await readQueue(ctx)).overdue).toBeGreaterThan(0);
  const { data: requests } = await listExceptions(ctx, { limit: 10 });
  expect(requests.map(({ status }) => status).sort()).toEqual(["APPROVED", "PENDING"]);
});
