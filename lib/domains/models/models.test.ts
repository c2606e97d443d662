import { beforeAll, describe, expect, test } from "vitest";
import { getModel, listModels, registerModel, updateModel } from "@/lib/domains/models";
import {
  type ListModels,
  type Model,
  type RegisterModel,
  RiskTier,
  type UpdateModel,
} from "@/lib/domains/models/schemas";
import { createTestContext } from "@/lib/domains/models/testing";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { inTransaction } from "@/lib/platform/database/db";
import { entityTag } from "@/lib/platform/resource/entity-tag";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;

beforeAll(async () => {
  ctx = await createTestContext();
});

const everything: RegisterModel = {
  name: "Credit scoring",
  version: "2026.1",
  provider: "openai",
  riskTier: "HIGH",
  ownerEmail: "model-risk@example.com",
  description: "Scores consumer credit applications.",
  allowedEndpoints: [{ host: "api.openai.com", departments: ["Risk"], ipRanges: ["10.20.0.0/16"] }],
};

function query(given: Partial<ListModels> = {}): ListModels {
  return { limit: 25, ...given };
}

async function systemModel(context: Context): Promise<Model> {
  const system = (await listModels(context, query({ limit: 100 }))).data.find((model) => model.system);
  if (!system) throw new Error("no system model");
  return system;
}

async function rejection(work: Promise<unknown>): Promise<{ code: string; message: string; headers: unknown }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message, headers: error.headers };
    throw error;
  }
  throw new Error("was not rejected");
}

describe("registerModel", () => {
  test("returns the same model as getModel", async () => {
    const model = await registerModel(ctx, everything);
    expect(model).toEqual({
      id: expect.stringMatching(/^mdl_[0-9a-z]{26}$/),
      organisationId: ctx.organisation.id,
      ...everything,
      archived: false,
      system: false,
      createdAt: expect.stringMatching(/^2026-01-15T10:00:\d\d\.\d{3}Z$/),
      updatedAt: model.createdAt,
    });
    expect(await getModel(ctx, model.id)).toEqual(model);
  });

  test("sets omitted fields to null", async () => {
    expect(await registerModel(ctx, { name: "Bare" })).toMatchObject({
      name: "Bare",
      version: null,
      provider: null,
      riskTier: null,
      ownerEmail: null,
      description: null,
      allowedEndpoints: [],
    });
  });

  test("is rolled back with the caller's transaction", async () => {
    const tenant = await createTestContext();
    const rolledBack = inTransaction(undefined, async (tx) => {
      const { id } = await registerModel({ ...tenant, tx }, everything);
      await updateModel({ ...tenant, tx }, id, { version: "2" });
      expect(await getModel({ ...tenant, tx }, id)).toMatchObject({ version: "2" });
      throw new Error("undo");
    });
    await expect(rolledBack).rejects.toThrow("undo");
    expect((await listModels(tenant, query())).data).toEqual([await systemModel(tenant)]);
  });
});

describe("listModels", () => {
  let tenant: Context;

  beforeAll(async () => {
    tenant = await createTestContext();
    await registerModel(tenant, { name: "Credit scoring", provider: "openai", riskTier: "HIGH" });
    await registerModel(tenant, { name: "100% fraud_model", provider: "OpenAI", riskTier: "HIGH" });
    const old = await registerModel(tenant, { name: "Äpfel\\Birnen", provider: "openai", riskTier: "LOW" });
    await updateModel(tenant, old.id, { archived: true });
  });

  const rows: [Partial<ListModels>, string[]][] = [
    [{}, ["Äpfel\\Birnen", "100% fraud_model", "Credit scoring", "System"]],
    [{ archived: true }, ["Äpfel\\Birnen"]],
    [{ archived: false }, ["100% fraud_model", "Credit scoring", "System"]],
    [{ provider: "openai" }, ["Äpfel\\Birnen", "Credit scoring"]],
    [{ riskTier: "HIGH" }, ["100% fraud_model", "Credit scoring"]],
    [{ riskTier: "HIGH", provider: "openai", archived: false, q: "SCORING" }, ["Credit scoring"]],
    [{ riskTier: "CRITICAL" }, []],
    [{ system: true }, ["System"]],
    [{ system: false, archived: false }, ["100% fraud_model", "Credit scoring"]],
    [{ q: "credit" }, ["Credit scoring"]],
    [{ q: "%" }, ["100% fraud_model"]],
    [{ q: "_" }, ["100% fraud_model"]],
    [{ q: "\\" }, ["Äpfel\\Birnen"]],
    [{ q: "it%sc" }, []],
    [{ q: "' OR 1=1 --" }, []],
  ];
  test.each(rows)("filters by %j", async (given, expected) => {
    const { data, pagination } = await listModels(tenant, query(given));
    expect(data.map(({ name }) => name)).toEqual(expected);
    expect(pagination).toEqual({ total: expected.length, limit: 25, offset: 0, hasMore: false });
  });
});

