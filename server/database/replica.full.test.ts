import { execFile } from "node:child_process";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { initialise } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { exportEvents } from "@/lib/domains/audit-chain/read/events";
import { appendEvents, createTestChain, numbered, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { ChainSnapshot } from "@/lib/domains/audit-chain/verification/snapshot-store";
import { type RangeJob, verifyRange } from "@/lib/domains/audit-chain/verification/verify-range";
import { append, make } from "@/lib/domains/evidence/generation/testing/pipeline";
import { createRequester, temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { requestReport } from "@/lib/domains/reports";
import { writeReport } from "@/lib/domains/reports/generation/write-report";
import { RequestReport } from "@/lib/domains/reports/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { readFromReplica } from "@/lib/platform/database/replica";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { type EmbeddedDatabase, startEmbedded } from "./embedded";
import { type Cluster, prepareCluster } from "./embedded/cluster";
import { withConnection } from "./embedded/databases";
import { findFreePort, startServer, stopServer } from "./embedded/server";
import { prepareDatabase } from "./prepare";

const dataDirectory = temporaryDirectory();

let directory: string;
let primary: EmbeddedDatabase;
let replica: Cluster;
let replicaPort: number;
let chain: TestChain;

const onReplicaPort = (url: string) => Object.assign(new URL(url), { port: String(replicaPort) }).href;
const inReplica = (sql: string) =>
  withConnection(onReplicaPort(primary.superuserUrl), async (client) => (await client.query(sql)).rows);

/** A streaming replica: a copy of the stopped primary that follows the primary. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "read-replica-"));
  primary = await startEmbedded(directory);
  await prepareDatabase(primary.ownerUrl);
  await primary.stop();
  const path = (name: string) => join(directory, name);
  await appendFile(path("postgres/pg_hba.conf"), "\nhost replication postgres 127.0.0.1/32 scram-sha-256\n");
  await promisify(execFile)("cp", ["-a", path("postgres"), path("replica")]);
  await promisify(execFile)("cp", ["-a", path("postgres-credentials.json"), path("replica-credentials.json")]);
  await writeFile(path("replica/standby.signal"), "", { mode: 0o644 });
  primary = await startEmbedded(directory);
  const { password } = new URL(primary.superuserUrl);
  replicaPort = await findFreePort();
  replica = (await prepareCluster(path("replica"), false, () => undefined)).cluster;
  await startReplica();
  Object.assign(process.env, {
    DATABASE_URL: primary.applicationUrl,
    DATABASE_REPLICA_URL: onReplicaPort(primary.applicationUrl),
    DATABASE_REPLICA_MAX_LAG: "5",
    SERVER_SECRET: "a secret that only these tests know",
    CHECKPOINT_KEY: Buffer.from("a seed that only tests may know!").toString("base64"),
    DATA_DIR: dataDirectory,
    SIGNER_STATE: path("signer-state"),
    LOG_LEVEL: "silent",
  });
  forgetSingletons();
  await initialise([], { now: () => 1 });

  async function startReplica() {
    const primaryConninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`;
    const settings = { primary_conninfo: primaryConninfo, hot_standby: true };
    await startServer(replica, settings, replicaPort, () => undefined);
  }
}, 120_000);

afterAll(async () => {
  await pool().end();
  await stopServer(replica);
  await primary.stop();
  await rm(directory, { recursive: true, force: true });
}, 60_000);

beforeEach(async () => {
  forgetSingletons("read-replica", "metrics");
  chain = await createTestChain();
  await grow();
});

/** Ten events and a checkpoint, which the signer remembers. */
async function grow(): Promise<void> {
  await appendEvents(chain, ...numbered(10));
  await issueCheckpoint(chain.ctx.organisation.id, systemClock);
}

const verify = () => verifyStoredChain({ organisationId: chain.ctx.organisation.id });

async function reads(): Promise<Record<string, number>> {
  const { values } = await metrics().replicaReads.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.database, value]));
}

test("a verification reads the newest events from the replica", async () => {
  for (const to of [10, 20]) {
    expect(await verify()).toMatchObject({ status: "ok", to, checkpoint: { size: to }, findings: [] });
    await grow();
  }
  expect(await reads()).toEqual({ replica: 2 });
  const snapshot = await ChainSnapshot.open(chain.ctx.organisation.id, process.env.DATABASE_REPLICA_URL);
  // Workers share the snapshot of a long chain.
  expect(await snapshot.export()).toMatch(/^[\dA-F-]+$/);
  await snapshot.close();
});

test("waits for a lagging replica or reads the primary, and reports no missing events", async () => {
  await inReplica("SELECT pg_wal_replay_pause()");
  await grow();
  const awaited = verify();
  await inReplica("SELECT pg_wal_replay_resume()");
  expect(await awaited).toMatchObject({ status: "ok", to: 20 });
  expect(await reads()).toEqual({ replica: 1 });

  process.env.DATABASE_REPLICA_MAX_LAG = "0";
  forgetSingletons("env");
  await inReplica("SELECT pg_wal_replay_pause()");
  await grow();
  expect(await verify()).toMatchObject({ status: "ok", to: 30, findings: [] });
  // Not attempted again for a while.
  expect(await verify()).toMatchObject({ status: "ok", to: 30 });
  expect(await reads()).toEqual({ replica: 1, primary_lag: 2 });
  process.env.DATABASE_REPLICA_MAX_LAG = "5";
  forgetSingletons("env");
  await inReplica("SELECT pg_wal_replay_resume()");
});

