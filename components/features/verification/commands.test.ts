import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptSealKey, newCheckpointKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { type CommandFacts, commandsFor, shellWord } from "./manual-verification";
import { hashOf, sampleService } from "./testing";

const known: CommandFacts = {
  origin: "https://audit.example.com",
  fileName: "package.json",
  kind: "json",
  sha256: "a".repeat(64),
  keyId: "9f1c8d3e2b7a6054",
};

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "commands-"));
});

afterEach(() => rmSync(directory, { recursive: true }));

const run = (lines: string) => execFileSync("bash", ["-ec", lines], { cwd: directory, stdio: "pipe" }).toString();
const linesOf = (facts: CommandFacts) => commandsFor(facts).map(({ lines }) => lines);

test("any file name becomes one shell word and never an option", () => {
  const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\0"));
  // One shell for many names, because starting it takes longest.
  const areSame = (names: string[]) => {
    const words = names.map((given) => (given.startsWith("-") ? `./${given}` : given));
    expect(run(`printf '%s\\0' ${names.map(shellWord).join(" ")}`).split("\0")).toEqual([...words, ""]);
  };
  fc.assert(fc.property(fc.array(name, { minLength: 20, maxLength: 40 }), areSame), {
    numRuns: 4,
    examples: [[['it\'s; rm -rf $HOME `id` "x"', "-rf", "a\nb", "Prüfung 2026.pdf"]]],
  });
});

test("the commands verify hash and signature as printed", () => {
  const keys = { sealKey: keptSealKey("seal"), checkpointKey: newCheckpointKey() };
  const file = Buffer.from("package content");
  const record = sampleService(keys).issue(file);
  const fileName = "Q1 package's evidence.json";
  writeFileSync(join(directory, fileName), file);
  writeFileSync(join(directory, "record.json"), JSON.stringify(record));
  writeFileSync(join(directory, `${record.keyId}.pem`), keys.sealKey.pem);
  const [sum = "", fetch, verify = ""] = linesOf({ ...known, fileName, keyId: record.keyId });
  expect(`sha256:${run(sum).slice(0, 64)}`).toBe(hashOf(file));
  expect(fetch).toContain(`https://audit.example.com/v1/verify/sha256:${known.sha256}`);
  expect(fetch).toContain(`https://audit.example.com/v1/verify/keys/${record.keyId}.pem`);
  expect(run(verify)).toContain("Verified OK");
  writeFileSync(join(directory, fileName), "altered content");
  expect(() => run(verify)).toThrow();
});

test("PDF commands depend on the content, not on the file name", () => {
  expect(linesOf({ ...known, kind: "pdf", fileName: "download" }).join("\n")).toMatch(/pdfsig download\npdfdetach/);
  expect(linesOf(known).join("\n")).not.toContain("pdfsig");
});

test("unknown values become placeholders, and a key ID from the file cannot inject a command", () => {
  const nothing = { origin: known.origin, fileName: null, kind: null, sha256: null, keyId: null };
  expect(linesOf(nothing).join("\n")).toMatch(/sha256sum package\.pdf[\s\S]*sha256:HASH[\s\S]*KEY_ID\.pem/);
  expect(linesOf({ ...known, keyId: "$(reboot)" }).join("\n")).not.toContain("reboot");
});
