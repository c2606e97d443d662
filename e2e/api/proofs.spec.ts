import { createHash, createPublicKey, verify } from "node:crypto";
import canonicalize from "canonicalize";
import type { AppendedEvent, AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type {
  Checkpoint,
  ConsistencyProof,
  InclusionProof,
  PublishedCheckpoint,
} from "@/lib/domains/audit-chain/schemas-proofs";
import type { ChainVerification, Verification } from "@/lib/domains/audit-chain/schemas-verification";
import {
  bytesOf,
  IndependentTree,
  isConsistent,
  isIncluded,
  openNote,
} from "@/lib/domains/audit-chain/testing/independent-merkle";
import type { PublicKeySet } from "@/lib/platform/signing/schemas";
import { type Answer, type Api, apiClient } from "../support/api";
import { readChain } from "../support/chain";
import type { TestOrganisation } from "../support/organisation";
import { pollVerification } from "../support/verification";
import { expect, test } from "./fixtures";
import { readOpenApi, schemaChecker } from "./support/openapi";

const zeros = `sha256:${"0".repeat(64)}`;
const allOk = { content: "ok", linkage: "ok", completeness: "ok", checkpoints: "ok", anchor: "ok" };

async function append({ api }: TestOrganisation, modelId: string, count: number): Promise<AppendedEvent[]> {
  const events = Array.from({ length: count }, (_, n) => ({ modelId, eventType: "INFERENCE", payload: { n } }));
  const answer = await api.post<{ results: AppendedEvent[] }>("/v1/audit/batch", { events });
  expect(answer.status).toBe(201);
  return answer.body.results;
}

/** The signed members and the signature. */
async function readCheckpoint(api: Api): Promise<Checkpoint> {
  const answer = await api.get<PublishedCheckpoint>("/v1/audit/checkpoint");
  expect(answer.status).toBe(200);
  const { cosignatures, timestamps, noteKey, ...checkpoint } = answer.body;
  expect([cosignatures, timestamps]).toEqual([[], []]);
  expect(noteKey).toContain(`governance-audit-service/${checkpoint.organisationId}+`);
  return checkpoint;
}

async function readKey(api: Api, keyId: string) {
  const { body } = await api.get<PublicKeySet>("/v1/verify/keys");
  const key = body.keys.find(({ kid }) => kid === keyId);
  if (key?.kty !== "OKP") throw new Error(`${keyId} is not published`);
  return key;
}

/** Verifies the signature by its definition, without the service's code. */
function isSigned({ signature, ...members }: Checkpoint, jwk: { x: string }): boolean {
  const text = Buffer.from(canonicalize({ schema: "checkpoint/1", ...members }) ?? "");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: jwk.x }, format: "jwk" });
  return verify(null, text, key, Buffer.from(signature, "base64"));
}

function hashOf(checkpoint: Checkpoint): string {
  const text = canonicalize({ schema: "checkpoint/1", ...checkpoint }) ?? "";
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

test("a checkpoint covers every event, and a published key signs the root that a client can recompute", async ({
  organisation,
}) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  await append(organisation, modelId, 20);
  const first = await readCheckpoint(api);
  await append(organisation, modelId, 300);
  const second = await readCheckpoint(api);

  const chain = await readChain(api);
  const tree = new IndependentTree(chain.map(({ blockHash }) => bytesOf(blockHash)));
  for (const [checkpoint, size] of [
    [first, chain.length - 300],
    [second, chain.length],
  ] as const) {
    expect(checkpoint).toMatchObject({ organisationId: organisation.id, size, headHash: chain[size - 1]?.blockHash });
    expect(bytesOf(checkpoint.rootHash)).toEqual(tree.hash(0, size));
    const key = await readKey(api, checkpoint.keyId);
    expect(isSigned(checkpoint, key)).toBe(true);
    expect(isSigned({ ...checkpoint, size: size - 1 }, key)).toBe(false);
  }
  expect(second.previousCheckpointHash).toBe(hashOf(first));
  expect(await readCheckpoint(api)).toEqual(second);
});

