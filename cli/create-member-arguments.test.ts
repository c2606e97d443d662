import { expect, test } from "vitest";
import { parseArguments } from "./create-member-arguments";

const nowMs = Date.parse("2026-11-20T10:00:00.000Z");
const parse = (...argv: string[]) => parseArguments(argv, nowMs);
const ada = ["--email", "Ada@Example.com", "--name", "Ada Analyst", "--role", "ADMIN"];

test("the flags say who becomes a member of what, and how", () => {
  expect(
    parse("--organisation", "org_1", ...ada, "--access-expires", "2027-01-01T00:00:00Z", "--password-stdin"),
  ).toEqual({
    task: "create",
    organisationId: "org_1",
    input: {
      email: "ada@example.com",
      name: "Ada Analyst",
      role: "ADMIN",
      accessExpiresAt: "2027-01-01T00:00:00.000Z",
    },
    hasPassword: true,
  });
  expect(parse("--organisation", "org_1", ...ada)).toMatchObject({ hasPassword: false });
});

test("help, and the organisations where none is named, are given without other flags", () => {
  expect(parse("--help")).toEqual({ task: "help" });
  expect(parse(...ada)).toEqual({ task: "list organisations" });
});

const mistakes: [string[], RegExp][] = [
  [[], /^--email is missing/],
  [["--email", "ada@example.com"], /^--name is missing/],
  [["--email", "ada@example.com", "--name", "Ada"], /^--role is missing/],
  [["--email", "ada", "--name", "Ada", "--role", "ADMIN"], /^--email: must be an e-mail address/],
  [["--email", "ada@example.com", "--name", "Ada", "--role", "admin"], /^--role: /],
  [[...ada, "--name", "x".repeat(101)], /^--name: /],
  [[...ada, "--access-expires", "tomorrow"], /^--access-expires: must be an RFC 3339/],
  [[...ada, "--access-expires", "2026-11-20T10:00:00Z"], /^--access-expires: must be in the future/],
  [[...ada, "--password", "secret"], /Unknown flag: --password\./],
];

test.for(mistakes)("the mistake in %j is named", ([argv, message]) => {
  expect(() => parse("--organisation", "org_1", ...argv)).toThrow(message);
});
