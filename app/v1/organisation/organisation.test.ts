import { beforeAll, expect, test } from "vitest";
import { GET, PATCH } from "@/app/v1/organisation/route";
import { callRoute, readAnswer } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { OrganisationDetail } from "@/lib/domains/organisations/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let admin: string;

type Body = OrganisationDetail & { error: string; details: { path: string }[] };

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  ctx = await createTestContext(systemClock);
  admin = await adminKey(ctx);
});

async function adminKey(owner: Context): Promise<string> {
  return (await createApiKey(owner, { name: "K", scopes: ["admin"] })).key;
}

async function send(key: string, method: "GET" | "PATCH", body?: unknown) {
  return readAnswer<Body>(await callRoute(method === "GET" ? GET : PATCH, method, "/v1/organisation", { key, body }));
}

test("an organisation is read and changed, of the caller's own", async () => {
  const other = await createTestContext(systemClock);
  expect(await send(admin, "PATCH", { name: "Example Bank" })).toMatchObject({
    status: 200,
    body: { id: ctx.organisation.id, name: "Example Bank" },
  });
  expect(await send(await adminKey(other), "GET")).toMatchObject({
    body: { id: other.organisation.id, name: "Test" },
  });
});

test("what is used of a limit is told, and this request is a part of it", async () => {
  const bucket = async () => (await send(admin, "GET")).body.limits.find((one) => one.endpointClass === "other.read");
  const [first, second] = [await bucket(), await bucket()];
  expect(first?.limit).toBe(20_000);
  if (first?.resetsAt === second?.resetsAt) expect(second?.used).toBe((first?.used ?? 0) + 1);
});

test("no limit, tier or mode is a caller's to set", async () => {
  for (const path of ["tier", "livemode", "rateLimitOverrides", "limits", "id"]) {
    expect(await send(admin, "PATCH", { [path]: "x" })).toMatchObject({ status: 400, body: { details: [{ path }] } });
  }
});
