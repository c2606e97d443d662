import { expect, test } from "vitest";
import { z } from "zod";
import { ServiceError } from "@/lib/platform/core/errors";
import { AnyCase, HashInput, PageLimit, Timestamp } from "@/lib/platform/http/schemas";
import { validate, validateQuery } from "@/lib/platform/http/validate";

const Range = z.strictObject({ from: Timestamp, to: Timestamp });
const Body = z.strictObject({
  name: z.string().min(1),
  dateRange: Range.optional(),
  tags: z.array(z.string().max(3)).max(2).default([]),
  events: z.array(z.strictObject({ id: z.string() })).default([]),
});

function problems(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("was accepted");
}

function paths(work: () => unknown): string[] {
  const error = problems(work);
  expect(error).toMatchObject({ code: "validation_failed", status: 400 });
  return (error.details ?? []).map(({ path }) => path).sort();
}

test("a + that arrives as a space is explained", () => {
  const error = problems(() => validateQuery(Range, "/x?from=2026-01-01T00:00:00+02:00&to=2026-01-02T00:00:00Z"));
  expect(error.message).toBe("from: must have + or - before its offset; in a URL, write + as %2B");
});

test("some names are accepted in any case", () => {
  const format = AnyCase(["PDF", "JSON"]);
  expect(["pdf", "Json", "PDF"].map((text) => validate(format, text))).toEqual(["PDF", "JSON", "PDF"]);
  expect(problems(() => validate(z.strictObject({ format }), { format: "xml" })).message).toBe(
    "format: must be one of PDF, JSON",
  );
});

test("returns a valid value with its defaults", () => {
  expect(
    validate(Body, { name: "a", dateRange: { from: "2026-01-01T00:00:00+01:00", to: "2026-01-02T00:00:00Z" } }),
  ).toEqual({
    name: "a",
    dateRange: { from: "2025-12-31T23:00:00.000Z", to: "2026-01-02T00:00:00.000Z" },
    tags: [],
    events: [],
  });
});

test.each<[string, unknown, string[]]>([
  ["nothing", undefined, ["body"]],
  ["null", null, ["body"]],
  ["an array", [], ["body"]],
  ["a string", "{}", ["body"]],
  ["a missing member", {}, ["name"]],
  ["a member of another type", { name: 1 }, ["name"]],
  ["an unknown member", { name: "a", colour: 1 }, ["colour"]],
  [
    "many unknown members",
    { name: "a", colour: 1, "odd.name": 2, events: [{ id: "x", size: 1 }] },
    ["colour", "events[0].size", "odd.name"],
  ],
  ["nested problems", { name: "a", dateRange: { from: "2026-01-01" } }, ["dateRange.from", "dateRange.to"]],
  [
    "problems in lists",
    { name: "a", tags: ["ok", "long"], events: [{ id: "x" }, { id: 1 }, 2] },
    ["events[1].id", "events[2]", "tags[1]"],
  ],
  ["all of these problems", { name: "", tags: ["a", "b", "c"], x: 1 }, ["name", "tags", "x"]],
])("reports the path of every problem: %s", (_what, value, expected) => {
  expect(paths(() => validate(Body, value))).toEqual(expected);
});

test("paths are relative to the given root", () => {
  expect(paths(() => validate(Body, { events: [{}] }, "events[3]"))).toEqual([
    "events[3].events[0].id",
    "events[3].name",
  ]);
  expect(paths(() => validate(Body, 1, "events[3]"))).toEqual(["events[3]"]);
});

const Strict = z.strictObject({
  kind: z.enum(["A", "B"]),
  email: z.email("must be an e-mail address").max(5),
  id: z.union([z.string().min(3), z.int()]),
  code: z
    .string()
    .regex(/^a/, "must begin with a")
    .regex(/^a.*z$/, "must begin with a"),
});

test("a missing member of any type is reported as required, once", () => {
  const required = ["kind", "email", "id", "code"].map((path) => ({ path, message: "is required" }));
  expect(problems(() => validate(Strict, {})).details).toEqual(required);
  const wrong = problems(() => validate(Strict, { kind: null, email: "a", id: null, code: "b" })).details;
  expect(wrong?.map(({ path }) => path)).toEqual(["kind", "email", "id", "code"]);
  expect(wrong?.some(({ message }) => message === "is required")).toBe(false);
});

test("the message contains the only problem, or their number", () => {
  expect(problems(() => validate(Body, {})).message).toBe("name: is required");
  expect(problems(() => validate(Body, { tags: 1 })).message).toBe(
    "The request has 2 problems; each is listed in details.",
  );
});

test.each([
  ["sha256:" + "a".repeat(64), true],
  ["sha256:" + "A".repeat(64), true],
  ["SHA256:" + "a".repeat(64), false],
  ["a".repeat(64), false],
  ["sha256:" + "a".repeat(63), false],
  ["sha256:" + "a".repeat(65), false],
  ["sha256:" + "g".repeat(64), false],
  [`sha256:${"a".repeat(64)}\n`, false],
])("the hash %j is valid: %s", (text, accepted) => {
  const parsed = HashInput.safeParse(text);
  expect(parsed.success).toBe(accepted);
  if (parsed.success) expect(parsed.data).toBe(text.toLowerCase());
});

