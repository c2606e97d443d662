import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "@/lib/platform/database/db";
import { fromSentError, GenerationFailed, toSentError } from "@/lib/platform/documents/worker-process";

/** As received by another process. */
const sent = (error: unknown) => fromSentError(JSON.parse(JSON.stringify(toSentError(error))));

describe("an error from a worker process", () => {
  it.each<[string, unknown, boolean]>([
    ["an unavailable database", Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), true],
    ["a driver error without a code", new Error("Connection terminated unexpectedly"), true],
    [
      "an unavailable database as reported by Prisma",
      Object.assign(new Error("Raw query failed"), {
        code: "P2010",
        meta: { driverAdapterError: { cause: { originalCode: "57P01" } } },
      }),
      true,
    ],
    ["an error of Prisma", Object.assign(new Error("Timed out"), { code: "P2024" }), true],
    ["a program error", new TypeError("x is not a function"), false],
    ["a query error", Object.assign(new Error("syntax error"), { code: "42601" }), false],
    ["a string", "a text", false],
    ["undefined", undefined, false],
  ])("is equally classified as temporary or not: %s", (_name, error, isAway) => {
    expect([isDatabaseUnavailable(error), isDatabaseUnavailable(sent(error))]).toEqual([isAway, isAway]);
  });

  it("still contains the reason why the package cannot be created", () => {
    const error = sent(new GenerationFailed("There is too much of it."));
    expect(error).toBeInstanceOf(GenerationFailed);
    expect((error as GenerationFailed).reason).toBe("There is too much of it.");
  });
});
