import { expect, test } from "vitest";
import { scopes } from "@/lib/platform/core/roles";
import { parseArguments } from "./create-key-arguments";

const nowMs = Date.parse("2026-11-20T10:00:00.000Z");
const parse = (...argv: string[]) => parseArguments(argv, nowMs);

test("the flags say what to create", () => {
  const scopesAndTime = ["--scopes", "audit:read, audit:write", "--expires", "2027-01-01T00:00:00Z"];
  expect(parse("--org", "org_1", "--name", "CI", ...scopesAndTime)).toEqual({
    task: "create",
    organisationId: "org_1",
    input: { name: "CI", scopes: ["audit:read", "audit:write"], expiresAt: "2027-01-01T00:00:00.000Z" },
  });
});

test("every scope is meant by --all-scopes", () => {
  expect(parse("--org", "org_1", "--all-scopes")).toEqual({
    task: "create",
    organisationId: "org_1",
    input: { name: "Command line", scopes },
  });
});

test("help, and the organisations where none is named, are given without other flags", () => {
  expect(parse("--help")).toEqual({ task: "help" });
  expect(parse()).toEqual({ task: "list organisations" });
});

const mistakes: [string[], RegExp][] = [
  [[], /^Give --scopes/],
  [["--scopes", "admin", "--all-scopes"], /--scopes or --all-scopes, not both/],
  [["--scopes", "root"], /^--scopes: there is no scope "root"/],
  [["--scopes", "admin,"], /^--scopes: there is no scope ""/],
  [["--scopes", "admin,admin"], /^--scopes: must not name a scope twice/],
  [["--scopes"], /--scopes needs a value/],
  [["--scope", "admin"], /Unknown flag: --scope\./],
  [["--all-scopes", "--name", "x".repeat(101)], /^--name: /],
  [["--all-scopes", "--expires", "tomorrow"], /^--expires: must be an RFC 3339/],
  [["--all-scopes", "--expires", "2026-11-20T10:00:00Z"], /^--expires: must be in the future/],
  [["--all-scopes", "org_1"], /Unexpected argument: org_1/],
];

test.for(mistakes)("the mistake in %j is named", ([argv, message]) => {
  expect(() => parse("--org", "org_1", ...argv)).toThrow(message);
});
