import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { getPackage } from "@/lib/domains/evidence";
import {
  createRequester,
  packageEvents,
  type Requester,
  requestPackage,
  temporaryDirectory,
} from "@/lib/domains/evidence/testing/packages";
import { verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";
import { closeEngines, engine, runsOf, send } from "@/lib/platform/jobs/engine/testing";
import { generateEvidence } from "@/lib/platform/jobs/functions/documents";
import { storage } from "@/lib/platform/storage";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();
process.env.LOG_LEVEL = "silent";
afterEach(closeEngines);

const soon = { timeout: 150_000, interval: 50 };
const statusOf = async ({ ctx }: Requester, id: string) => (await getPackage(ctx, id)).status;

it("a request generates a package, in a separate process if necessary, and a second request does nothing", {
  tags: "full",
  timeout: 180_000,
}, async () => {
  const requester = await createRequester();
  const packageId = await requestPackage(requester, { format: "JSON" });
  const { organisationId } = requester;
  await send([{ name: "evidence/package.requested", data: { organisationId, packageId } }]);
  await engine([generateEvidence]);
  await expect.poll(() => statusOf(requester, packageId), soon).toBe("READY");
  await expect.poll(() => outcomes(), soon).toEqual(["COMPLETED", "COMPLETED"]);
  const chunks: Uint8Array[] = [];
  const file = await storage().read(`evidence/${organisationId}/${packageId}.json`);
  for await (const chunk of file) chunks.push(chunk);
  expect((await verifyBundle(Buffer.concat(chunks))).status).toBe("intact");
  const kinds = (await packageEvents(organisationId)).map(({ kind }) => kind);
  expect(kinds).toEqual(["EVIDENCE_REQUESTED", "EVIDENCE_READY"]);
});

it("a package is FAILED after repeated failures, with a reason that exposes no internals", async () => {
  const requester = await createRequester();
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the inside'; END $$;
    CREATE TRIGGER fail BEFORE UPDATE OF work ON evidence_packages FOR EACH ROW
      WHEN (NEW.work <> OLD.work) EXECUTE FUNCTION fail()`);
  try {
    const packageId = await requestPackage(requester, { format: "JSON" });
    await engine([generateEvidence]);
    await expect.poll(() => statusOf(requester, packageId), soon).toBe("FAILED");
    const { failureReason } = await getPackage(requester.ctx, packageId);
    expect(failureReason).toMatch(/^The package could not be generated because of an internal error\./);
    expect(failureReason).not.toContain("inside");
  } finally {
    await owner.query("DROP TRIGGER fail ON evidence_packages");
    await owner.end();
  }
}, 180_000);

async function outcomes(): Promise<string[]> {
  return (await runsOf("generate-evidence")).map(({ status }) => status);
}
