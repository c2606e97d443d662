import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { propertyRuns } from "@/lib/platform/core/testing";
import { runSignCommand, splitCommand } from "@/lib/platform/signing/sign-command";

describe("parsing a command line", () => {
  test.each([
    ["sign", ["sign"]],
    ["  sign  --key   one ", ["sign", "--key", "one"]],
    ["sign\t--key\n\tone", ["sign", "--key", "one"]],
    ["sign 'a key' \"of two words\"", ["sign", "a key", "of two words"]],
    ["sign --key='a key'.pem", ["sign", "--key=a key.pem"]],
    ["sign '' \"\"", ["sign", "", ""]],
    [String.raw`sign a\ key \' \" \\ \n`, ["sign", "a key", "'", '"', "\\", "n"]],
    [String.raw`sign '\n' "\n" "\"" "\\"`, ["sign", "\\n", "\\n", '"', "\\"]],
    [
      "sign $HOME *.pem ~ `id` $(id) ; | > a & b",
      ["sign", "$HOME", "*.pem", "~", "`id`", "$(id)", ";", "|", ">", "a", "&", "b"],
    ],
    ["sh -c 'a | b'", ["sh", "-c", "a | b"]],
    ["sign --name Prüfung", ["sign", "--name", "Prüfung"]],
  ])("splits %s into %j", (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  test.each(["sign 'a", 'sign "a', "sign a\\", 'sign "a\\"', "sign 'a''"])("rejects the unterminated %s", (line) => {
    expect(() => splitCommand(line)).toThrow("unterminated quote");
  });

  test.each(["", "  ", "''", '"" sign'])("rejects %j, which contains no program", (line) => {
    expect(() => splitCommand(line)).toThrow("contains no program");
  });

  const word = fc.string({ unit: fc.constantFrom("a", " ", "'", '"', "\\", "\n", "$", "é") });
  const quotings: ((text: string) => string)[] = [
    (text) => `'${text.replaceAll("'", "'\\''")}'`,
    (text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`,
    (text) => (text === "" ? "''" : text.replaceAll(/[^a]/gsu, "\\$&")),
  ];
  test("unquotes words in any notation", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom(...quotings))), (words) => {
        const line = ["sign", ...words.map(([text, quoted]) => quoted(text))].join(" ");
        expect(splitCommand(line)).toEqual(["sign", ...words.map(([text]) => text)]);
      }),
    );
  });

  test("parses or rejects any text quickly", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '"', "\\", " ", "a"), maxLength: 5_000 }), (line) => {
        const begun = performance.now();
        try {
          splitCommand(line);
        } catch {
          // Rejected.
        }
        expect(performance.now() - begun).toBeLessThan(1_000);
      }),
      { numRuns: propertyRuns(20) },
    );
    for (const line of [
      "\\".repeat(20_001),
      `"${"\\".repeat(20_000)}`,
      `${"'".repeat(20_001)}`,
      `${'a"'.repeat(9_999)}`,
    ]) {
      expect(() => splitCommand(line)).toThrow("unterminated quote");
    }
  });
});

describe("running a command", () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "sign-command-"));
  });

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const digest = Buffer.from(Array.from({ length: 32 }, (_, n) => n * 8));

  test("sends and receives bytes", async () => {
    expect(await runSignCommand(["cat"], digest)).toEqual(digest);
    expect(await runSignCommand(["sh", "-c", "cat; printf x"], digest)).toEqual(
      Buffer.concat([digest, Buffer.from("x")]),
    );
  });

  test("uses no shell", async () => {
    const words = ["printf", "%s", "$HOME; id | cat"];
    expect((await runSignCommand(words, digest)).toString()).toBe("$HOME; id | cat");
  });

  test("works if the command ignores its input", async () => {
    expect((await runSignCommand(["printf", "done"], Buffer.alloc(1_000_000))).toString()).toBe("done");
  });

  test.each([
    ["cannot be started", ["/nowhere/sign"], "The command could not be started (ENOENT)."],
    ["must not be started", [tmpdir()], "The command could not be started (EACCES)."],
    ["fails", ["sh", "-c", "printf secret; exit 3"], "The command ended with status 3."],
    ["is terminated", ["sh", "-c", "kill -TERM $$"], "The command ended with signal SIGTERM."],
    ["writes endless output", ["yes", "secret"], "The command wrote too much output for a signature."],
  ])("reports a command that %s without its output", async (_what, words, message) => {
    await expect(runSignCommand(words, digest)).rejects.toThrow(new Error(message));
  });

  test("terminates a command that times out with its child processes", async () => {
    const pidFile = join(directory, "pid");
    const script = `sleep 600 & printf %s $! > ${pidFile}; wait`;
    await expect(runSignCommand(["sh", "-c", script], digest, 300)).rejects.toThrow(
      "The command took longer than 0.3 seconds.",
    );
    const pid = readFileSync(pidFile, "utf8");
    await expect.poll(() => hasEnded(pid)).toBe(true);
  });
});

/** Without an init process, the status of a grandchild is not collected. */
function hasEnded(pid: string): boolean {
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || / Z /.test(readFileSync(status, "utf8"));
}
