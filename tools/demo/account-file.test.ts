import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { accountFilePath, readAccountFile, writeAccountFile } from "./account-file";

const content = {
  url: "http://localhost:3000",
  organisationId: "org_live",
  apiKey: "gas_live_x",
  dashboard: [{ role: "ADMIN" as const, email: "ada@example.com", password: "one two three four" }],
  sandbox: {
    organisationId: "org_test",
    apiKey: "gas_test_x",
    dashboard: [{ role: "ADMIN" as const, email: "ben@example.com", password: "five six seven" }],
  },
};

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "account-file-"));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it("reads the written file, which only its owner can read", async () => {
  await writeAccountFile(dataDir, content);
  await expect(readAccountFile(dataDir)).resolves.toEqual(content);
  expect(statSync(accountFilePath(dataDir)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["demo.json"]);
});

it("reads the file of a demo without a dashboard", async () => {
  const { dashboard: _, sandbox, ...rest } = content;
  const before = { ...rest, sandbox: { organisationId: sandbox.organisationId, apiKey: sandbox.apiKey } };
  writeFileSync(accountFilePath(dataDir), JSON.stringify(before));
  await expect(readAccountFile(dataDir)).resolves.toEqual(before);
});

it.each(["", "{", "null", "[]", JSON.stringify({ ...content, sandbox: undefined })])(
  "treats %j as missing",
  async (text) => {
    writeFileSync(accountFilePath(dataDir), text);
    await expect(readAccountFile(dataDir)).resolves.toBeUndefined();
  },
);

it("returns undefined without a file", async () => {
  await expect(readAccountFile(dataDir)).resolves.toBeUndefined();
});
