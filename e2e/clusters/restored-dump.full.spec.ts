import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { type Api, apiClient } from "../support/api";
import { runScript } from "../support/script";
import { until } from "../support/until";
import { verifyChain } from "../support/verification";
import { expect, test } from "./cluster-fixtures";

async function append(api: Api, modelId: string, count: number): Promise<AppendedEvent[]> {
  const events = Array.from({ length: count }, (_, n) => ({ modelId, eventType: "INFERENCE", payload: { n } }));
  return (await api.post<{ results: AppendedEvent[] }>("/v1/audit/batch", { events })).body.results;
}

test("a saved receipt or checkpoint exposes an old dump that was restored and written to", async ({
  cluster,
  application,
  organisation,
  otherOrganisation,
  environment,
}, info) => {
  const { api } = organisation;
  const health = apiClient(application.url);
  const isReady = () =>
    until("/api/health/ready returns 200", async () => (await health.get("/api/health/ready")).status === 200);
  const checkpointOf = async () => (await api.get<Checkpoint>("/v1/audit/checkpoint")).body;
  const [{ id: modelId }, otherModel] = await Promise.all([organisation.model(), otherOrganisation.model()]);
  const [early] = await append(api, modelId, 10);
  const [others] = await append(otherOrganisation.api, otherModel.id, 10);
  const dumped = await checkpointOf();
  // Signs this chain now, so that nothing remains to be signed: it loses no events.
  await otherOrganisation.api.get<Checkpoint>("/v1/audit/checkpoint");

  await cluster.stop();
  await cluster.backUp();
  await cluster.start();
  await isReady();
  const lost = await append(api, modelId, 10);
  const kept = await checkpointOf();
  expect(await verifyChain(api, { expectedHead: kept })).toMatchObject({ status: "ok" });

  await cluster.stop();
  await cluster.restore();
  await cluster.start();
  await isReady();
  const receipt = lost[4]?.receipt;
  const beforeWriting = await verifyChain(api, { expectedHead: receipt });
  expect(beforeWriting).toMatchObject({ status: "failed", verdicts: { anchor: "failed" } });
  await append(api, modelId, 15);
  // The signer recorded a different history, which verification compares with the chain.
  const refusal = await api.get<{ reason: string }>("/v1/audit/checkpoint");
  expect([refusal.status, refusal.body.reason]).toEqual([409, "history_rewritten"]);
  const remembered = await verifyChain(api);
  expect(remembered).toMatchObject({ status: "failed", verdicts: { checkpoints: "failed", linkage: "ok" } });
  expect(remembered.findings.at(-1)).toMatchObject({ code: "signer_state_mismatch", expected: kept.headHash });
  const accepted = await runScript(
    "checkpoints:initialise",
    ["--organisation", organisation.id, "--reason", "Restored the backup of last night."],
    { environment, directory: info.outputPath("initialise") },
  );
  expect(accepted).toMatchObject({ status: 0, out: expect.stringContaining(`${organisation.id}: accepted`) });
  expect((await checkpointOf()).size).toBeGreaterThan(kept.size);

  // The chain is valid in itself: only evidence saved elsewhere exposes the restore.
  expect(await verifyChain(api)).toMatchObject({ status: "ok" });
  const byReceipt = await verifyChain(api, { expectedHead: receipt });
  expect(byReceipt).toMatchObject({
    status: "failed",
    verdicts: { content: "ok", linkage: "ok", completeness: "ok", checkpoints: "ok", anchor: "failed" },
    findings: [{ code: "anchor_mismatch", chainPosition: receipt?.chainPosition, expected: receipt?.blockHash }],
  });
  const byCheckpoint = await verifyChain(api, { expectedHead: kept });
  expect(byCheckpoint).toMatchObject({ status: "failed", verdicts: { checkpoints: "failed", anchor: "failed" } });
  for (const expectedHead of [early?.receipt, dumped]) {
    expect(await verifyChain(api, { expectedHead })).toMatchObject({ status: "ok", verdicts: { anchor: "ok" } });
  }
  const other = await verifyChain(otherOrganisation.api, { expectedHead: others?.receipt });
  expect(other).toMatchObject({ status: "ok", verdicts: { anchor: "ok" } });
});