test("tampering is confirmed on the primary, with the same finding", async () => {
  await withConnection(primary.ownerUrl, (client) =>
    client.query(
      `ALTER TABLE audit_events DISABLE TRIGGER USER;
       UPDATE audit_events SET severity = 'CRITICAL' WHERE organisation_id = '${chain.ctx.organisation.id}' AND chain_position = 3;
       ALTER TABLE audit_events ENABLE TRIGGER USER`,
    ),
  );
  expect(await verify()).toMatchObject({
    status: "failed",
    findings: [{ chainPosition: 3, code: "header_mismatch" }],
  });
  expect(await reads()).toEqual({ replica: 1 });
});

test("an export reads all events from the replica, and writes go to the primary", async () => {
  const lines = (await new Response(exportEvents(chain.ctx, { format: "ndjson" })).text()).trim().split("\n");
  expect(lines).toHaveLength(10);
  const inRecovery = async () => (await pool().query("SELECT pg_is_in_recovery() AS is")).rows[0].is;
  expect([await inRecovery(), await readFromReplica(inRecovery)]).toEqual([false, true]);
  // A read that is cancelled on the replica, or writes by mistake, runs on the primary.
  const write = () =>
    pool().query("UPDATE organisations SET name = 'Changed' WHERE id = $1", [chain.ctx.organisation.id]);
  expect((await readFromReplica(write)).rowCount).toBe(1);
  expect(await reads()).toEqual({ replica: 3 });
});

test("the worker of a long chain and its ranges read the same snapshot of the replica", async () => {
  const jobs: string[] = [];
  const verifyAndNote = (job: RangeJob) => {
    jobs.push(job.databaseUrl);
    return verifyRange(job);
  };
  const { id: organisationId } = chain.ctx.organisation;
  const ranges = { events: 2, ahead: 1, verify: verifyAndNote };
  expect(await verifyStoredChain({ organisationId }, { ranges })).toMatchObject({ status: "ok", eventsVerified: 10 });
  expect(new Set(jobs)).toEqual(new Set([process.env.DATABASE_REPLICA_URL]));
  expect(await reads()).toEqual({ replica: 1 });
});

test("a package and a report read their events from the replica", async () => {
  const requester = await createRequester();
  await append(requester, {}, {}, {});
  const dateRange = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-30T23:59:59.999Z" };
  const { bundle } = await make(requester, { dateRange });
  expect(bundle.evidence.summary).toMatchObject({ totalEvents: 3, integrity: { status: "INTACT" } });
  // The verification and the events.
  expect(await reads()).toEqual({ replica: 2 });

  const { organisationId, ctx, clock } = requester;
  const asked = RequestReport.parse({ dateRange, format: "JSON" });
  const { id: reportId } = await requestReport(ctx, "audit-activity", asked);
  expect(await writeReport({ organisationId, reportId }, { clock })).toBe("written");
  expect(await reads()).toEqual({ replica: 3 });
});

test("never reads from a database that is not a replica of the primary", async () => {
  process.env.DATABASE_REPLICA_URL = primary.applicationUrl;
  process.env.DATABASE_REPLICA_MAX_LAG = "0";
  forgetSingletons("env", "pg-replica-pool");
  expect(await verify()).toMatchObject({ status: "ok", to: 10 });
  expect(await reads()).toEqual({ primary_lag: 1 });
  process.env.DATABASE_REPLICA_URL = onReplicaPort(primary.applicationUrl);
  forgetSingletons("env", "pg-replica-pool");
});

test("reads from the primary while the replica is stopped", async () => {
  expect(await verify()).toMatchObject({ status: "ok" });
  await stopServer(replica);
  expect(await verify()).toMatchObject({ status: "ok", to: 10 });
  expect(await reads()).toEqual({ replica: 1, primary_unreachable: 1 });
});

test("never reads a replica that is ahead on an earlier timeline, as after a restore of the primary", async () => {
  const { password } = new URL(primary.superuserUrl);
  const settings = { primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=${password}` };
  await startServer(replica, { ...settings, hot_standby: true }, replicaPort, () => undefined);
  const [head] = await withConnection(
    primary.superuserUrl,
    async (client) => (await client.query<{ lsn: string }>("SELECT pg_current_wal_lsn() AS lsn")).rows,
  );
  const caughtUp = `SELECT pg_last_wal_replay_lsn() >= '${head?.lsn}'::pg_lsn AS done`;
  await expect.poll(() => inReplica(caughtUp), { timeout: 30_000 }).toEqual([{ done: true }]);
  await inReplica("SELECT pg_promote(), pg_switch_wal()");
  await inReplica("CHECKPOINT");
  // The former primary is still written to, and then becomes a replica of nothing.
  await withConnection(primary.superuserUrl, async (client) => {
    for (let n = 0; n < 3; n++)
      await client.query("SELECT pg_logical_emit_message(false, 'test', 'x'), pg_switch_wal()");
  });
  const { applicationUrl } = primary;
  await primary.stop();
  const former = (await prepareCluster(join(directory, "postgres"), false, () => undefined)).cluster;
  await writeFile(join(directory, "postgres/standby.signal"), "", { mode: 0o644 });
  await startServer(former, { hot_standby: true }, primary.port, () => undefined);
  try {
    await pool().end();
    forgetSingletons("pg-pool", "pg-replica-pool", "env");
    process.env.DATABASE_URL = onReplicaPort(applicationUrl);
    process.env.DATABASE_REPLICA_URL = applicationUrl;
    expect(await verify()).toMatchObject({ status: "ok", to: 10 });
    expect(await reads()).toEqual({ primary_unreachable: 1 });
  } finally {
    await stopServer(former);
  }
});
