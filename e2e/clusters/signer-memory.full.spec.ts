import { rm } from "node:fs/promises";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { signerStateFor } from "../support/environment";
import { forge } from "../support/forger";
import { runScript } from "../support/script";
import { verifyChain } from "../support/verification";
import { expect, test } from "./cluster-fixtures";

interface Refusal {
  error: string;
  reason: string;
}

test("a chain that is rewritten from its beginning, without checkpoints and tiles, is not signed and is reported", async ({
  environment,
  organisation,
  otherOrganisation,
  database,
  secondApplication,
}, info) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  for (let n = 1; n <= 5; n++) {
    await api.post("/v1/audit", { modelId, eventType: "INFERENCE", payload: { decision: "APPROVED", n } });
  }
  const signed = (await api.get<Checkpoint>("/v1/audit/checkpoint")).body;
  const other = (await otherOrganisation.api.get<Checkpoint>("/v1/audit/checkpoint")).body;

  await forge(database.owner, organisation.id, async ({ run, rehashFrom }) => {
    await run("DELETE FROM chain_checkpoints WHERE organisation_id = $1");
    await run("DELETE FROM chain_tiles WHERE organisation_id = $1");
    await run("UPDATE audit_events SET content = replace(content, 'APPROVED', 'DECLINED') WHERE organisation_id = $1");
    await rehashFrom(1);
  });

  for (const caller of [api, organisation.at(secondApplication.url)]) {
    const refusal = await caller.get<Refusal>("/v1/audit/checkpoint");
    expect([refusal.status, refusal.body]).toMatchObject([409, { error: "conflict", reason: "history_rewritten" }]);
  }
  expect(await verifyChain(api)).toMatchObject({
    status: "failed",
    verdicts: { content: "ok", linkage: "ok", checkpoints: "failed" },
    findings: [{ code: "signer_state_mismatch", chainPosition: signed.size, expected: signed.headHash }],
  });
  expect((await otherOrganisation.api.get<Checkpoint>("/v1/audit/checkpoint")).body).toEqual(other);

  // The attacker also deletes the signer's own state: then only new chains are signed.
  const fsck = () =>
    runScript("fsck", ["--organisation", organisation.id], { environment, directory: info.outputPath("fsck") });
  expect(await fsck()).toMatchObject({ status: 1, out: expect.stringContaining("signer_state_mismatch") });
  await rm(signerStateFor(environment.serverSecret), { recursive: true });
  for (const caller of [api, organisation.at(secondApplication.url), otherOrganisation.api]) {
    const refusal = await caller.get<Refusal>("/v1/audit/checkpoint");
    expect([refusal.status, refusal.body]).toMatchObject([409, { error: "conflict", reason: "state_missing" }]);
  }

  // An operator accepts the intact chains, either one by one or all of them.
  const initialised = await runScript("checkpoints:initialise", ["--reason", "The directory was deleted."], {
    environment,
    directory: info.outputPath("initialise"),
  });
  expect(initialised.out).toContain(`${otherOrganisation.id}: accepted a checkpoint of ${other.size} event`);
  const next = await otherOrganisation.api.get<Checkpoint>("/v1/audit/checkpoint");
  expect([next.status, next.body.size]).toEqual([200, other.size + 1]);
});
