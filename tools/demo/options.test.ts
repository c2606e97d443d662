import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseOptions } from "./options";

const defaults = { help: false, port: 3000, dataDir: resolve(".data"), reset: false };

describe("parseOptions", () => {
  it.each<[argv: string[], environment: Record<string, string>, expected: Partial<typeof defaults>]>([
    [[], {}, {}],
    [["--help"], {}, { help: true }],
    [["--reset"], {}, { reset: true }],
    [["--port", "0", "--data-dir", "/tmp/x"], {}, { port: 0, dataDir: "/tmp/x" }],
    [["--data-dir", "elsewhere"], {}, { dataDir: resolve("elsewhere") }],
    [[], { PORT: "8080", DATA_DIR: "kept" }, { port: 8080, dataDir: resolve("kept") }],
    [["--port", "81"], { PORT: "8080" }, { port: 81 }],
    [[], { PORT: "", DATA_DIR: "" }, {}],
  ])("%j with %j", (argv, environment, expected) => {
    expect(parseOptions(argv, environment as unknown as NodeJS.ProcessEnv)).toEqual({ ...defaults, ...expected });
  });

  it.each([
    [["--port", "65536"], "--port must be a whole number from 0 to 65535, not 65536."],
    [["--port", "http"], "--port must be a whole number"],
    [["--rest"], "Unknown flag: --rest. See --help."],
    [["3000"], "Unexpected argument: 3000. See --help."],
  ])("%j is rejected", (argv, message) => {
    expect(() => parseOptions(argv, {} as unknown as NodeJS.ProcessEnv)).toThrow(message);
  });
});
