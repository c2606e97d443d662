import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { keptSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import { expirePackages } from "@/lib/domains/evidence/expire-packages";
import { publishPackage } from "@/lib/domains/evidence/generation/publish";
import {
  createRequester,
  dayMs,
  packageEvents,
  putFile,
  type Requester,
  requestPackage,
  resultOf,
  sha256,
  temporaryDirectory,
} from "@/lib/domains/evidence/testing/packages";
import { timestampPackages } from "@/lib/domains/evidence/timestamp-packages";
import { verifyFile } from "@/lib/domains/evidence/verification/verify-file";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { startTimestampAuthority, type TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { requestTimestamp } from "@/lib/platform/signing/timestamp";
import { ownTestDatabase } from "@/tools/database/testing";

const directory = temporaryDirectory();
process.env.DATA_DIR = directory;
ownTestDatabase();

const sealKey = keptSealKey("data-directory", 4096);
let authority: TestAuthority;
let requester: Requester;

beforeAll(async () => {
  authority = await startTimestampAuthority();
});

beforeEach(async () => {
  configure({ TSA_URL: authority.url, TSA_CERTIFICATES: authority.root });
  requester = await createRequester();
});

afterEach(() => vi.unstubAllEnvs());

function configure(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  forgetSingletons("env");
}

/** Creates a READY package with a stored PDF. */
async function issue(isLongTerm: boolean) {
  const id = await requestPackage(requester, { format: "PDF" });
  const json = await sampleBundle({ sealKey, reframe: (frame) => ({ ...frame, package: { ...frame.package, id } }) });
  const pdf = await samplePdf(json, { timestamp: (data) => requestTimestamp(authority.url, { data }), isLongTerm });
  const result = { ...resultOf(requester, id, pdf), timestampedAt: new Date().toISOString() };
  await putFile(result.storageKey, pdf);
  await publishPackage({ organisationId: requester.organisationId, packageId: id }, result, requester.clock);
  const file = join(directory, "files", result.storageKey);
  return { id, pdf, file, archive: file.replace(".pdf", ".archive.pdf") };
}

/** Returns the number of failures and the output lines about a package. */
async function run(id: string, expiryMs = 0) {
  const lines: string[] = [];
  const { failed } = await timestampPackages({ clock: requester.clock, expiryMs }, (line) => lines.push(line));
  return { failed, lines: lines.filter((line) => line.startsWith(id)) };
}

test("a package gets a document timestamp, which is renewed before its certificate expires", async () => {
  const { id, pdf, file, archive } = await issue(true);
  expect((await run(id)).lines).toEqual([expect.stringContaining("document timestamp 1 added to evidence/")]);
  const first = readFileSync(archive);
  expect((await run(id)).lines).toEqual([expect.stringContaining("timestamped, certificate valid until")]);
  expect(readFileSync(archive).equals(first)).toBe(true);
  expect((await run(id, Date.now() + 90 * dayMs)).lines).toEqual([
    expect.stringContaining("document timestamp 2 added"),
  ]);
  const second = readFileSync(archive);
  for (const one of [first, second]) {
    expect(one.subarray(0, pdf.length).equals(pdf)).toBe(true);
    const report = await verifyFile(one, { publicKeys: [sealKey.pem], tsaCertificates: [authority.root] });
    expect([report.status, report.checks.find(({ id }) => id === "archive")?.status]).toEqual(["intact", "ok"]);
  }
  expect(readFileSync(file).equals(pdf)).toBe(true);
  const events = await packageEvents(requester.organisationId);
  const recorded = events.filter(({ kind }) => kind === "EVIDENCE_TIMESTAMPED");
  expect(recorded).toMatchObject(
    [first, second].map((one, i) => ({
      ...{ packageId: id, packageHash: sha256(pdf), archiveHash: sha256(one), documentTimestamps: i + 1 },
    })),
  );
  requester.clock.nowMs += 366 * dayMs;
  await expirePackages(requester.clock);
  expect(() => readFileSync(archive)).toThrow("ENOENT");
});

test("a package without validation data, a changed file and a failing authority are reported", async () => {
  const { id } = await issue(false);
  expect((await run(id)).lines).toEqual([expect.stringContaining("failed: the PDF contains no validation data")]);
  const changed = await issue(true);
  writeFileSync(changed.file, Buffer.concat([changed.pdf, Buffer.from("\n")]));
  expect((await run(changed.id)).lines).toEqual([expect.stringContaining("failed: the stored file is not the one")]);
  writeFileSync(changed.file, changed.pdf);
  authority.answerWith(async () => ({ status: 503, body: Buffer.alloc(0) }));
  expect(await run(changed.id)).toMatchObject({ failed: 2, lines: [expect.stringContaining("returned HTTP 503")] });
  authority.answerWith(undefined);
  configure({ TSA_URL: "" });
  await expect(run(id)).rejects.toThrow("TSA_URL is not set");
});
