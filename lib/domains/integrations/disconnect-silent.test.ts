import { beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import {
  createIntegration,
  deleteIntegration,
  disconnectSilent,
  getIntegration,
  updateIntegration,
} from "@/lib/domains/integrations";
import type { CreateIntegration } from "@/lib/domains/integrations/schemas";
import { eventsOf, integrationInput, integrationRow } from "@/lib/domains/integrations/testing/integrations";
import { insertListener, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import type { Context } from "@/lib/platform/core/context";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
const hourMs = 3_600_000;
let clock: TestClock;
let ctx: Context;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  clock = createTestClock();
  ctx = await createTestContext(clock);
  await insertListener(ctx.organisation.id, { events: ["integration.disconnected"] });
});

const make = (given: Partial<CreateIntegration> = {}) =>
  createIntegration(ctx, { ...integrationInput, silentAfterHours: 2, ...given });
const statusOf = async (id: string) => (await getIntegration(ctx, id)).status;
const notifications = async () => (await publishedTo(ctx.organisation.id)).map(({ envelope }) => envelope.data);

test("disconnects an integration after its silent hours and notifies once, on the chain and by webhook", async () => {
  const { id } = await make();
  clock.nowMs += 2 * hourMs - 1;
  await disconnectSilent(clock);
  expect(await statusOf(id)).toBe("WAITING");
  clock.nowMs += 1;
  await disconnectSilent(clock);
  const at = new Date(clock.nowMs).toISOString();
  expect(await getIntegration(ctx, id)).toMatchObject({ status: "DISCONNECTED", disconnectedAt: at });
  const reason = "No delivery has been received for 2 hours.";
  const name = integrationInput.name;
  expect(await notifications()).toEqual([{ id, source: "GITHUB", name, lastSeenAt: null, reason }]);
  expect((await eventsOf(ctx.organisation.id)).at(-1)).toMatchObject({
    ...{ type: "ALERT", severity: "MEDIUM", source: "API", actor: { type: "SYSTEM", id: "integrations" } },
    payload: { kind: "INTEGRATION_DISCONNECTED", integrationId: id, product: "GITHUB", name, lastSeenAt: null, reason },
  });
  clock.nowMs += 10 * hourMs;
  await disconnectSilent(clock);
  expect(await notifications()).toHaveLength(1);
  expect(await getIntegration(ctx, id)).toMatchObject({ disconnectedAt: at });
});

test("four concurrent sweeps notify once", async () => {
  await make();
  clock.nowMs += 2 * hourMs;
  await Promise.all(Array.from({ length: 4 }, () => disconnectSilent(clock)));
  expect(await notifications()).toHaveLength(1);
  const kinds = (await eventsOf(ctx.organisation.id)).map(({ payload }) => payload.kind);
  expect(kinds).toEqual(["INTEGRATION_CREATED", "INTEGRATION_DISCONNECTED"]);
});

test("ignores integrations that have no silence limit, are disabled or are deleted", async () => {
  const unlimited = await make({ silentAfterHours: null });
  const disabled = await make({ enabled: false });
  const gone = await make();
  await deleteIntegration(ctx, gone.id);
  clock.nowMs += 10_000 * hourMs;
  await disconnectSilent(clock);
  expect(await notifications()).toEqual([]);
  expect(await statusOf(unlimited.id)).toBe("WAITING");
  expect(await statusOf(disabled.id)).toBe("DISABLED");
  expect(await integrationRow(gone.id)).toMatchObject({ disconnected_at: null });
});

test("an integration that is enabled again gets its full time, and is then reported again", async () => {
  const { id } = await make();
  clock.nowMs += 2 * hourMs;
  await disconnectSilent(clock);
  await updateIntegration(ctx, id, { enabled: false });
  expect(await getIntegration(ctx, id)).toMatchObject({ status: "DISABLED", disconnectedAt: null });
  clock.nowMs += 5 * hourMs;
  await updateIntegration(ctx, id, { enabled: true });
  clock.nowMs += 2 * hourMs - 1;
  await disconnectSilent(clock);
  expect(await statusOf(id)).toBe("WAITING");
  clock.nowMs += 1;
  await disconnectSilent(clock);
  expect(await notifications()).toHaveLength(2);
});
