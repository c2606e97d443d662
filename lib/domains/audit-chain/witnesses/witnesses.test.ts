import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { genesisHash } from "@/lib/domains/audit-chain/block";
import { checkpointHash, noteKey, signCheckpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { overwrite } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { insertCheckpoint, latestCheckpoint } from "@/lib/domains/audit-chain/checkpoints/store";
import { treeRoots } from "@/lib/domains/audit-chain/merkle/prove";
import { hashOf } from "@/lib/domains/audit-chain/merkle/tree";
import { PublishedCheckpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { createTestChain, fillChain, recordedFindings, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { databaseRoles, databaseSessions, ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { issue } from "@/lib/domains/audit-chain/testing/signer";
import { attestCheckpoint, attestCheckpoints } from "@/lib/domains/audit-chain/witnesses/attest-checkpoint";
import { readAttestationStatus, readCosignedSize } from "@/lib/domains/audit-chain/witnesses/attestations";
import {
  getAttestedCheckpoint,
  publishCheckpoint,
  publishCheckpointNote,
  QuorumMissing,
} from "@/lib/domains/audit-chain/witnesses/publish-checkpoint";
import { findSubmissions } from "@/lib/domains/audit-chain/witnesses/store";
import { newState, readState, trustLog, witness, writeState } from "@/lib/domains/witness";
import { cosignedAt, testLog } from "@/lib/domains/witness/testing/independent-note";
import { endWitnesses, startWitness, statePath } from "@/lib/domains/witness/testing/witness-process";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { currentCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { vkeyText } from "@/lib/platform/signing/signed-note";
import { startTimestampAuthority, type TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { log } from "@/lib/platform/telemetry/log";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const runAs = databaseSessions(database);
const owner = ownerOf(database);
let chain: TestChain;

beforeAll(() => {
  log().level = "silent";
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await endWitnesses();
});

/** A chain of 300 events with a checkpoint at 260. */
beforeEach(async () => {
  configure({});
  chain = await createTestChain();
  await fillChain(database.ownerUrl, chain, 1, 260);
  await issue(chain);
  await fillChain(database.ownerUrl, chain, 261, 300);
});

afterEach(() => vi.restoreAllMocks());

const id = () => chain.ctx.organisation.id;

/** The configuration of a newly started process. */
function configure(given: {
  WITNESSES?: string;
  WITNESS_QUORUM?: string;
  TSA_URL?: string;
  TSA_CERTIFICATES?: string;
}) {
  for (const name of ["WITNESSES", "WITNESS_QUORUM", "TSA_URL", "TSA_CERTIFICATES"] as const) {
    process.env[name] = given[name] ?? "";
  }
  forgetSingletons("env");
}

/** A witness in its own process, with its own state, that trusts the chain. */
async function separateWitness() {
  const logKey = vkeyText(noteKey(id()));
  const running = await startWitness("--state", statePath(), "--name", "auditor.example/witness", "--log", logKey);
  return { ...running, entry: `${running.vkey} ${running.url}` };
}

const servers: Server[] = [];

/** The same in this process, which is faster. `back` restarts it with the same state and port. */
async function ownWitness(name = "auditor.example/witness") {
  const logKey = vkeyText(noteKey(id()));
  const path = statePath();
  const initial = trustLog(newState(name), logKey);
  await writeState(path, initial);
  let requests = 0;
  const origin = `governance-audit-service/${id()}`;
  const report = (record: Record<string, unknown>) => {
    if (record["origin"] === origin) requests += 1;
  };
  const start = async (port: number) => {
    const state = (await readState(path)) ?? initial;
    const listener = witness({ path, state, report });
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return server;
  };
  let server = await start(0);
  const { port } = server.address() as AddressInfo;
  return {
    vkey: initial.vkey,
    entry: `${initial.vkey} http://127.0.0.1:${port}`,
    requests: () => requests,
    async down() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async back() {
      server = await start(port);
    },
  };
}

async function attest() {
  const checkpoint = await issue(chain);
  await attestCheckpoint(checkpoint, chain.ctx.clock);
  return publishCheckpoint(chain.ctx, {});
}

const findings = () => recordedFindings(id());

async function outcomes() {
  return (await findSubmissions(id())).map(({ outcome, size }) => [outcome, Number(size)]);
}

describe("a cosigned checkpoint", () => {
  test("has a valid cosignature from a witness in another process", { tags: "full" }, async () => {
    const auditor = await separateWitness();
    configure({ WITNESSES: auditor.entry });
    const published = await attest();
    expect(PublishedCheckpoint.parse(published)).toEqual(published);
    expect(published).toMatchObject({
      size: 300,
      cosignatures: [{ witness: "auditor.example/witness", key: auditor.vkey }],
    });
    const note = await publishCheckpointNote(chain.ctx, {});
    const [text = "", signatures = ""] = note.split("\n\n");
    const [ofLog = "", ofWitness = ""] = signatures.split("\n");
    expect(ofLog).toMatch(new RegExp(`^\u2014 governance-audit-service/${id()} `));
    const seconds = cosignedAt(`${text}\n`, ofWitness, auditor.vkey);
    expect(new Date(Number(seconds) * 1000).toISOString()).toBe(published.cosignatures[0]?.cosignedAt);
    expect(await outcomes()).toEqual([["cosigned", 300]]);
    // The complete response is accepted as a saved checkpoint.
    expect(VerifyChain.parse({ expectedHead: published }).expectedHead).toMatchObject({ size: 300 });
  });

  test("extends the witness's last checkpoint, even without stored cosignatures", { tags: "full" }, async () => {
    const auditor = await ownWitness();
    configure({ WITNESSES: auditor.entry });
    await attest();
    await deleteAll("checkpoint_cosignatures", "checkpoint_submissions");
    await fillChain(database.ownerUrl, chain, 301, 310);
    expect((await attest()).cosignatures).toHaveLength(1);
    expect(await outcomes()).toEqual([["cosigned", 310]]);
    expect(await findings()).toEqual([]);
  });

  test("is cosigned once by the sweep, even after a witness was unavailable", async () => {
    const [first, second] = [await ownWitness(), await ownWitness("second.example/witness")];
    await second.down();
    configure({ WITNESSES: `${first.entry},\n${second.entry}` });
    const warn = vi.spyOn(log(), "warn");
    const checkpoint = await issue(chain);
    const { issuedAt } = checkpoint;
    // Not the sweep, which may find the witness unavailable for another test's chain and then skip it.
    await attestCheckpoint(checkpoint, chain.ctx.clock);
    const about = expect.objectContaining({ witness: "second.example/witness" });
    expect(warn).toHaveBeenCalledWith(about, expect.stringContaining("returned no valid cosignature"));
    const names = async () => (await publishCheckpoint(chain.ctx, {})).cosignatures.map((one) => one.witness);
    expect(await names()).toEqual(["auditor.example/witness"]);
    const attested = { size: 300, at: expect.any(String) };
    expect(await readAttestationStatus(id())).toEqual({
      witnesses: [
        { name: "auditor.example/witness", attested, outcome: "cosigned" },
        { name: "second.example/witness", attested: null, outcome: "unreachable" },
      ],
      timestamps: null,
    });
    expect(await readCosignedSize(id())).toBe(300);
    configure({});
    expect(await readCosignedSize(id())).toBeNull();
    configure({ WITNESSES: `${first.entry},\n${second.entry}` });
    await second.back();
    await attestCheckpoints(chain.ctx.clock);
    expect((await publishCheckpoint(chain.ctx, {})).issuedAt).toBe(issuedAt);
    expect(await names()).toEqual(["auditor.example/witness", "second.example/witness"]);
    const requests = first.requests();
    await attestCheckpoints(chain.ctx.clock);
    expect(first.requests()).toBe(requests);
  });

  test("is cosigned once by concurrent processes, without findings", async () => {
    const auditor = await ownWitness();
    configure({ WITNESSES: auditor.entry });
    const checkpoint = await issue(chain);
    await Promise.all([1, 2, 3].map(() => attestCheckpoint(checkpoint, chain.ctx.clock)));
    expect((await publishCheckpoint(chain.ctx, {})).cosignatures).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  test("older than the witness's last one is not a finding", { tags: "full" }, async () => {
    const auditor = await ownWitness();
    configure({ WITNESSES: auditor.entry });
    const older = await issue(chain);
    await fillChain(database.ownerUrl, chain, 301, 310);
    await attest();
    await attestCheckpoint(older, chain.ctx.clock);
    expect(await findings()).toEqual([]);
    expect(await outcomes()).toEqual([["cosigned", 310]]);
  });

  test("is not cosigned for another organisation", async () => {
    const auditor = await ownWitness();
    configure({ WITNESSES: auditor.entry });
    await attest();
    const mine = chain;
    chain = await createTestChain();
    await fillChain(database.ownerUrl, chain, 1, 300);
    expect((await attest()).cosignatures).toEqual([]);
    expect(await outcomes()).toEqual([["rejected", 300]]);
    expect(await findings()).toEqual([]);
    await expect(publishCheckpoint(chain.ctx, { cosigned: true })).rejects.toMatchObject({ code: "not_found" });
    expect((await publishCheckpoint(mine.ctx, { cosigned: true })).size).toBe(300);
    const [mineAttested, other] = [
      await readAttestationStatus(mine.ctx.organisation.id),
      await readAttestationStatus(id()),
    ];
    expect(mineAttested.witnesses).toMatchObject([{ attested: { size: 300 }, outcome: "cosigned" }]);
    expect(other.witnesses).toMatchObject([{ attested: null, outcome: "rejected" }]);
  });
});

/** Removes rows as the database owner, because the application cannot. */
async function deleteAll(...tables: string[]): Promise<void> {
  for (const table of tables) {
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await owner.query(`DELETE FROM ${table} WHERE organisation_id = $1`, [id()]);
  }
}

/** Rewrites the history from the first event and deletes everything that the database stores about the old one. */
async function rewrite(upTo: number): Promise<void> {
  await deleteAll("checkpoint_cosignatures", "checkpoint_submissions", "chain_checkpoints", "chain_tiles");
  for (const table of ["audit_events", "chain_heads"]) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const forged = (position: string) =>
    `'sha256:' || encode(sha256(convert_to('forged ' || (${position}), 'UTF8')), 'hex')`;
  await owner.query("DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position > $2", [id(), upTo]);
  await owner.query(
    `UPDATE audit_events SET block_hash = ${forged("chain_position")},
       previous_hash = CASE chain_position WHEN 1 THEN previous_hash ELSE ${forged("chain_position - 1")} END
     WHERE organisation_id = $1`,
    [id()],
  );
  await owner.query(
    `UPDATE chain_heads SET position = $2, block_hash = (SELECT block_hash FROM audit_events
       WHERE organisation_id = $1 AND chain_position = $2) WHERE organisation_id = $1`,
    [id(), upTo],
  );
}

/** A signer without records (the operator deleted its state and accepted the chain) signs the stored chain. */
async function signForgetfully(size: number) {
  const [root] = await treeRoots(id(), [size]);
  const { rows } = await pool().query<{ hash: string }>(
    "SELECT block_hash AS hash FROM audit_events WHERE organisation_id = $1 AND chain_position = $2",
    [id(), size],
  );
  const statement = {
    organisationId: id(),
    size,
    headHash: rows[0]?.hash ?? "",
    rootHash: hashOf(root ?? Buffer.alloc(32)),
    issuedAt: new Date(chain.ctx.clock.now()).toISOString(),
    previousCheckpointHash: genesisHash,
  };
  const checkpoint = signCheckpoint(statement, currentCheckpointKey());
  expect(await insertCheckpoint(checkpoint)).toBe(true);
  return checkpoint;
}

describe("a witness", () => {
  test.each<[string, number, number, string]>([
    [
      "a chain that was rewritten from its first event, with checkpoints and tiles deleted",
      300,
      300,
      "witness_refused",
    ],
    ["a rewritten chain that grew", 300, 260, "witness_refused"],
    ["a truncated chain", 290, 300, "witness_ahead"],
  ])("reveals %s", async (_what, size, witnessed, code) => {
    const auditor = await separateWitness();
    configure({ WITNESSES: auditor.entry });
    const known = witnessed === 300 ? await issue(chain) : await latestCheckpoint(id());
    if (known) await attestCheckpoint(known, chain.ctx.clock);
    expect(await outcomes()).toEqual([["cosigned", witnessed]]);
    await rewrite(size);
    await overwrite(id(), null, chain.ctx.clock);
    const error = vi.spyOn(log(), "error");
    const forged = await signForgetfully(size);
    await attestCheckpoint(forged, chain.ctx.clock);
    await attestCheckpoints(chain.ctx.clock);
    expect(await findings()).toEqual([{ code, eventId: `position:${witnessed}`, chainPosition: witnessed }]);
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ witnessedSize: witnessed }), expect.any(String));
    expect((await publishCheckpoint(chain.ctx, {})).cosignatures).toEqual([]);
    configure({ WITNESSES: auditor.entry, WITNESS_QUORUM: "1" });
    await expect(getAttestedCheckpoint(chain.ctx, forged.issuedAt)).rejects.toMatchObject({
      isFinal: true,
      message: expect.stringContaining("refused"),
    });
  });

  test("reveals deleted checkpoints by the remaining cosignatures", async () => {
    const auditor = await ownWitness();
    configure({ WITNESSES: auditor.entry });
    await attest();
    await deleteAll("chain_checkpoints");
    await fillChain(database.ownerUrl, chain, 301, 305);
    await auditor.down();
    await attestCheckpoint(await signForgetfully(305), chain.ctx.clock);
    expect(await findings()).toEqual([{ code: "cosignature_invalid", eventId: "position:300", chainPosition: 300 }]);
  });
});

describe("responses without a cosignature", () => {
  let server: Server;
  let answer: { status: number; body: string } = { status: 200, body: "" };
  let bodies: string[] = [];
  const key = "auditor.example/witness+455c8f5a+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM";

  beforeAll(async () => {
    server = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      bodies.push(Buffer.concat(chunks).toString());
      const extra = answer.status === 302 ? { Location: "/elsewhere" } : {};
      response.writeHead(answer.status, extra).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => server.close());

  test.each<[string, number, string, string]>([
    ["an empty response", 200, "", "unreachable"],
    ["a cosignature of another key", 200, "\u2014 auditor.example/witness RVyPWgAAAABpaLq/AAAA\n", "unreachable"],
    ["an error", 503, "busy", "unreachable"],
    ["a redirect", 302, "", "unreachable"],
    ["an endless body", 200, "x".repeat(100_000), "unreachable"],
    ["the size that it just received", 409, "0\n", "unreachable"],
    ["text instead of a size", 409, "conflict", "unreachable"],
    ["an unknown log", 404, "unknown", "rejected"],
    ["an unknown key", 403, "untrusted", "rejected"],
    ["a proof that does not verify", 422, "no", "refused"],
    ["a larger size", 409, "301\n", "ahead"],
  ])("are reported and do not block signing: %s", async (_what, status, body, outcome) => {
    bodies = [];
    answer = { status, body };
    configure({ WITNESSES: `${key} http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/` });
    expect((await attest()).cosignatures).toEqual([]);
    expect(await outcomes()).toEqual([[outcome, 300]]);
    expect(bodies[0]).toMatch(/^old 0\n\ngovernance-audit-service\/org_\w+\n300\n/);
    expect(bodies).toHaveLength(1);
    const isFinding = outcome === "refused" || outcome === "ahead";
    expect(await findings()).toHaveLength(isFinding ? 1 : 0);
    await fillChain(database.ownerUrl, chain, 301, 302);
    expect((await issue(chain)).size).toBe(302);
  });
});

describe("the checkpoint of a package", () => {
  test("has the quorum, and is either the current one or one issued after the request", async () => {
    const [one, two] = [await ownWitness(), await ownWitness("second.example/witness")];
    configure({ WITNESSES: `${one.entry},${two.entry}`, WITNESS_QUORUM: "2" });
    const requestedAt = new Date(chain.ctx.clock.now()).toISOString();
    chain.ctx.clock.nowMs += 1;
    const { checkpoint, cosignatures, quorum } = await getAttestedCheckpoint(chain.ctx, requestedAt);
    expect([checkpoint.size, cosignatures.length, quorum]).toEqual([300, 2, 2]);
    await two.down();
    await fillChain(database.ownerUrl, chain, 301, 310);
    expect((await getAttestedCheckpoint(chain.ctx, requestedAt)).checkpoint.size).toBe(300);
    chain.ctx.clock.nowMs += 1_000;
    const later = new Date(chain.ctx.clock.now()).toISOString();
    const refusal = await getAttestedCheckpoint(chain.ctx, later).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(QuorumMissing);
    expect(refusal).toMatchObject({
      isFinal: false,
      message: expect.stringContaining(
        "auditor.example/witness: cosigned; second.example/witness: returned no valid cosignature.",
      ),
    });
    expect((await publishCheckpoint(chain.ctx, { cosigned: true })).size).toBe(300);
  });

  test("counts two keys of one witness once", async () => {
    const [one, two] = [await ownWitness(), await ownWitness()];
    configure({ WITNESSES: `${one.entry},${two.entry},${testWitnessKey()}`, WITNESS_QUORUM: "2" });
    await expect(getAttestedCheckpoint(chain.ctx, genesisHash)).rejects.toThrow(/2 witnesses/);
    expect((await publishCheckpoint(chain.ctx, {})).cosignatures).toHaveLength(2);
  });

  test("accepts any number of cosignatures if none are required", async () => {
    configure({});
    expect(await getAttestedCheckpoint(chain.ctx, genesisHash)).toMatchObject({
      cosignatures: [],
      timestamps: [],
      quorum: 0,
    });
  });
});

/** A recognised witness without a URL. */
function testWitnessKey(): string {
  return "third.example/witness+76741b5f+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM";
}

describe("stored attestations", () => {
  test("cannot be changed or deleted by any role", async () => {
    const answers: unknown[] = [];
    for (const table of ["checkpoint_cosignatures", "checkpoint_timestamps"]) {
      await owner.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${table}_append_only`);
      for (const role of databaseRoles) {
        for (const sql of [
          `UPDATE ${table} SET received_at = now() WHERE organisation_id = $ORG`,
          `DELETE FROM ${table} WHERE organisation_id = $ORG`,
          `TRUNCATE ${table}`,
        ]) {
          answers.push([role, sql, await runAs(role, sql, { $ORG: id() })]);
        }
      }
    }
    expect(answers).toHaveLength(18);
    for (const [role, sql, code] of answers as string[][]) {
      expect([sql, role === "application" ? "42501" : "23001"]).toEqual([sql, code]);
    }
  });

  test("are counted only if they are valid", async () => {
    const auditor = await ownWitness();
    configure({ WITNESSES: auditor.entry });
    const { cosignatures } = await attest();
    const [{ signature = "" } = {}] = cosignatures;
    await deleteAll("checkpoint_cosignatures");
    const insert = (key: string, text: string) =>
      pool().query("INSERT INTO checkpoint_cosignatures VALUES ($1, 300, $2, $3, now())", [id(), key, text]);
    await insert(testWitnessKey(), signature);
    await insert(auditor.vkey, Buffer.from(Buffer.from(signature, "base64").fill(1, 20, 30)).toString("base64"));
    await pool().query("INSERT INTO checkpoint_timestamps VALUES ($1, 300, 'forged', now())", [id()]);
    expect(await publishCheckpoint(chain.ctx, {})).toMatchObject({ cosignatures: [], timestamps: [] });
    configure({ WITNESSES: auditor.entry, TSA_URL: "http://127.0.0.1:9" });
    expect(await readCosignedSize(id())).toBeNull();
    expect(await readAttestationStatus(id())).toMatchObject({
      witnesses: [{ attested: null }],
      timestamps: { attested: null },
    });
    configure({ WITNESSES: auditor.entry });
    await attestCheckpoints(chain.ctx.clock);
    expect(await findings()).toEqual([]);
    const checkpoint = await latestCheckpoint(id());
    if (checkpoint) await attestCheckpoint(checkpoint, chain.ctx.clock);
    expect(await findings()).toEqual([{ code: "cosignature_invalid", eventId: "position:300", chainPosition: 300 }]);
  });
});

describe("timestamps", () => {
  let authority: TestAuthority;
  /** Uses a web server's certificate. */
  let other: TestAuthority;
  beforeAll(async () => {
    [authority, other] = [await startTimestampAuthority(), await startTimestampAuthority("server")];
  });
  beforeEach(() => {
    authority.answerWith(undefined);
    configure({ TSA_URL: authority.url, TSA_CERTIFICATES: authority.root });
  });

  test("of checkpoints are verified by openssl", async () => {
    const published = await attest();
    const [timestamp] = published.timestamps;
    const checkpoint = await issue(chain);
    expect(timestamp?.hash).toBe(checkpointHash(checkpoint));
    expect(Math.abs(Date.parse(timestamp?.timestampedAt ?? "") - Date.now())).toBeLessThan(60_000);
    const token = Buffer.from(timestamp?.token ?? "", "base64");
    expect(await authority.verify(token, checkpointHash(checkpoint).slice(7))).toContain("Verification: OK");
    expect(await authority.verify(token, checkpoint.rootHash.slice(7))).toContain("Verification: FAILED");
    expect(await readAttestationStatus(id())).toEqual({
      witnesses: [],
      timestamps: { attested: { size: 300, at: timestamp?.timestampedAt } },
    });
    const before = authority.requests();
    await attest();
    expect(authority.requests()).toBe(before);
  });

  test("are obtained by the sweep after the authority was unavailable", { tags: "full" }, async () => {
    authority.answerWith(async () => ({ status: 503, body: Buffer.from("down") }));
    expect((await attest()).timestamps).toEqual([]);
    authority.answerWith(undefined);
    await attestCheckpoints(chain.ctx.clock);
    expect((await publishCheckpoint(chain.ctx, {})).timestamps).toHaveLength(1);
  });

  test.each<[string, (request: Buffer) => Promise<Buffer>]>([
    ["nothing", async () => Buffer.alloc(0)],
    ["words", async () => Buffer.from("<html></html>")],
    ["a rejection", async (request) => authority.reply(request.subarray(0, -2))],
    ["a changed response", async (request) => flipped(await authority.reply(request), -40)],
    ["the response to another request", async (request) => authority.reply(withAnotherHash(request))],
    ["the response to an earlier identical request", async (request) => authority.reply(otherNonce(request))],
  ])("are not stored from %s", async (_what, reply) => {
    authority.answerWith(async (request) => ({ body: await reply(request) }));
    expect((await attest()).timestamps).toEqual([]);
    const { rows } = await pool().query("SELECT FROM checkpoint_timestamps WHERE organisation_id = $1", [id()]);
    expect(rows).toHaveLength(0);
  });

  test("are not stored with an untrusted certificate", async () => {
    configure({ TSA_URL: authority.url, TSA_CERTIFICATES: other.root });
    expect((await attest()).timestamps).toEqual([]);
    configure({ TSA_URL: other.url, TSA_CERTIFICATES: other.root });
    expect((await attest()).timestamps).toEqual([]);
  });
});

/** A request with a different nonce, which is the last member but one. */
function otherNonce(request: Buffer): Buffer {
  return flipped(request, -4);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  const place = changed.length + at;
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
}

/** The imprint follows the OCTET STRING header 04 20. */
function withAnotherHash(request: Buffer): Buffer {
  return flipped(request, request.indexOf(Buffer.from("0420", "hex")) + 5 - request.length);
}

test.each([
  [{ WITNESSES: "nothing" }, /WITNESSES must be a comma-separated list of witnesses/],
  [{ WITNESSES: `${testWitnessKey()} ftp://witness` }, /WITNESSES must be a comma-separated list/],
  [{ WITNESSES: `${testWitnessKey()} https://user:secret@witness` }, /WITNESSES must be a comma-separated list/],
  [{ WITNESSES: `${testWitnessKey()},${testWitnessKey()}` }, /WITNESSES must be a comma-separated list/],
  [{ WITNESSES: testLog("a").vkey }, /WITNESSES must be a comma-separated list/],
  [
    { WITNESSES: testWitnessKey(), WITNESS_QUORUM: "2" },
    /must not be greater than the number of witnesses in WITNESSES, which is 1/,
  ],
  [{ TSA_URL: "timestamps" }, /TSA_URL/],
  [{ TSA_CERTIFICATES: "a certificate" }, /TSA_CERTIFICATES must contain certificates in PEM format/],
])("the service does not start with %j", async (given, message) => {
  const { parseEnv } = await import("@/lib/platform/config/env");
  expect(() => parseEnv({ DATABASE_URL: "postgresql://localhost/x", ...given })).toThrow(message);
});
