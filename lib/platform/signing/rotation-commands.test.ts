import { execFileSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEnv } from "@/lib/platform/config/env";
import { readPublicKeys, readSigningKey } from "@/lib/platform/signing/ed25519";
import { readRsaPublicKeys } from "@/lib/platform/signing/rsa";
import { rsaTestKey } from "@/lib/platform/signing/testing";

/** The lines of the first shell block of a page's section about rotation, as an operator copies them. */
function documentedCommands(page: string): string[] {
  const text = readFileSync(join(process.cwd(), "docs/operations", page), "utf8");
  const section = text.slice(text.indexOf("## Rotate the key"));
  const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  const [first = "", ...rest] = block.split("\n").map((line) => line.trim());
  return [first, rest.join("\n").trim()];
}

function run(script: string, variables: Record<string, string>): string {
  return execFileSync("sh", ["-euc", script], { encoding: "utf8", env: { ...process.env, ...variables } });
}

test("the documented commands print the public checkpoint key", () => {
  const [generate, print = ""] = documentedCommands("checkpoints.md");
  expect(generate).toBe("NEW_CHECKPOINT_KEY=$(openssl rand -base64 32)");
  const seed = run(`${generate}\nprintf %s "$NEW_CHECKPOINT_KEY"`, {});
  const printed = run(print, { NEW_CHECKPOINT_KEY: seed });
  const { raw, id } = readSigningKey(seed);
  expect(printed).toBe(raw.toString("base64"));
  const { CHECKPOINT_PUBLIC_KEYS } = parseEnv({ ...process.env, CHECKPOINT_PUBLIC_KEYS: `${printed},${printed}` });
  expect(readPublicKeys(CHECKPOINT_PUBLIC_KEYS).map((key) => key.id)).toEqual([id, id]);
});

test("the documented commands print the public evidence key", () => {
  const [generate = "", print = ""] = documentedCommands("evidence.md");
  const { pem, publicKey, id } = rsaTestKey("one");
  // Generating a key takes seconds, so a stored one is used in the same way.
  const known = generate.replace(/openssl genpkey .*? \|/, `printf %s "$PEM" |`);
  expect(known).not.toBe(generate);
  const oneLine = run(`${known}\nprintf %s "$NEW_EVIDENCE_KEY"`, { PEM: pem });
  expect(oneLine).toBe(pem.replaceAll("\n", "\\n"));
  const printed = run(print, { NEW_EVIDENCE_KEY: oneLine });
  const spki = createPublicKey(printed.replaceAll("\\n", "\n")).export({ format: "der", type: "spki" });
  expect(spki).toEqual(publicKey.export({ format: "der", type: "spki" }));
  const { EVIDENCE_PUBLIC_KEYS } = parseEnv({ ...process.env, EVIDENCE_PUBLIC_KEYS: printed });
  expect(readRsaPublicKeys(EVIDENCE_PUBLIC_KEYS).map((key) => key.id)).toEqual([id]);
});
