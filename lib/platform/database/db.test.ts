import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "@/lib/platform/database/db";

const withCode = (code: string) => Object.assign(new Error("failed"), { code });

test.each([
  ["a refused connection", withCode("ECONNREFUSED")],
  ["a server that starts", withCode("57P03")],
  ["a server that is full", withCode("53300")],
  ["a lock that was waited for too long", withCode("55P03")],
  ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
  ["a query that was never answered", new Error("Query read timeout")],
  ["a connection that ended", new Error("Connection terminated unexpectedly")],
  ["a client that lost its connection", new Error("Client has encountered a connection error and is not queryable")],
  ["the cause of a driver's error", new Error("wrapped", { cause: withCode("ECONNRESET") })],
  ["Prisma's driver error", Object.assign(withCode("P2039"), { meta: { driverAdapterError: withCode("57P03") } })],
])("%s is temporary", (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  ["a unique key", withCode("23505")],
  ["a syntax error", withCode("42601")],
  ["an application error", new Error("an append has no outcome")],
  ["no error", undefined],
  ["a text", "ECONNREFUSED"],
])("%s is not temporary", (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});

test("an error that is its own cause ends the search", () => {
  const error: Error & { cause?: unknown } = new Error("round");
  error.cause = error;
  expect(isDatabaseUnavailable(error)).toBe(false);
});
