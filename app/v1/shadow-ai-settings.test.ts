import { beforeAll, describe, expect, test } from "vitest";
import { shadowAi } from "@/app/v1/shadow-ai";
import { callRoute, readAnswer } from "@/app/v1/testing";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { systemClock } from "@/lib/platform/core/clock";
import type { Scope } from "@/lib/platform/core/roles";
import type { NextHandler } from "@/lib/platform/http/types";
import { ownTestDatabase } from "@/tools/database/testing";

const settings = shadowAi["/v1/shadow-ai/settings"];

ownTestDatabase();
let key: string;
let foreignKey: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  key = await keyWith(["shadow_ai:read", "shadow_ai:write"]);
  foreignKey = await keyWith(["shadow_ai:read", "shadow_ai:write"]);
});

async function keyWith(given: Scope[]): Promise<string> {
  return (await createApiKey(await createTestContext(systemClock), { name: "test", scopes: given })).key;
}

/** The members of all responses. */
interface Body extends SettingsDocument {
  error: string;
  details: { path: string }[];
}

interface Sent {
  key?: string;
  body?: unknown;
  host?: string;
  query?: string;
  ifMatch?: string;
}

async function send(handler: NextHandler, method: string, given: Sent = {}) {
  const { body, host, query = "", ifMatch } = given;
  const response = await callRoute(handler, method, `/v1/shadow-ai/x${query}`, {
    key: given.key ?? key,
    headers: ifMatch === undefined ? {} : { "if-match": ifMatch },
    body,
    params: host === undefined ? {} : { host },
  });
  return readAnswer<Body>(response);
}

describe("/v1/shadow-ai/settings", () => {
  test("returns the defaults, replaces all settings, and checks If-Match", async () => {
    const first = await send(settings.GET, "GET");
    expect(first).toMatchObject({ status: 200, body: { departments: [], stoppedGraceHours: 24 } });
    const ifMatch = first.headers.get("etag") ?? "";
    const departments = [{ name: "Risk", ranges: ["10.20.0.0/16"], sensitivity: 3 }];
    const put = await send(settings.PUT, "PUT", { body: { departments, highCostUSD: 5 }, ifMatch });
    expect(put).toMatchObject({ status: 200, body: { departments, highCostUSD: 5, maxLatenessHours: 72 } });
    const rejected = await send(settings.PUT, "PUT", { body: {}, ifMatch });
    expect(rejected).toMatchObject({ status: 412, body: { error: "precondition_failed" } });
    expect(rejected.headers.get("etag")).toBe(put.headers.get("etag"));
    const read = await send(settings.GET, "GET");
    expect(read.body).toEqual(put.body);
    expect(read.headers.get("etag")).toBe(put.headers.get("etag"));
    expect((await send(settings.GET, "GET", { key: foreignKey })).body).toEqual(first.body);
  });

  test("returns the path of each error", async () => {
    const body = { departments: [{ name: "A" }, { name: "A", sensitivity: 99 }], officeHours: { timeZone: "x" }, y: 1 };
    const rejected = await send(settings.PUT, "PUT", { body });
    expect(rejected).toMatchObject({ status: 400, body: { error: "validation_failed" } });
    const paths = rejected.body.details.map(({ path }) => path).sort();
    expect(paths).toEqual(["departments[1].name", "departments[1].sensitivity", "officeHours.timeZone", "y"]);
  });
});