test("a client that prefers text gets the checkpoint as a signed note", async ({ organisation }) => {
  const { api } = organisation;
  await append(organisation, (await organisation.model()).id, 3);
  const checkpoint = await readCheckpoint(api);
  const key = await readKey(api, checkpoint.keyId);
  const origin = `governance-audit-service/${organisation.id}`;

  for (const accept of ["text/plain", "text/plain, application/json;q=0.5", "text/plain;charset=utf-8"]) {
    const note = await api.get<string>("/v1/audit/checkpoint", { Accept: accept });
    expect(note.status).toBe(200);
    expect(note.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(note.headers.get("vary")).toMatch(/\baccept\b/i);
    const root = bytesOf(checkpoint.rootHash).toString("base64");
    expect(openNote(note.body, origin, key)).toEqual([origin, String(checkpoint.size), root]);
    expect(() => openNote(note.body.replace(`\n${checkpoint.size}\n`, "\n1\n"), origin, key)).toThrow();
  }
  for (const accept of ["application/json", "*/*", "text/html", "application/json, text/plain;q=0.9"]) {
    expect((await api.get("/v1/audit/checkpoint", { Accept: accept })).body).toMatchObject(checkpoint);
  }
});

test("the keys are published without authentication, as a set and as one file each", async ({
  application,
  organisation,
}) => {
  const { keyId } = await readCheckpoint(organisation.api);
  const anybody = apiClient(application.url);
  const set = await anybody.get<PublicKeySet>("/v1/verify/keys");
  expect(set.status).toBe(200);
  expect(set.headers.get("cache-control")).toBe("public, max-age=300");
  expect(set.body.keys.map(({ kid }) => kid)).toContain(keyId);
  for (const { kid, use, alg, ...jwk } of set.body.keys) {
    const file = await anybody.get<string>(`/v1/verify/keys/${kid}.pem`);
    expect(file.headers.get("content-type")).toBe("application/x-pem-file");
    const key = createPublicKey(file.body);
    expect(key.export({ format: "jwk" })).toEqual(jwk);
    // The ID is computed from the 32 bytes of an Ed25519 key, or from the SPKI of an RSA key.
    const named = jwk.kty === "OKP" ? Buffer.from(jwk.x, "base64url") : key.export({ format: "der", type: "spki" });
    expect(createHash("sha256").update(named).digest("hex").slice(0, 16)).toBe(kid);
    expect({ use, alg }).toEqual({ use: "sig", alg: jwk.kty === "OKP" ? "EdDSA" : "RS256" });
  }
});

test("a proof shows that an event is in a checkpoint, for the latest and every older one that contains it", async ({
  organisation,
}) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const [early] = await append(organisation, modelId, 7);
  const older = await readCheckpoint(api);
  const events = await append(organisation, modelId, 260);
  const newer = await readCheckpoint(api);

  const proofs: [AppendedEvent | undefined, Checkpoint, string][] = [
    [early, older, `?size=${older.size}`],
    [early, newer, ""],
    [events[0], newer, ""],
    [events[248], newer, `?size=${newer.size}`],
    [events.at(-1), newer, ""],
  ];
  for (const [event, checkpoint, query] of proofs) {
    const { status, body } = await api.get<InclusionProof>(`/v1/audit/${event?.id}/proof${query}`);
    expect(status).toBe(200);
    const leaf = createHash("sha256")
      .update(Uint8Array.of(0))
      .update(bytesOf(event?.blockHash ?? ""))
      .digest();
    expect(body).toMatchObject({ eventId: event?.id, treeSize: checkpoint.size, checkpoint });
    expect(body.leafIndex).toBe((event?.chainPosition ?? 0) - 1);
    expect(bytesOf(body.leafHash)).toEqual(leaf);
    const path = body.hashes.map(bytesOf);
    const root = bytesOf(checkpoint.rootHash);
    expect(isIncluded(leaf, body.leafIndex, body.treeSize, path, root)).toBe(true);
    expect(isIncluded(leaf, body.leafIndex + 1, body.treeSize, path, root)).toBe(false);
  }
});

