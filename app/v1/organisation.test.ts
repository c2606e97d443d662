import { beforeAll, expect, test } from "vitest";
import { callApi } from "@/app/v1/testing";
import { Activity } from "@/lib/domains/activity/schemas";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { OrganisationDetail } from "@/lib/domains/organisations/schemas";
import { Overview } from "@/lib/domains/overview/schemas";
import { createTestMember, openTestSession, type TestSession } from "@/lib/platform/auth/testing";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import type { Role } from "@/lib/platform/core/roles";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;
let key: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  ctx = await createTestContext(systemClock);
  key = (await createApiKey(ctx, { name: "K", scopes: ["admin"] })).key;
});

const readOrganisation = () => callApi<OrganisationDetail>("GET", "/v1/organisation", { key });
const changeOrganisation = (body: unknown) => callApi("PATCH", "/v1/organisation", { key, body });

async function signInAs(role: Role): Promise<TestSession> {
  return openTestSession(await createTestMember(ctx.organisation.id, { role }));
}

test("an organisation is read and changed", async () => {
  expect((await changeOrganisation({ name: "Example Bank" })).status).toBe(200);
  expect((await readOrganisation()).body).toMatchObject({ id: ctx.organisation.id, name: "Example Bank" });
});

test("the usage of a limit includes this request", async () => {
  const bucket = async () => (await readOrganisation()).body.limits.find((one) => one.endpointClass === "other.read");
  const [first, second] = [await bucket(), await bucket()];
  expect(first?.limit).toBe(20_000);
  if (first?.resetsAt === second?.resetsAt) expect(second?.used).toBe((first?.used ?? 0) + 1);
});

test("the overview matches its schema, with null for sections that the caller cannot access", async () => {
  const { body } = await callApi<Overview>("GET", "/v1/overview", { session: await signInAs("VIEWER") });
  expect(Overview.parse(body)).toEqual(body);
  expect(body.evidence).toBeNull();
  expect(body.detections).not.toBeNull();
});

test("activity has its own rate limit", async () => {
  const { status, headers, body } = await callApi("GET", "/v1/activity", { session: await signInAs("VIEWER") });
  expect([status, headers.get("x-ratelimit-limit")]).toEqual([200, "20000"]);
  expect(Activity.parse(body)).toEqual(body);
});

test("a view is saved once per Idempotency-Key, listed, updated and deleted", async () => {
  const session = await signInAs("ANALYST");
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    callApi<{ id: string; data: unknown[] }>(method, `/v1/saved-views${path}`, { session, body, headers });
  const given = { page: "shadow-ai", name: "Critical", query: "severity=CRITICAL" };
  const created = await send("POST", "", given, { "idempotency-key": "once" });
  expect(created).toMatchObject({ status: 201, body: { ...given, mine: true, shared: false } });
  expect((await send("POST", "", given, { "idempotency-key": "once" })).body).toEqual(created.body);
  expect(await send("POST", "", given)).toMatchObject({ status: 409, body: { error: "conflict" } });
  expect(await send("POST", "", { ...given, owner: "me" })).toMatchObject({ body: { details: [{ path: "owner" }] } });
  const path = `/${created.body.id}`;
  expect((await send("GET", "?page=shadow-ai")).body.data).toEqual([created.body]);
  expect(await send("PATCH", path, { query: "" })).toMatchObject({ status: 200, body: { query: "" } });
  for (const status of [204, 404]) expect((await send("DELETE", path)).status).toBe(status);
});
