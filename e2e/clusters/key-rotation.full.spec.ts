import { createPublicKey, randomBytes } from "node:crypto";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import type { ChainVerification } from "@/lib/domains/audit-chain/schemas-verification";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import type { PackageVerification, PublicPackageVerification } from "@/lib/domains/evidence/schemas";
import { readSigningKey } from "@/lib/platform/signing/ed25519";
import { keptRsaKey } from "@/lib/platform/signing/testing/kept-rsa-key";
import type { Application } from "../support/application";
import { readChain } from "../support/chain";
import { checkpointKeyFor } from "../support/environment";
import { finished, history, request } from "../support/evidence";
import { startLoad } from "../support/load";
import type { TestOrganisation } from "../support/organisation";
import { verifyChain } from "../support/verification";
import { expect, test } from "./webhook-fixtures";

test.use({ isStarted: false });
test.describe.configure({ timeout: 300_000 });

type Environment = Record<string, string>;

/** A key pair in the format that docs/operations/deployment.md generates for compose. */
function checkpointKey(seed = randomBytes(32).toString("base64")) {
  return { private: seed, public: readSigningKey(seed).raw.toString("base64") };
}

function evidenceKey(name: string) {
  const pem = keptRsaKey(name, 4096);
  const publicPem = createPublicKey(pem).export({ format: "pem", type: "spki" }).toString();
  return { private: pem.replaceAll("\n", "\\n"), public: publicPem.replaceAll("\n", "\\n") };
}

async function findings(database: { owner: { query: (sql: string) => Promise<{ rows: unknown[] }> } }) {
  return (await database.owner.query("SELECT code, event_id, chain_position FROM integrity_findings")).rows;
}

/** Checks that every process signs and verifies the full chain, and that all processes verify the same package. */
async function expectHealthy(organisation: TestOrganisation, processes: Application[], modelId: string): Promise<void> {
  for (const { url } of processes) {
    const api = organisation.at(url);
    await api.post("/v1/audit", { modelId, eventType: "DATA_ACCESS", payload: { datasetId: "rotation" } });
    expect(await api.get<Checkpoint>("/v1/audit/checkpoint")).toMatchObject({ status: 200 });
  }
  for (const { url } of processes) {
    const verification = await verifyChain(organisation.at(url));
    expect(verification).toMatchObject({ status: "ok", findingsTotal: 0, verdicts: { checkpoints: "ok" } });
  }
  const [first] = processes;
  const id = await request(organisation.at(first?.url ?? ""), { modelId });
  const { status, packageHash } = await finished(organisation.at(first?.url ?? ""), id);
  expect(status).toBe("READY");
  for (const { url } of processes) {
    const { body } = await organisation.at(url).post<PackageVerification>(`/v1/evidence/${id}/verify`, { packageHash });
    expect(body).toMatchObject({ authentic: true, failedCheck: null });
    const published = await fetch(`${url}/v1/verify/${packageHash}`);
    expect((await published.json()) as PublicPackageVerification).toMatchObject({ authentic: true });
  }
}

test("both keys are rotated in two phases, one process at a time and under load, without a finding", async ({
  organisation,
  launch,
  database,
  environment: { serverSecret },
}) => {
  const [oldCheckpoint, newCheckpoint] = [checkpointKey(checkpointKeyFor(serverSecret)), checkpointKey()];
  const [oldEvidence, newEvidence] = [evidenceKey("one"), evidenceKey("two")];
  const before: Environment = { CHECKPOINT_KEY: oldCheckpoint.private, EVIDENCE_KEY: oldEvidence.private };
  const published: Environment = {
    ...before,
    CHECKPOINT_PUBLIC_KEYS: newCheckpoint.public,
    EVIDENCE_PUBLIC_KEYS: newEvidence.public,
  };
  const rotated: Environment = {
    CHECKPOINT_KEY: newCheckpoint.private,
    EVIDENCE_KEY: newEvidence.private,
    CHECKPOINT_PUBLIC_KEYS: oldCheckpoint.public,
    EVIDENCE_PUBLIC_KEYS: oldEvidence.public,
  };

  const processes = [await launch({ env: before }), await launch({ env: before })];
  const model = await organisation.at(processes[0]?.url ?? "").post<{ id: string }>("/v1/models", { name: "Scoring" });
  const modelId = model.body.id;
  const events = history(modelId);
  const api = () => organisation.at(processes[turn++ % processes.length]?.url ?? "");
  let turn = 0;
  expect((await api().post("/v1/audit/batch", { events })).status).toBe(201);
  await expectHealthy(organisation, processes, modelId);

  const load = startLoad({ api, modelIds: [modelId], seed: "rotation" });
  for (const env of [published, rotated]) {
    for (const place of [0, 1]) {
      const old = processes[place];
      const renewed = await launch({ env });
      processes[place] = renewed;
      await old?.stop();
      await load.acknowledgements(50);
      await expectHealthy(organisation, processes, modelId);
      expect(await findings(database)).toEqual([]);
    }
  }
  const writes = await load.stop();
  expect(writes.filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(200);

  await expectHealthy(organisation, processes, modelId);
  expect(await findings(database)).toEqual([]);
  expect(flawsOfChain(await readChain(api()))).toEqual([]);
  const { rows } = await database.owner.query("SELECT DISTINCT key_id FROM chain_checkpoints");
  expect(rows).toHaveLength(2);
});

test("signatures of a key that is not yet published are not verified until it is, and cause no finding", async ({
  organisation,
  launch,
  database,
  environment: { serverSecret },
}) => {
  const [known, unknown] = [checkpointKey(checkpointKeyFor(serverSecret)), checkpointKey()];
  const old = await launch({ env: { CHECKPOINT_KEY: known.private, PROCESS_ROLE: "web" } });
  const early = await launch({
    env: { CHECKPOINT_KEY: unknown.private, CHECKPOINT_PUBLIC_KEYS: known.public, PROCESS_ROLE: "web" },
  });
  const { body: model } = await organisation.at(old.url).post<{ id: string }>("/v1/models", { name: "Scoring" });
  const append = () =>
    organisation
      .at(old.url)
      .post("/v1/audit", { modelId: model.id, eventType: "INFERENCE", payload: { latencyMs: 142 } });
  await append();
  expect((await organisation.at(old.url).get("/v1/audit/checkpoint")).status).toBe(200);
  await append();
  expect((await organisation.at(early.url).get("/v1/audit/checkpoint")).status).toBe(200);

  await append();
  const refused = await organisation.at(old.url).get<{ error: string; message: string }>("/v1/audit/checkpoint");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(refused.body).toMatchObject({
    error: "unavailable",
    message: expect.stringContaining("unknown checkpoint key"),
  });
  const { body } = await organisation.at(old.url).post<ChainVerification>("/v1/audit/verify-chain", {});
  expect(body).toMatchObject({
    status: "not_verified",
    verdicts: { content: "ok", linkage: "ok", completeness: "ok", checkpoints: "not_verified" },
    findings: [{ code: "checkpoint_key_unknown" }],
  });
  expect(await findings(database)).toEqual([]);

  await old.stop();
  const informed = await launch({
    env: { CHECKPOINT_KEY: known.private, CHECKPOINT_PUBLIC_KEYS: unknown.public, PROCESS_ROLE: "web" },
  });
  expect(await verifyChain(organisation.at(informed.url))).toMatchObject({ status: "ok", findingsTotal: 0 });
  expect((await organisation.at(informed.url).get("/v1/audit/checkpoint")).status).toBe(200);
  expect(await findings(database)).toEqual([]);
});
