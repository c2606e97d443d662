import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { processIdentity } from "@/server/database/embedded/processes";
import { resetDataDirectory } from "./reset";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "reset-"));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function write(...names: string[]): void {
  for (const name of names) writeFileSync(join(dataDir, name), "x");
}

it("removes the demo's files, including partly written ones", async () => {
  write(
    "demo.json",
    "server-secret",
    "server-secret.4711",
    "encryption-key",
    "encryption-key.retired",
    "checkpoint-key.pem",
    "evidence-key.pem",
    "evidence-key.pem.4711.draft",
    "postgres-credentials.json",
    "postgres.log",
  );
  write("demo.json.2f9c.tmp");
  mkdirSync(join(dataDir, "demo-lock"));
  for (const name of ["checkpoint-keys", "evidence-keys", "files"]) {
    mkdirSync(join(dataDir, name));
    writeFileSync(join(dataDir, name, "one"), "x");
  }
  await resetDataDirectory(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
});

it.each(["thesis.doc", ".ssh", "demo", "postgresql", "demo.jsonl", "my-files", "files.zip", "evidence"])(
  "removes nothing if there is %s",
  async (stranger) => {
    write("demo.json", stranger);
    await expect(resetDataDirectory(dataDir)).rejects.toThrow(stranger);
    expect(readdirSync(dataDir)).toHaveLength(2);
  },
);

it("leaves a database that another process uses unchanged", async () => {
  const user = { ...processIdentity(process.pid), token: "t" };
  write("demo.json");
  writeFileSync(join(dataDir, "postgres-leases.json"), JSON.stringify({ holders: [user] }));
  await expect(resetDataDirectory(dataDir)).rejects.toThrow(`Process ${process.pid} uses the database`);
  expect(existsSync(join(dataDir, "demo.json"))).toBe(true);
});

it("accepts a missing directory", async () => {
  await resetDataDirectory(dataDir);
  await resetDataDirectory(join(dataDir, "absent"));
  expect(existsSync(join(dataDir, "absent"))).toBe(false);
});