test("an event without a checkpoint gets one, and a tree that was never signed has no signature", async ({
  organisation,
}) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const before = await readCheckpoint(api);
  const [event, next] = await append(organisation, modelId, 2);
  const { body } = await api.get<InclusionProof>(`/v1/audit/${next?.id}/proof`);
  expect(body.checkpoint).toMatchObject({ size: next?.chainPosition, previousCheckpointHash: hashOf(before) });
  const unsigned = await api.get<InclusionProof>(`/v1/audit/${event?.id}/proof?size=${event?.chainPosition}`);
  expect(unsigned.body).toMatchObject({ treeSize: event?.chainPosition, checkpoint: null });
});

test("consistency proofs between any two checkpoints show that the chain was only appended to", async ({
  organisation,
}) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const checkpoints: Checkpoint[] = [];
  for (const count of [1, 4, 1, 120, 129, 3]) {
    await append(organisation, modelId, count);
    checkpoints.push(await readCheckpoint(api));
  }
  const last = checkpoints.at(-1);
  for (const older of checkpoints) {
    for (const newer of checkpoints.filter(({ size }) => size >= older.size)) {
      const to = newer === last ? "" : `&to=${newer.size}`;
      const { status, body } = await api.get<ConsistencyProof>(`/v1/audit/consistency?from=${older.size}${to}`);
      expect({ status, from: body.from, to: body.to }).toEqual({ status: 200, from: older.size, to: newer.size });
      const path = body.hashes.map(bytesOf);
      const of = ({ size, rootHash }: Checkpoint) => [size, bytesOf(rootHash)] as [number, Buffer];
      expect(isConsistent(of(older), of(newer), path)).toBe(true);
      if (older !== newer) expect(isConsistent([older.size, bytesOf(zeros)], of(newer), path)).toBe(false);
    }
  }
});

test("an intact chain passes every check, and saved receipts and checkpoints match it", async ({ organisation }) => {
  const { api } = organisation;
  const events = await append(organisation, (await organisation.model()).id, 30);
  const checkpoint = await readCheckpoint(api);
  const { length } = await readChain(api);
  const receiptOf = (event: AppendedEvent | undefined) => event?.receipt;

  const whole = await api.post<ChainVerification>("/v1/audit/verify-chain", { expectedHead: receiptOf(events[3]) });
  expect(whole).toMatchObject({
    status: 200,
    body: { status: "ok", verdicts: allOk, eventsVerified: length, from: 1, to: length, findings: [], checkpoint },
  });
  const kept = [receiptOf(events[0]), receiptOf(events.at(-1)), checkpoint];
  for (const expectedHead of kept) {
    const { body } = await api.post("/v1/audit/verify-chain", { expectedHead });
    expect(body).toMatchObject({ status: "ok", verdicts: allOk });
  }
  const bare = await api.post("/v1/audit/verify-chain", {});
  expect(bare.body).toMatchObject({ status: "ok", verdicts: { ...allOk, anchor: "not_checked" } });
});

test("a range is verified alone, and an incremental run begins at the last checkpoint", async ({ organisation }) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const events = await append(organisation, modelId, 20);
  const checkpoint = await readCheckpoint(api);
  const [added] = await append(organisation, modelId, 5);
  const from = events[4]?.chainPosition ?? 0;

  const range = await api.post("/v1/audit/verify-chain", { from, to: from + 9, expectedHead: events[7]?.receipt });
  expect(range.body).toMatchObject({
    status: "ok",
    verdicts: { content: "ok", linkage: "ok", completeness: "not_checked", anchor: "ok" },
    ...{ eventsVerified: 10, from, to: from + 9 },
  });
  const outside = await api.post("/v1/audit/verify-chain", { to: from, expectedHead: events[7]?.receipt });
  expect(outside.body).toMatchObject({ status: "ok", verdicts: { anchor: "not_checked" } });
  const incremental = await api.post("/v1/audit/verify-chain", { mode: "incremental", expectedHead: added?.receipt });
  expect(incremental.body).toMatchObject({
    status: "ok",
    verdicts: allOk,
    eventsVerified: 5,
    from: checkpoint.size + 1,
  });
});

