import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  reencryptIntegrationSecrets,
  rotateIntegrationSecret,
  updateIntegration,
  versionOf,
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
import { forgetSingletons } from "@/lib/platform/core/testing";
import { inTransaction } from "@/lib/platform/database/db";
import { entityTag } from "@/lib/platform/resource/entity-tag";
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
  if (!(thrown instanceof ServiceError)) throw thrown ?? new Error("was not refused");
  return thrown;
}

const kindsOf = async () => (await eventsOf(ctx.organisation.id)).map(({ payload }) => payload.kind);

describe("creating", () => {
  test("answers the integration with its secret, which is read nowhere again", async () => {
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

  test("is an event on the chain, by whoever did it and without the secret", async () => {
    const { secret, ...created } = await createIntegration(ctx, { ...integrationInput, defaultModelId: modelId });
    const [event] = await eventsOf(ctx.organisation.id);
    expect(event).toMatchObject({
      ...{ type: "CONFIG_CHANGE", source: "API", actor: { type: "SYSTEM", id: "test" } },
      payload: {
        ...{ kind: "INTEGRATION_CREATED", integrationId: created.id, product: "GITHUB", name: created.name },
        ...{ models: [], defaultModelId: modelId, silentAfterHours: null, enabled: true },
      },
    });
    expect(JSON.stringify(event)).not.toContain(secret);
  });

  test("with models that are not registered, or another organisation's, is refused, and all are named", async () => {
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

  test("of a fifty-first is a conflict, also of ten at once; a deleted one makes room", async () => {
    for (let i = 0; i < 45; i++) await make();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => make()));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const { data } = await listIntegrations(ctx, { limit: 1 });
    await deleteIntegration(ctx, data[0]?.id ?? "");
    await make();
    expect((await refusal(make())).code).toBe("conflict");
  });

  test("happens with its caller's transaction or not at all", async () => {
    const failing = inTransaction(undefined, async (tx) => {
      const { id } = await createIntegration({ ...ctx, tx }, integrationInput);
      await rotateIntegrationSecret({ ...ctx, tx }, id, { overlapSeconds: 0 });
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    expect((await listIntegrations(ctx, { limit: 10 })).data).toEqual([]);
    expect(await eventsOf(ctx.organisation.id)).toEqual([]);
  });
});

describe("changing", () => {
  const changes: ((model: string) => UpdateIntegration)[] = [
    () => ({ name: "Other" }),
    (model) => ({ models: [{ match: "bank/scoring", modelId: model }] }),
    (model) => ({ defaultModelId: model }),
    () => ({ silentAfterHours: 1 }),
    () => ({ name: "B", silentAfterHours: 8_760 }),
  ];
  test.each(changes)("%s sets that and nothing else", async (of) => {
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

  test("to what is already so changes nothing and is no event", async () => {
    const before = await make({ models: [{ match: "a", modelId }] });
    later();
    const same: UpdateIntegration = { models: [{ modelId, match: "a" }], enabled: true, defaultModelId: null };
    expect(await updateIntegration(ctx, before.id, same)).toEqual(before);
    expect(await kindsOf()).toEqual(["INTEGRATION_CREATED"]);
  });

  test("with an unregistered model is refused, and changes nothing", async () => {
    const before = await make();
    const { code, details } = await refusal(updateIntegration(ctx, before.id, { name: "B", defaultModelId: "mdl_x" }));
    expect([code, details?.[0]?.path]).toEqual(["model_not_registered", "defaultModelId"]);
    expect(await getIntegration(ctx, before.id)).toEqual(before);
  });

  test("may name a model that is archived by now: its rules stay as they are", async () => {
    const before = await make({ defaultModelId: modelId });
    await updateModel(ctx, modelId, { archived: true });
    expect(await updateIntegration(ctx, before.id, { name: "B", defaultModelId: modelId })).toMatchObject({
      name: "B",
    });
  });

  test("by a version that is not the current one is refused; deliveries do not make another version", async () => {
    const before = await make();
    const tag = entityTag(versionOf(before));
    const seen = { ...before, lastSeenAt: later(), disconnectedAt: later(), status: "CONNECTED" as const };
    expect(entityTag(versionOf(seen))).toBe(tag);
    const after = await updateIntegration(ctx, before.id, { name: "B" }, tag);
    const { code, headers } = await refusal(updateIntegration(ctx, before.id, { name: "C" }, tag));
    expect([code, headers?.ETag]).toEqual(["precondition_failed", entityTag(versionOf(after))]);
    expect(await updateIntegration(ctx, before.id, { name: "C" }, "*")).toMatchObject({ name: "C" });
  });

  test("two changes at once both count", async () => {
    const { id } = await make();
    await Promise.all([
      updateIntegration(ctx, id, { name: "B" }),
      updateIntegration(ctx, id, { silentAfterHours: 5 }),
      updateIntegration(ctx, id, { defaultModelId: modelId }),
    ]);
    expect(await getIntegration(ctx, id)).toMatchObject({ name: "B", silentAfterHours: 5, defaultModelId: modelId });
    expect((await kindsOf()).filter((kind) => kind === "INTEGRATION_UPDATED")).toHaveLength(3);
  });
});

test("a rotation keeps the old secret until its overlap ends, and none without one", async () => {
  const { secret, id } = await createIntegration(ctx, integrationInput);
  const rotated = await rotateIntegrationSecret(ctx, id, { overlapSeconds: 60 });
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.previousSecretExpiresAt).toBe(new Date(clock.nowMs + 60_000).toISOString());
  expect(await integrationSecrets(id)).toEqual({ secret: rotated.secret, previous: secret });
  const again = await rotateIntegrationSecret(ctx, id, { overlapSeconds: 0 });
  expect(await integrationSecrets(id)).toEqual({ secret: again.secret, previous: null });
  expect((await kindsOf()).slice(1)).toEqual(["INTEGRATION_SECRET_ROTATED", "INTEGRATION_SECRET_ROTATED"]);
});

test("a deletion takes the secrets along, and what is deleted is not found any more", async () => {
  const { id } = await make();
  await rotateIntegrationSecret(ctx, id, { overlapSeconds: 60 });
  await deleteIntegration(ctx, id);
  expect(await integrationRow(id)).toMatchObject({ secret: "", previous_secret: null, enabled: false });
  expect((await kindsOf()).at(-1)).toBe("INTEGRATION_DELETED");
  expect((await listIntegrations(ctx, { limit: 10 })).pagination.total).toBe(0);
});

const calls: [name: string, call: (as: Context, id: string) => Promise<unknown>][] = [
  ["reading", (as, id) => getIntegration(as, id)],
  ["changing", (as, id) => updateIntegration(as, id, { name: "Theirs" }, '"x"')],
  ["rotating", (as, id) => rotateIntegrationSecret(as, id, { overlapSeconds: 0 })],
  ["deleting", (as, id) => deleteIntegration(as, id)],
];

test.each(calls)(
  "%s finds what is another organisation's, deleted or malformed as little as what there is not",
  async (_name, call) => {
    const other = await createTestContext(clock);
    const theirs = await make({}, other);
    const deleted = await make();
    await deleteIntegration(ctx, deleted.id);
    const before = await integrationRow(theirs.id);
    for (const id of [theirs.id, deleted.id, newId("integration"), "int_", "wh_1", "\u0000", ""]) {
      expect((await refusal(call(ctx, id))).code).toBe("not_found");
    }
    expect(await integrationRow(theirs.id)).toEqual(before);
  },
);

test("a list has the newest first, by product, page by page", async () => {
  const made: string[] = [];
  for (const kind of ["GITHUB", "JIRA", "GITHUB", "MLFLOW", "GITHUB"] as const) {
    later();
    made.unshift((await make({ kind })).id);
  }
  const ids = ({ data }: { data: Integration[] }) => data.map(({ id }) => id);
  expect(ids(await listIntegrations(ctx, { limit: 10 }))).toEqual(made);
  const first = await listIntegrations(ctx, { limit: 2, kind: "GITHUB" });
  expect(first.pagination).toMatchObject({ total: 3, hasMore: true });
  const cursor = first.pagination.nextCursor ?? "";
  const second = await listIntegrations(ctx, { limit: 2, kind: "GITHUB", cursor });
  expect([...ids(first), ...ids(second)]).toEqual([made[0], made[2], made[4]]);
  const others: [Context, object][] = [
    [ctx, {}],
    [ctx, { kind: "JIRA" }],
    [await createTestContext(clock), { kind: "GITHUB" }],
  ];
  for (const [as, filter] of others) {
    expect((await refusal(listIntegrations(as, { limit: 2, cursor, ...filter }))).code).toBe("invalid_cursor");
  }
});

test("secrets are encrypted anew under a new key, and what cannot be read is named and left", async () => {
  const key = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");
  const restartWith = (...[current = "", ...retired]: string[]) => {
    process.env.ENCRYPTION_KEY = key(current);
    process.env.ENCRYPTION_KEYS_RETIRED = retired.map(key).join();
    forgetSingletons("env");
  };
  // What other tests left is under their key.
  const before = Buffer.from("a key that only these tests know").toString("base64");
  restartWith("a");
  const { id, secret } = await createIntegration(ctx, integrationInput);
  const rotated = await rotateIntegrationSecret(ctx, id, { overlapSeconds: 60 });
  restartWith("b", "a");
  const first = await reencryptIntegrationSecrets(() => {});
  expect(first).toMatchObject({ changed: 1 });
  expect(first.failed.map((one) => one.id)).not.toContain(id);
  expect(first.failed.every(({ reason }) => reason.includes("key"))).toBe(true);
  restartWith("b");
  expect(await integrationSecrets(id)).toEqual({ secret: rotated.secret, previous: secret });
  expect((await reencryptIntegrationSecrets(() => {})).changed).toBe(0);
  process.env.ENCRYPTION_KEY = before;
  process.env.ENCRYPTION_KEYS_RETIRED = "";
  forgetSingletons("env");
});
