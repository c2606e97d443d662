import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, expect, test } from "vitest";
import { noteKey } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { getPackage } from "@/lib/domains/evidence";
import { append, ask, make, step } from "@/lib/domains/evidence/generation/testing/pipeline";
import { createRequester, january, type Requester, temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";
import { newState, trustLog, witness, writeState } from "@/lib/domains/witness";
import { endWitnesses, statePath } from "@/lib/domains/witness/testing/witness-process";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { vkeyText } from "@/lib/platform/signing/signed-note";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();

const closed: (() => void)[] = [];
afterEach(() => {
  for (const close of closed.splice(0)) close();
  Object.assign(process.env, { WITNESSES: "", WITNESS_QUORUM: "" });
  forgetSingletons("env");
});
afterAll(endWitnesses);

/** Creates a model with an event, and a witness that checkpoints require. With `isUp: false`, it does not respond. */
async function witnessed(isUp: boolean): Promise<Requester & { vkey: string }> {
  const requester = await createRequester();
  requester.clock.nowMs = Date.parse(january.to);
  await append(requester, { timestamp: january.from });
  const path = statePath();
  const state = trustLog(newState("auditor.example/witness"), vkeyText(noteKey(requester.organisationId)));
  await writeState(path, state);
  const server = createServer(witness({ path, state }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  if (isUp) closed.push(close);
  else close();
  Object.assign(process.env, { WITNESSES: `${state.vkey} http://127.0.0.1:${port}`, WITNESS_QUORUM: "1" });
  forgetSingletons("env");
  return { ...requester, vkey: state.vkey };
}

test("a package contains the cosignatures of its checkpoint, which verify without the service", async () => {
  const requester = await witnessed(true);
  const { file, bundle } = await make(requester);
  expect(bundle.evidence.chain.attestations).toMatchObject({
    quorum: 1,
    cosignatures: [{ key: requester.vkey }],
    timestamps: [],
  });
  expect(bundle.evidence.limits.join(" ")).not.toContain("No independent witness");
  const report = await verifyBundle(file, { publicKeys: [requester.vkey] });
  expect(report.status).toBe("intact");
  expect(report.checks.find(({ id }) => id === "checkpoint")?.detail).toContain(
    "cosigned by 1 witness: auditor.example/witness.",
  );
});

test("a package waits for the quorum and fails with the reason after 15 minutes", async () => {
  const requester = await witnessed(false);
  const key = await ask(requester);
  expect(await step(requester, key, "collect")).toBe("waiting");
  requester.clock.nowMs += 15 * 60_000 + 1;
  expect(await step(requester, key, "collect")).toBe("ended");
  expect(await getPackage(requester.ctx, key.packageId)).toMatchObject({
    status: "FAILED",
    failureReason: expect.stringMatching(
      /cosigned by the required 1 witness\. auditor\.example\/witness: returned no valid cosignature\./,
    ),
  });
});

test("a package without chain proof needs no witness", async () => {
  const requester = await witnessed(false);
  const { bundle } = await make(requester, { includeChainProof: false });
  expect(bundle.evidence.chain.attestations).toBeUndefined();
});
