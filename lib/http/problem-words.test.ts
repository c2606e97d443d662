import { expect, test } from "vitest";
import { z } from "zod";
import { ServiceError } from "@/lib/errors";
import { validate } from "@/lib/http/validate";

test.each<[string, z.ZodType, unknown, string]>([
  ["nothing", z.string(), undefined, "is required"],
  ["another kind", z.string(), 7, "must be a text"],
  ["a part of a number", z.int(), 1.5, "must be a whole number"],
  ["a text for a number", z.number(), "7", "must be a number"],
  ["a text for a truth", z.boolean(), "yes", "must be true or false"],
  ["a text for a list", z.array(z.string()), "a", "must be a list"],
  ["a list for an object", z.strictObject({}), [], "must be an object"],
  ["none of several", z.enum(["HIGH", "LOW"]), "SOME", "must be one of HIGH, LOW"],
  ["not the one", z.literal("json"), "xml", "must be json"],
  ["an empty text", z.string().min(1), "", "must not be empty"],
  ["a short text", z.string().min(3), "ab", "must have at least 3 characters"],
  ["a long text", z.string().max(3), "abcd", "must have at most 3 characters"],
  ["another length", z.string().length(2), "abc", "must have exactly 2 characters"],
  ["an empty list", z.array(z.string()).min(1), [], "must not be empty"],
  ["a long list", z.array(z.string()).max(1), ["a", "b"], "must have at most 1 entry"],
  ["too little", z.number().min(1), 0, "must be at least 1"],
  ["not more", z.number().positive(), 0, "must be more than 0"],
  ["too much", z.int().max(36_500), 40_000, "must be at most 36500"],
  ["not less", z.number().lt(1), 1, "must be less than 1"],
  ["no step", z.number().multipleOf(5), 7, "must be a multiple of 5"],
  ["no address", z.email(), "ada", "must be an e-mail address"],
  ["no time", z.iso.datetime(), "today", "must be a time as in RFC 3339: 2026-11-22T09:30:00Z"],
  ["words of its own", z.string().min(3, "is too short a name"), "a", "is too short a name"],
])("%s", (_, schema, value, message) => {
  const refused = () => validate(z.object({ field: schema }), { field: value });
  expect(refused).toThrow(ServiceError);
  try {
    refused();
  } catch (error) {
    expect((error as ServiceError).details).toEqual([{ path: "field", message }]);
  }
});
