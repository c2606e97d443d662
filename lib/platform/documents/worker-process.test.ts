import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "@/lib/platform/database/db";
import { fromSentError, GenerationFailed, toSentError } from "@/lib/platform/documents/worker-process";

/** As it arrives in another process. */
const sent = (error: unknown) => fromSentError(JSON.parse(JSON.stringify(toSentError(error))));

describe("an error sent between processes", () => {
  it.each<[string, unknown, boolean]>([
    ["of a database that is away", Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), true],
    ["that the driver says without a code", new Error("Connection terminated unexpectedly"), true],
    [
      "of such a database, as Prisma wraps it",
      Object.assign(new Error("Raw query failed"), {
        code: "P2010",
        meta: { driverAdapterError: { cause: { originalCode: "57P01" } } },
      }),
      true,
    ],
    ["of Prisma itself", Object.assign(new Error("Timed out"), { code: "P2024" }), true],
    ["of a program", new TypeError("x is not a function"), false],
    ["of a query", Object.assign(new Error("syntax error"), { code: "42601" }), false],
    ["that is a string", "a text", false],
    ["that is undefined", undefined, false],
  ])("is still recognised as an unavailable database: %s", (_name, error, isAway) => {
    expect([isDatabaseUnavailable(error), isDatabaseUnavailable(sent(error))]).toEqual([isAway, isAway]);
  });

  it("is still recognised as a failed generation, with its reason", () => {
    const error = sent(new GenerationFailed("There is too much of it."));
    expect(error).toBeInstanceOf(GenerationFailed);
    expect((error as GenerationFailed).reason).toBe("There is too much of it.");
  });
});
