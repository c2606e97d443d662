import { createServer, type Server, type Socket } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as auth from "@/app/api/auth/[...nextauth]/route";
import * as ready from "@/app/api/health/ready/route.api";
import { operationsOf, routes } from "@/app/v1/openapi.json/operations";
import { createApiKey } from "@/lib/domains/api-keys";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { scopes } from "@/lib/platform/core/roles";
import { forgetSingletons, isFullRun } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { serve } from "@/lib/platform/http/route";
import { ownTestDatabase } from "@/tools/database/testing";

/** However the database fails, every operation returns 503 with Retry-After, and never 500. */

const database = ownTestDatabase();
let superuser: pg.Client;
let applicationUrl: string;
let key: string;
const role = `refused_${process.pid}_${Date.now()}`;
const servers: Server[] = [];

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'right' IN ROLE gas_app`);
  const ctx = await createTestContext(createTestClock());
  ({ key } = await createApiKey(ctx, { name: "test", scopes: [...scopes] }));
  const url = new URL(database.applicationUrl);
  url.username = role;
  url.password = "right";
  applicationUrl = url.href;
});

afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await connectTo(database.applicationUrl);
});

afterAll(async () => {
  await superuser.query(`DROP ROLE ${role}`);
  await superuser.end();
});

async function connectTo(url: string): Promise<void> {
  await pool()
    .end()
    .catch(() => undefined);
  process.env.DATABASE_URL = url;
  forgetSingletons();
}

/** Every operation, or every n-th, as a caller with a key sends it. */
async function answers(
  step = 1,
): Promise<{ operation: string; status: number; retryAfter: string | null; body: string }[]> {
  const found = [];
  for (const { path, method, route } of [...operationsOf(routes)].filter((_, index) => index % step === 0)) {
    const operation = `${method} ${path}`;
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(method !== "GET" && { body: "{}" }),
    });
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "x"]);
    const response = await serve(route, operation)(request, { params: Promise.resolve(Object.fromEntries(names)) });
    found.push({
      operation,
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: await response.text(),
    });
  }
  return found;
}

async function expectUnavailable(step = 1): Promise<void> {
  const all = await answers(step);
  const answered = all.filter(({ status }) => status !== 503);
  // Public operations whose input is refused, or that need no database.
  for (const { operation, status } of answered) expect([operation, status < 500]).toEqual([operation, true]);
  expect(answered.length).toBeLessThan(15);
  expect(all.length - answered.length).toBeGreaterThan(80 / step);
  for (const { operation, status, retryAfter, body } of all.filter((one) => one.status === 503)) {
    expect([operation, status, retryAfter]).toEqual([operation, 503, "1"]);
    expect(body).toContain("The service cannot reach its database.");
  }
  expect((await ready.GET(new Request("http://localhost/"), { params: Promise.resolve({}) })).status).toBe(503);
}

/** The operations handle every error of the database in the same place, so that a run calls some for each error. */
const some = isFullRun ? 1 : 8;

/** A server that answers every connection in one way, in place of PostgreSQL. */
async function listen(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    answer(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return `postgresql://gas:gas@127.0.0.1:${port}/gas`;
}

/** PostgreSQL's message for a connection that it refuses. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe("a database that rejects connections is a 503 with Retry-After for every operation:", () => {
  test("nothing listens", async () => {
    const url = await listen(() => undefined);
    servers.pop()?.close();
    await connectTo(url);
    await expectUnavailable();
  });

  test("the connection is closed immediately", async () => {
    await connectTo(await listen((socket) => socket.destroy()));
    await expectUnavailable();
  });

  test.each([
    ["57P03", "the database system is starting up"],
    ["57P03", "the database system is not accepting connections"],
    ["57P01", "terminating connection due to administrator command"],
    ["57P02", "terminating connection because of crash of another server process"],
    ["57P04", "terminating connection because the database was dropped"],
    ["53300", "sorry, too many clients already"],
    ["53300", 'too many connections for role "gas"'],
    ["53200", "out of memory"],
    ["28P01", 'password authentication failed for user "gas"'],
    ["28000", 'no pg_hba.conf entry for host "10.0.0.1"'],
    ["28000", 'role "gas" is not permitted to log in'],
    ["3D000", 'database "gas" does not exist'],
    ["55000", 'database "gas" is not currently accepting connections'],
    ["42501", 'permission denied for database "gas"'],
    ["08P01", "protocol violation"],
    ["XX000", "could not open shared memory"],
  ])("it answers %s: %s", async (code, message) => {
    await connectTo(await listen((socket) => socket.once("data", () => socket.end(fatal(code, message)))));
    await expectUnavailable(some);
  });

  test.each([
    ["the role may not log in", `ALTER ROLE ${role} NOLOGIN`, `ALTER ROLE ${role} LOGIN`],
    [
      "the role has no connections left",
      `ALTER ROLE ${role} CONNECTION LIMIT 0`,
      `ALTER ROLE ${role} CONNECTION LIMIT -1`,
    ],
    ["the password was changed", `ALTER ROLE ${role} PASSWORD 'wrong'`, `ALTER ROLE ${role} PASSWORD 'right'`],
  ])("%s", async (_what, sql, undo) => {
    await superuser.query(sql);
    try {
      await connectTo(applicationUrl);
      await expectUnavailable(some);
    } finally {
      await superuser.query(undo);
    }
  });
});

test("if connections are killed while keys are cached, requests get a 503 or a response over a new connection", {
  tags: "full",
}, async () => {
  await connectTo(applicationUrl);
  await answers();
  await superuser.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [role]);
  for (const { operation, status, body } of await answers()) {
    expect([operation, status === 500 ? body : ""]).toEqual([operation, ""]);
  }
  await superuser.query(`ALTER ROLE ${role} NOLOGIN`);
  try {
    await superuser.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [role]);
    const refused = await answers();
    for (const { operation, status, retryAfter } of refused) {
      expect([operation, status]).not.toEqual([operation, 500]);
      if (status === 503) expect([operation, retryAfter]).toEqual([operation, "1"]);
    }
    expect(refused.filter(({ status }) => status === 503).length).toBeGreaterThan(30);
  } finally {
    await superuser.query(`ALTER ROLE ${role} LOGIN`);
  }
});

test("signing in with JSON is a 503 with Retry-After, too", async () => {
  await connectTo(await listen((socket) => socket.destroy()));
  const answer = await auth.GET(
    new Request("http://localhost:3000/api/auth/csrf", { headers: { host: "localhost:3000" } }),
    { params: Promise.resolve({ nextauth: ["csrf"] }) },
  );
  expect(answer.status).toBe(200);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const body = new URLSearchParams({
    csrfToken,
    email: "a@example.com",
    password: "a password of some length",
    json: "true",
  });
  const refused = await auth.POST(
    new Request("http://localhost:3000/api/auth/callback/credentials", {
      method: "POST",
      headers: { host: "localhost:3000", cookie, "content-type": "application/x-www-form-urlencoded" },
      body,
    }),
    { params: Promise.resolve({ nextauth: ["callback", "credentials"] }) },
  );
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
});
