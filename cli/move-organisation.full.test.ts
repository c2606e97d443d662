import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCheckpoint } from "@/lib/domains/audit-chain";
import { initialise } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { appendEvents, createTestChain, numbered, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { isOrganisationMoving, pool } from "@/lib/platform/database/db";
import { type EmbeddedDatabase, startEmbedded } from "@/server/database/embedded";
import { withConnection } from "@/server/database/embedded/databases";
import { prepareDatabase } from "@/server/database/prepare";

const eventsBefore = 20_000;
let directory: string;
let source: EmbeddedDatabase;
let target: EmbeddedDatabase;
let chain: TestChain;
const children: ChildProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "two-servers-"));
  [source, target] = (await Promise.all(
    ["source", "target"].map((name) => startEmbedded(join(directory, name), { disposable: true })),
  )) as [EmbeddedDatabase, EmbeddedDatabase];
  for (const { ownerUrl } of [source, target]) await prepareDatabase(ownerUrl);
  Object.assign(process.env, {
    DATABASE_URL: source.applicationUrl,
    SERVER_SECRET: "a secret that only these tests know",
    CHECKPOINT_KEY: Buffer.from("a seed that only tests may know!").toString("base64"),
    ENCRYPTION_KEY: Buffer.from("a key that only these tests know").toString("base64"),
    SIGNER_STATE: join(directory, "signer-state"),
    DATA_DIR: join(directory, "source-data"),
  });
  forgetSingletons();
  await initialise([], { now: () => 1 });
  chain = await createTestChain();
  await appendEvents(chain, ...numbered(eventsBefore));
}, 300_000);

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await pool().end();
  await Promise.all([source.stop(), target.stop()]);
  await rm(directory, { recursive: true, force: true });
}, 60_000);

async function move(...flags: string[]): Promise<ChildProcess> {
  const { SERVER_SECRET, CHECKPOINT_KEY, ENCRYPTION_KEY } = process.env;
  const variables = {
    ...{ SERVER_SECRET, CHECKPOINT_KEY, ENCRYPTION_KEY, PUBLIC_URL: "https://eu.audit.example" },
    ...{ DATABASE_URL: target.applicationUrl, DATA_DIR: join(directory, "target-data") },
  };
  const file = join(directory, "target.env");
  await writeFile(
    file,
    Object.entries(variables)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(""),
  );
  const argv = ["organisations:move", "--organisation", chain.ctx.organisation.id, "--target", file, ...flags];
  const child = spawn(process.execPath, ["--import", "tsx", "cli/main.ts", ...argv], { env: process.env });
  children.push(child);
  return child;
}

async function result(child: ChildProcess): Promise<{ status: number; output: string }> {
  const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
  const [status] = (await once(child, "exit")) as [number];
  return { status, output: (await output).join("") };
}

const countThere = (ids?: string[]) =>
  withConnection(target.applicationUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM audit_events WHERE $1::text[] IS NULL OR id = ANY ($1)",
      [ids ?? null],
    );
    return rows[0]?.n ?? 0;
  });

/** Appends single events until the organisation stops accepting them, and returns the acknowledged ones. */
async function writeUntilStopped(): Promise<string[]> {
  const acknowledged: string[] = [];
  for (;;) {
    try {
      acknowledged.push(...(await appendEvents(chain, ...numbered(1))));
    } catch (error) {
      if (!isOrganisationMoving(error)) throw error;
      return acknowledged;
    }
  }
}

test("an organisation with ongoing writes moves between two servers, even after a kill", async () => {
  const other = await createTestChain();
  await appendEvents(other, ...numbered(10));
  const saved: Checkpoint[] = [await getCheckpoint(chain.ctx)];
  const heads = join(directory, "saved.json");
  await writeFile(heads, JSON.stringify(saved));
  const writing = writeUntilStopped();

  const killed = await move("--copy-only");
  await expect.poll(() => countThere(), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const copied = await countThere();
  expect(copied).toBeLessThan(eventsBefore);

  const moved = await result(await move("--expect-head", heads));
  expect(moved.output).toContain("are identical");
  expect(moved.status).toBe(0);
  const acknowledged = await writing;
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(await countThere(acknowledged)).toBe(acknowledged.length);
  // The events of one organisation only.
  expect(await countThere()).toBe(eventsBefore + acknowledged.length);
  await appendEvents(other, ...numbered(1));
}, 300_000);