test("a receipt of a different chain is reported, and is not treated as damage to the chain", async ({
  organisation,
}) => {
  const { api } = organisation;
  const [event, next] = await append(organisation, (await organisation.model()).id, 2);
  const checkpoint = await readCheckpoint(api);
  const foreign = [
    { ...event?.receipt, blockHash: next?.blockHash },
    { ...next?.receipt, chainPosition: 100_000 },
    { ...checkpoint, headHash: event?.blockHash },
  ];
  for (const expectedHead of foreign) {
    const { status, body } = await api.post<ChainVerification>("/v1/audit/verify-chain", { expectedHead });
    expect({ status, verdict: body.status, anchor: body.verdicts.anchor }).toEqual({
      status: 200,
      verdict: "failed",
      anchor: "failed",
    });
    expect(body.findings.map(({ code }) => code)).toContain("anchor_mismatch");
  }
  expect((await api.post("/v1/audit/verify-chain", {})).body).toMatchObject({ status: "ok" });
});

test("a long chain is verified in the background: 202, then polled until the result is available", async ({
  application,
  makeOrganisation,
}) => {
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000 } });
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  let last: AppendedEvent | undefined;
  for (let batch = 0; batch < 20; batch++) last = (await append(organisation, modelId, 1_000)).at(-1);
  const eventsTotal = last?.chainPosition ?? 0;
  expect(eventsTotal).toBeGreaterThan(20_000);

  const begun = await api.post<Verification>("/v1/audit/verify-chain", { expectedHead: last?.receipt });
  const path = `/v1/audit/verifications/${begun.body.id}`;
  expect(begun).toMatchObject({ status: 202, body: { status: "running", progress: { eventsTotal } } });
  expect(begun.headers.get("location")).toBe(path);
  const check = await schemaChecker(application.url);
  const operations = await readOpenApi(application.url);
  const documented = operations.find(({ name }) => name === "POST /audit/verify-chain")?.responses[202];
  expect(check(documented?.content?.["application/json"]?.schema ?? { not: {} }, begun.body)).toEqual([]);

  const answers: Answer<Verification>[] = [begun];
  const report = await pollVerification(api, path, (answer) => void answers.push(answer));
  const verified = answers.map(({ body }) => ("progress" in body ? body.progress.eventsVerified : eventsTotal));
  expect(verified).toEqual(verified.toSorted((one, other) => one - other));
  expect(report).toMatchObject({
    status: "ok",
    verdicts: { content: "ok", linkage: "ok", completeness: "ok", anchor: "ok" },
    ...{ eventsVerified: eventsTotal, from: 1, to: eventsTotal, headHash: last?.blockHash },
  });
  expect((await api.get(path)).body).toEqual(answers.at(-1)?.body);

  // The successful verification is recorded in an event after the events that it verified.
  const [recorded] = (await api.get<{ data: AuditEvent[] }>("/v1/audit?limit=1")).body.data;
  expect(recorded).toMatchObject({
    chainPosition: eventsTotal + 1,
    payload: { kind: "CHAIN_VERIFIED", verificationId: begun.body.id },
  });
  const range = { from: eventsTotal - 9, to: eventsTotal };
  const ofRange = await api.post("/v1/audit/verify-chain", range);
  expect(ofRange).toMatchObject({ status: 200, body: { ...range, status: "ok", eventsVerified: 10 } });
  const toEnd = await api.post("/v1/audit/verify-chain", { from: range.from });
  expect(toEnd).toMatchObject({ status: 200, body: { status: "ok", eventsVerified: 11, to: eventsTotal + 1 } });
});
