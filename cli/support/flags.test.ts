import { describe, expect, it } from "vitest";
import { parseFlags, parsePort } from "./flags";

const types = { port: "string", "data-dir": "string", reset: "boolean" } as const;

describe("parseFlags", () => {
  it.each([
    [[], {}],
    [["--port", "3000"], { port: "3000" }],
    [["--port=3000", "--reset"], { port: "3000", reset: true }],
    [["--data-dir", "a b"], { "data-dir": "a b" }],
    [["--port", "1", "--port", "2"], { port: "2" }],
    [["--data-dir=--odd"], { "data-dir": "--odd" }],
  ])("parses %j", (argv, expected) => {
    expect(parseFlags(argv, types)).toEqual(expected);
  });

  it.each([
    [["--colour"], "Unknown flag: --colour. See --help."],
    [["--__proto__"], "Unknown flag: --__proto__. See --help."],
    [["-p", "3000"], "Unknown flag: -p. See --help."],
    [["--no-reset"], "Unknown flag: --no-reset. See --help."],
    [["3000"], "Unexpected argument: 3000. See --help."],
    [["--port"], "--port requires a value."],
    [["--port="], "--port requires a value."],
    [["--port", "--reset"], "--port requires a value."],
    [["--reset=yes"], "--reset takes no value."],
  ])("rejects %j", (argv, message) => {
    expect(() => parseFlags(argv, types)).toThrow(message);
  });
});

describe("parsePort", () => {
  it.each(["0", "80", "3000", "65535"])("parses %s", (text) => expect(parsePort(text)).toBe(Number(text)));

  it.each(["65536", "-1", "1.5", "", "http", " 80", "0x50", "99999999999"])("rejects %j", (text) => {
    expect(() => parsePort(text)).toThrow(`--port must be a whole number from 0 to 65535, not ${text}.`);
  });
});