const Query = z.strictObject({ limit: PageLimit, q: z.string().optional() });

function queried(search: string) {
  return validateQuery(Query, `https://example.test/v1/models${search}`);
}

test.each([
  ["", { limit: 25 }],
  ["?", { limit: 25 }],
  ["?limit=100", { limit: 100 }],
  ["?limit=007", { limit: 7 }],
  ["?q=a%20b+c%26&limit=1", { limit: 1, q: "a b c&" }],
  ["?q=", { limit: 25, q: "" }],
  ["?q=a=b?c", { limit: 25, q: "a=b?c" }],
  ["?q=%ff", { limit: 25, q: "\ufffd" }],
])("reads the query %s", (search, expected) => {
  expect(queried(search)).toEqual(expected);
});

test.each([
  ["?limit=0", ["limit"]],
  ["?limit=101", ["limit"]],
  ["?limit=-1", ["limit"]],
  ["?limit=1e1", ["limit"]],
  ["?limit=0x10", ["limit"]],
  ["?limit=%201", ["limit"]],
  ["?limit=9999999999999999999999", ["limit"]],
  ["?limit=10&limit=10", ["limit"]],
  ["?q=a&q=b&limit=1&limit=2", ["limit", "q"]],
  ["?colour=red&size=1", ["colour", "size"]],
  ["?Limit=1", ["Limit"]],
  ["?__proto__=1", ["__proto__"]],
  ["?constructor=1&toString=2", ["constructor", "toString"]],
  ["?q=a%00b", ["q"]],
  ["?q[]=a", ["q[]"]],
])("rejects the query %s and names the parameter", (search, expected) => {
  expect(paths(() => queried(search))).toEqual(expected);
});

test("a list parameter can be repeated, and its values are literal", () => {
  const List = z.strictObject({ tag: z.array(z.string().min(1)).max(2).optional(), q: z.string().optional() });
  const read = (search: string) => validateQuery(List, `https://example.test/v1/audit${search}`);
  expect(read("?tag=eu%2Cwest&tag=x")).toEqual({ tag: ["eu,west", "x"] });
  expect(read("?tag=a")).toEqual({ tag: ["a"] });
  expect(read("")).toEqual({});
  expect(paths(() => read("?tag=a&tag=b&tag=c"))).toEqual(["tag"]);
  expect(paths(() => read("?tag=a&tag="))).toEqual(["tag[1]"]);
});

test("rejects every parameter if the route has no query", () => {
  expect(validateQuery(undefined, "https://example.test/v1/audit")).toBeUndefined();
  expect(paths(() => validateQuery(undefined, "https://example.test/v1/audit?a=1&b=2&__proto__=3"))).toEqual([
    "__proto__",
    "a",
    "b",
  ]);
});

test.each<[string, z.ZodType, unknown, string]>([
  ["nothing", z.string(), undefined, "is required"],
  ["another kind", z.string(), 7, "must be a string"],
  ["a fraction", z.int(), 1.5, "must be a whole number"],
  ["a string instead of a number", z.number(), "7", "must be a number"],
  ["a string instead of a boolean", z.boolean(), "yes", "must be true or false"],
  ["a string instead of a list", z.array(z.string()), "a", "must be an array"],
  ["a list instead of an object", z.strictObject({}), [], "must be an object"],
  ["none of several values", z.enum(["HIGH", "LOW"]), "SOME", "must be one of HIGH, LOW"],
  ["another constant", z.literal("json"), "xml", "must be json"],
  ["an empty string", z.string().min(1), "", "must not be empty"],
  ["a short string", z.string().min(3), "ab", "must have at least 3 characters"],
  ["a long string", z.string().max(3), "abcd", "must have at most 3 characters"],
  ["a string of another length", z.string().length(2), "abc", "must have exactly 2 characters"],
  ["an empty list", z.array(z.string()).min(1), [], "must not be empty"],
  ["a long list", z.array(z.string()).max(1), ["a", "b"], "must have at most 1 entry"],
  ["below the minimum", z.number().min(1), 0, "must be at least 1"],
  ["not above the exclusive minimum", z.number().positive(), 0, "must be more than 0"],
  ["above the maximum", z.int().max(36_500), 40_000, "must be at most 36500"],
  ["not below the exclusive maximum", z.number().lt(1), 1, "must be less than 1"],
  ["not a multiple", z.number().multipleOf(5), 7, "must be a multiple of 5"],
  ["an invalid e-mail address", z.email(), "ada", "must be an e-mail address"],
  ["an invalid time", z.iso.datetime(), "today", "must be an RFC 3339 date-time such as 2026-11-22T09:30:00Z"],
  ["a custom message", z.string().min(3, "is too short a name"), "a", "is too short a name"],
])("describes the problem: %s", (_, schema, value, message) => {
  const refused = () => validate(z.object({ field: schema }), { field: value });
  expect(refused).toThrow(ServiceError);
  try {
    refused();
  } catch (error) {
    expect((error as ServiceError).details).toEqual([{ path: "field", message }]);
  }
});
