import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  rotateIntegrationSecret,
  updateIntegration,
} from "@/lib/domains/integrations";
import type { CreateIntegration, Integration, UpdateIntegration } from "@/lib/domains/integrations/schemas";
import {
  eventsOf,
  integrationInput,
  integrationRow,
  integrationSecrets,
} from "@/lib/domains/integrations/testing/integrations";
import { registerModel, updateModel } from "@/lib/domains/models";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let clock: TestClock;
let ctx: Context;
let modelId: string;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  clock = createTestClock();
  ctx = await createTestContext(clock);
  modelId = (await registerModel(ctx, { name: "Credit scoring" })).id;
});

const later = (ms = 1_000) => {
  clock.nowMs += ms;
  return new Date(clock.nowMs).toISOString();
};

async function make(given: Partial<CreateIntegration> = {}, context = ctx): Promise<Integration> {
  const { secret: _shownOnce, ...integration } = await createIntegration(context, { ...integrationInput, ...given });
  return integration;
}

async function refusal(work: Promise<unknown>): Promise<Pick<ServiceError, "code" | "details" | "headers">> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ServiceError)) throw thrown ?? new Error("expected an error");
  return thrown;
}

const kindsOf = async () => (await eventsOf(ctx.organisation.id)).map(({ payload }) => payload.kind);

describe("createIntegration", () => {
  test("returns the integration with its secret, which is not returned again", async () => {
    const input = { ...integrationInput, models: [{ match: "bank/*", modelId }], silentAfterHours: 24 };
    const { secret, ...created } = await createIntegration(ctx, input);
    expect(created).toEqual({
      id: expect.stringMatching(/^int_[0-9a-z]{26}$/),
      receiverUrl: publicUrl(`/v1/integrations/${created.id}/events`),
      ...input,
      status: "WAITING",
      lastSeenAt: null,
      disconnectedAt: null,
      figures: { recorded: 0, ignored: 0 },
      previousSecretExpiresAt: null,
      createdAt: new Date(clock.nowMs).toISOString(),
      updatedAt: created.createdAt,
    });
    expect(secret).toMatch(/^isec_[A-Za-z0-9_-]{43}$/);
    expect(await getIntegration(ctx, created.id)).toEqual(created);
    expect(await integrationSecrets(created.id)).toEqual({ secret, previous: null });
    expect(JSON.stringify(await integrationRow(created.id))).not.toContain(secret);
  });

  test("rejects unregistered models and models of other organisations, and names all of them", async () => {
    const other = await createTestContext(clock);
    const foreign = (await registerModel(other, { name: "Theirs" })).id;
    const models = [
      { match: "a", modelId },
      { match: "b", modelId: foreign },
      { match: "c", modelId: "mdl_none" },
    ];
    const { code, details } = await refusal(make({ models, defaultModelId: newId("model") }));
    expect(code).toBe("model_not_registered");
    expect(details?.map(({ path }) => path)).toEqual(["models[1].modelId", "models[2].modelId", "defaultModelId"]);
    expect((await listIntegrations(ctx, { limit: 10 })).pagination.total).toBe(0);
  });
});

describe("updateIntegration", () => {
  const changes: ((model: string) => UpdateIntegration)[] = [
    () => ({ name: "Other" }),
    (model) => ({ models: [{ match: "bank/scoring", modelId: model }] }),
    (model) => ({ defaultModelId: model }),
    () => ({ silentAfterHours: 1 }),
    () => ({ name: "B", silentAfterHours: 8_760 }),
  ];
  test.each(changes)("%s changes only the given fields", async (of) => {
    const before = await make();
    const change = of(modelId);
    const updatedAt = later();
    const after = await updateIntegration(ctx, before.id, change);
    expect(after).toEqual({ ...before, ...change, updatedAt });
    expect(await getIntegration(ctx, before.id)).toEqual(after);
    expect((await eventsOf(ctx.organisation.id)).at(-1)?.payload).toMatchObject({
      kind: "INTEGRATION_UPDATED",
      changed: Object.keys(change),
    });
  });

  test("rejects an unregistered model and changes nothing", async () => {
    const before = await make();
    const { code, details } = await refusal(updateIntegration(ctx, before.id, { name: "B", defaultModelId: "mdl_x" }));
    expect([code, details?.[0]?.path]).toEqual(["model_not_registered", "defaultModelId"]);
    expect(await getIntegration(ctx, before.id)).toEqual(before);
  });

  test("accepts an archived model that was already assigned", async () => {
    const before = await make({ defaultModelId: modelId });
    await updateModel(ctx, modelId, { archived: true });
    expect(await updateIntegration(ctx, before.id, { name: "B", defaultModelId: modelId })).toMatchObject({
      name: "B",
    });
  });
});

test("deleting removes the secrets, and the integration is no longer listed", async () => {
  const { id } = await make();
  await rotateIntegrationSecret(ctx, id, { overlapSeconds: 60 });
  await deleteIntegration(ctx, id);
  expect(await integrationRow(id)).toMatchObject({ secret: "", previous_secret: null, enabled: false });
  expect((await kindsOf()).at(-1)).toBe("INTEGRATION_DELETED");
  expect((await listIntegrations(ctx, { limit: 10 })).pagination.total).toBe(0);
});