test.each([
  [{}, ["No tier", "Critical", "Low", "High 2", "High 1", "Medium"]],
  [{ order: "asc" }, ["Medium", "High 1", "High 2", "Low", "Critical", "No tier"]],
  [{ sort: "riskTier" }, ["Critical", "High 2", "High 1", "Medium", "Low", "No tier"]],
  [{ sort: "riskTier", order: "asc" }, ["Low", "Medium", "High 1", "High 2", "Critical", "No tier"]],
  [{ sort: "riskTier", riskTier: "HIGH" }, ["High 2", "High 1"]],
] as const)("pages of models sorted by %j contain each model once", async (sorting, expected) => {
  const tenant = await createTestContext();
  for (const name of ["Medium", "High 1", "High 2", "Low", "Critical"]) {
    await registerModel(tenant, { name, riskTier: RiskTier.parse(name.split(" ")[0]?.toUpperCase()) });
  }
  await registerModel(tenant, { name: "No tier" });
  for (const limit of [1, 2, 10]) {
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { data, pagination } = await listModels(tenant, { limit, cursor, system: false, ...sorting });
      expect(pagination).toMatchObject({ total: expected.length, offset: names.length });
      names.push(...data.map(({ name }) => name));
      cursor = pagination.nextCursor;
      if (cursor === undefined) break;
    }
    expect(names).toEqual(expected);
  }
});

describe("updateModel", () => {
  const changes: [UpdateModel, Partial<Model>][] = [
    [{ name: "Other" }, { name: "Other" }],
    [
      { version: "2", riskTier: "LOW" },
      { version: "2", riskTier: "LOW" },
    ],
    [{ allowedEndpoints: [{ host: "*.example.com" }] }, { allowedEndpoints: [{ host: "*.example.com" }] }],
    [{ archived: true }, { archived: true }],
    [
      { version: null, provider: null, riskTier: null, ownerEmail: null, description: null, allowedEndpoints: null },
      { version: null, provider: null, riskTier: null, ownerEmail: null, description: null, allowedEndpoints: [] },
    ],
  ];
  test.each(changes)("%j changes only the given fields", async (change, expected) => {
    const before = await registerModel(ctx, everything);
    const after = await updateModel(ctx, before.id, change);
    expect(after).toEqual({ ...before, ...expected, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await getModel(ctx, before.id)).toEqual(after);
  });

  test("keeps updatedAt from decreasing when the clock does", async () => {
    const before = await registerModel(ctx, everything);
    const clock = { now: () => 0 };
    const after = await updateModel({ ...ctx, clock }, before.id, { version: "2" });
    expect(after.updatedAt).toBe(before.updatedAt);
    expect(entityTag(after)).not.toBe(entityTag(before));
  });

  test("rejects the system model", async () => {
    const system = await systemModel(ctx);
    for (const change of [{ name: "Mine" }, { archived: true }, { name: system.name }]) {
      expect((await rejection(updateModel(ctx, system.id, change))).code).toBe("conflict");
    }
    expect(await getModel(ctx, system.id)).toEqual(system);
  });

  test("with If-Match, one of several concurrent changes succeeds, and the others get the current version", async () => {
    const model = await registerModel(ctx, everything);
    const tag = entityTag(model);
    const attempts = Array.from({ length: 8 }, (_, i) => updateModel(ctx, model.id, { version: `by ${i}` }, tag));
    const settled = await Promise.allSettled(attempts);
    const changed = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(changed).toHaveLength(1);
    const now = await getModel(ctx, model.id);
    expect(changed).toEqual([now]);
    for (const result of settled) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ code: "precondition_failed", headers: { ETag: entityTag(now) } });
      }
    }
    expect(await updateModel(ctx, model.id, { version: "3" }, entityTag(now))).toMatchObject({ version: "3" });
    expect(await updateModel(ctx, model.id, { version: "4" }, "*")).toMatchObject({ version: "4" });
  });
});
