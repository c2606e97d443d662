import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { becomeOwner } from "@/lib/domains/audit-chain/testing/attacker";
import { deleteState, forgetCheckpoints } from "@/lib/domains/audit-chain/testing/signer";
import { findPackageCheckpoints } from "@/lib/domains/evidence";
import { day, happen, make } from "@/lib/domains/evidence/generation/testing/pipeline";
import { createRequester, temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { ownTestDatabase } from "@/tools/database/testing";
import { command } from "../fsck";
import { execute } from "../support/testing";

const database = ownTestDatabase();
const directory = temporaryDirectory();
process.env.DATA_DIR = directory;

let owner: pg.Client;
beforeAll(async () => {
  owner = await becomeOwner(database.ownerUrl);
  await owner.query("ALTER TABLE chain_tiles DISABLE TRIGGER USER");
});
afterAll(() => owner.end());

const run = (...argv: string[]) => execute(command, argv);

test("the checkpoint in an evidence package reveals a rewritten chain", async () => {
  const requester = await createRequester();
  const { organisationId } = requester;
  requester.clock.nowMs = Date.parse("2026-01-01T00:00:00.000Z");
  await happen(requester, { at: day(2) }, { at: day(3) }, { at: day(4) });
  const { file } = await make(requester, { format: "JSON" });
  const [checkpoint] = await findPackageCheckpoints(organisationId);
  expect(checkpoint).toMatchObject({ organisationId });
  expect(await findPackageCheckpoints("org_other")).toEqual([]);
  const kept = join(directory, "kept.json");
  await writeFile(kept, file);
  const only = ["--organisation", organisationId];
  expect(await run(...only, "--packages", kept)).toMatchObject({ status: 0, err: "" });

  await owner.query(
    'UPDATE audit_events SET content = replace(content, \'"salt":"\', \'"salt":"0\') WHERE organisation_id = $1',
    [organisationId],
  );
  await owner.query("CALL rehash_from($1, 1)", [organisationId]);
  await forgetCheckpoints(owner, organisationId);
  await deleteState(organisationId);
  const expected = { code: "evidence_checkpoint_mismatch", chainPosition: checkpoint?.size };
  const report = await verifyStoredChain({ organisationId }, { findIssued: findPackageCheckpoints });
  expect(report.findings).toMatchObject([expected]);

  // The rows of the packages are also deleted, but a saved file still reveals the change.
  await owner.query("DELETE FROM evidence_packages WHERE organisation_id = $1", [organisationId]);
  expect((await run(...only)).out).not.toContain("evidence_checkpoint_mismatch");
  const found = await run(...only, "--packages", kept);
  expect([found.status, found.out]).toEqual([1, expect.stringContaining("evidence_checkpoint_mismatch")]);
});

test.each([
  [
    "was altered",
    "chain.checkpoint.headHash",
    (text: string) => text.replace(/("headHash":\s*"sha256:)[0-9a-f]{4}/, "$10000"),
  ],
  ["has an unknown key", "keyId", (text: string) => text.replace(/("keyId":\s*")[0-9a-f]{4}/, "$10000")],
])("exits with 2 for a package whose checkpoint %s", async (_what, _member, change) => {
  const requester = await createRequester();
  await happen(requester, { at: day(2) });
  const { file } = await make(requester, { format: "JSON" });
  const kept = join(directory, "altered.json");
  const text = file.toString("utf8");
  expect(change(text)).not.toBe(text);
  await writeFile(kept, change(text));
  const found = await run("--organisation", requester.organisationId, "--packages", kept);
  expect([found.status, found.err]).toEqual([2, expect.stringContaining("no valid signature by a known key")]);
});

test.each([
  ["a path that does not exist", "/nowhere", "--packages: /nowhere"],
  ["a file that is not a package", "package.json", "is not an evidence package with a checkpoint"],
])("exits with 2 and a message for %s", async (_what, path, sentence) => {
  expect(await run("--packages", path)).toMatchObject({ status: 2, err: expect.stringContaining(sentence) });
});
