import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { publishPackage } from "@/lib/domains/evidence/generation/publish";
import {
  createRequester,
  putFile,
  requestPackage,
  resultOf,
  temporaryDirectory,
} from "@/lib/domains/evidence/testing/packages";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { timestampEvidence } from "@/lib/platform/jobs/functions/documents";
import { runJob } from "@/lib/platform/jobs/functions/testing";
import { log } from "@/lib/platform/telemetry/log";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();
process.env.LOG_LEVEL = "silent";

/** More packages than one step handles, with files that cannot get a timestamp. */
beforeAll(async () => {
  const requester = await createRequester();
  for (let index = 0; index < 21; index++) {
    const packageId = await requestPackage(requester, { format: "PDF" });
    const file = Buffer.from(`%PDF-1.7 ${index}`);
    const result = { ...resultOf(requester, packageId, file), timestampedAt: new Date().toISOString() };
    await putFile(result.storageKey, file);
    await publishPackage({ organisationId: requester.organisationId, packageId }, result, requester.clock);
  }
});

afterEach(() => vi.unstubAllEnvs());

test("does nothing unless it is configured", async () => {
  expect((await runJob(timestampEvidence)).steps).toEqual([]);
});

test("handles all packages in several steps, and logs the number of failures", async () => {
  for (const [name, value] of Object.entries({ TSA_URL: "http://127.0.0.1:9", EVIDENCE_ARCHIVE_DAYS: "90" }))
    vi.stubEnv(name, value);
  forgetSingletons("env");
  const warn = vi.spyOn(log(), "warn");
  expect((await runJob(timestampEvidence)).steps).toEqual(["packages-1", "packages-2"]);
  // The process also logs what requests of earlier tests left over.
  const own = warn.mock.calls.filter(([, message]) => message?.includes("document timestamp"));
  expect(own.map(([about]) => about)).toEqual([{ failed: 20 }, { failed: 1 }]);
});
