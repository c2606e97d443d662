import pg from "pg";
import { expect, test } from "vitest";
import { isDatabaseUnavailable, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

const withCode = (code: string) => Object.assign(new Error("failed"), { code });

test.each([
  ["a refused connection", withCode("ECONNREFUSED")],
  ["a starting server", withCode("57P03")],
  ["a full server", withCode("53300")],
  ["a lock timeout", withCode("55P03")],
  ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
  ["an unanswered query", new Error("Query read timeout")],
  ["a terminated connection", new Error("Connection terminated unexpectedly")],
  ["a client that lost its connection", new Error("Client has encountered a connection error and is not queryable")],
  ["the cause of a driver error", new Error("wrapped", { cause: withCode("ECONNRESET") })],
  ["a driver error of Prisma", Object.assign(withCode("P2039"), { meta: { driverAdapterError: withCode("57P03") } })],
])("%s is temporary", (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  ["a unique violation", withCode("23505")],
  ["a syntax error", withCode("42601")],
  ["an application error", new Error("an append has no outcome")],
  ["undefined", undefined],
  ["a string", "ECONNREFUSED"],
])("%s is not temporary", (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test("a cyclic cause does not hang", () => {
  const error: Error & { cause?: unknown } = new Error("round");
  error.cause = error;
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test("the loss of a connection between two statements of its user is not an uncaught exception", async () => {
  const client = await pool().connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const lost = new Promise((resolve) => client.once("end", resolve));
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await Promise.all([lost, superuser.end()]);
  await expect(client.query("SELECT 1")).rejects.toSatisfy(isDatabaseUnavailable);
  client.release(true);
});
