import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { dropDatabase, roles, withConnection, withDatabase } from "@/server/database/embedded/databases";
import { command as fsck } from "./fsck";
import { defineCommand, type Surroundings } from "./support/command";
import { UsageError } from "./support/errors";
import type { FlagValues } from "./support/flags";

const usage = `Usage: npm run restore:drill -- --into <url> [--dump <file>] [--expect-head <file>] [--public-key <file>]

Tests a backup: restores a dump into a new database, verifies its audit chains in the same way as npm run fsck, and drops
the database. The command does not change the source database.

  --into <url>           PostgreSQL server to restore into, preferably a different one. The role must be able to create
                         databases.
  --dump <file>          Dump that pg_dump created: a file in custom format or a directory in directory format. Default:
                         create a dump of the database in DATABASE_OWNER_URL or, if that is not set, in DATABASE_URL.
  --expect-head <file>   File with receipts or checkpoints that you saved, as for npm run fsck. Without this file, a backup
                         that lacks the latest events cannot be distinguished from a complete one.
  --public-key <file>    Public keys (PEM) that verify checkpoints, instead of this installation's keys.
  --keep                 Keep the restored database and print its name.
  --help                 Show this help.

pg_dump and pg_restore must be on the PATH and must not be older than the servers. Exit status: 0 if the backup was restored and
verified, 1 if it was restored but has findings, 2 if it could not be restored or verified.`;

const flags = {
  into: "string",
  dump: "string",
  "expect-head": "string",
  "public-key": "string",
  keep: "boolean",
} as const;

export const command = defineCommand({
  usage,
  flags,
  failureStatus: 2,
  async run(given, surroundings) {
    const { dump, ...options } = readDrill(given);
    const directory = await mkdtemp(join(tmpdir(), "restore-drill-"));
    surroundings.program.onExit(() => rm(directory, { recursive: true, force: true }));
    try {
      const say = (line: string) => void surroundings.out.write(`${line}\n`);
      const file = dump ?? (await makeDump(join(directory, "dump"), say));
      return await restoreAndVerify(file, options, { ...surroundings, say });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
});

interface DrillArguments {
  into: string;
  /** Flags for npm run fsck. */
  fsck: string[];
  keep: boolean;
}

function readDrill(given: FlagValues<typeof flags>): DrillArguments & { dump: string | undefined } {
  const { into, dump, keep = false } = given;
  if (into === undefined)
    throw new UsageError("--into is required: the URL of a PostgreSQL server to restore into. See --help.");
  if (!/^postgres(ql)?:\/\/[^/]+\/./.test(into)) {
    throw new UsageError("--into must look like postgresql://user:password@host:5432/postgres.");
  }
  if (dump !== undefined && !existsSync(dump)) throw new UsageError(`--dump: ${dump} does not exist.`);
  const fsck = (["expect-head", "public-key"] as const).flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    if (!existsSync(value)) throw new UsageError(`--${name}: ${value} does not exist.`);
    return [`--${name}`, value];
  });
  // A backup is older than the signer's current state.
  return { into, dump, fsck: [...fsck, "--without-signer-state"], keep };
}

type Say = (line: string) => void;

async function makeDump(file: string, say: Say): Promise<string> {
  const { DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  const from = DATABASE_OWNER_URL || DATABASE_URL;
  if (!from) throw new UsageError("No database to dump. Use --dump, or set DATABASE_OWNER_URL or DATABASE_URL.");
  const seconds = await timed(() => runOnDatabase("pg_dump", from, ["--format=custom", `--file=${file}`]));
  say(`Dumped ${megabytes((await stat(file)).size)} in ${seconds} s.`);
  return file;
}

async function restoreAndVerify(
  dump: string,
  { into, fsck: fsckFlags, keep }: DrillArguments,
  { say, ...surroundings }: Surroundings & { say: Say },
): Promise<number> {
  const name = `restore_drill_${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
  const restored = withDatabase(into, name);
  let exists = true;
  const drop = async () => {
    if (!exists || keep) return;
    await dropDatabase(into, name);
    exists = false;
  };
  await createDatabase(into, name);
  surroundings.program.onExit(drop);
  try {
    const seconds = await timed(() =>
      runOnDatabase("pg_restore", restored, ["--no-owner", "--exit-on-error", "--jobs=2", dump]),
    );
    say(`Restored into ${name} in ${seconds} s.`);
    process.env.DATABASE_URL = restored;
    const started = performance.now();
    const status = await fsck.execute(fsckFlags, surroundings);
    const verifiedIn = ((performance.now() - started) / 1_000).toFixed(1);
    if (status === 0) say(`The backup is intact. It was verified in ${verifiedIn} s.`);
    if (status === 1) say("The backup was restored, but its verification has findings.");
    if (keep) say(`The restored database was kept: ${name}.`);
    return status;
  } finally {
    await drop();
  }
}

/** Creates the application's role if missing, because the dump grants rights to it. */
async function createDatabase(into: string, name: string): Promise<void> {
  await withConnection(into, async (client) => {
    const role = roles.application;
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${pg.escapeIdentifier(role)} NOLOGIN`);
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  });
}

async function timed(work: () => Promise<void>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return ((performance.now() - startedAt) / 1_000).toFixed(1);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * Runs pg_dump or pg_restore on a database. Passes the password in the environment, because other users of the machine
 * can read arguments. @throws Error with the program's output if it fails.
 */
async function runOnDatabase(program: "pg_dump" | "pg_restore", url: string, argv: string[]): Promise<void> {
  const { password, address } = withoutPassword(url);
  const child = spawn(program, [`--dbname=${address}`, "--no-password", ...argv], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...(password !== "" && { PGPASSWORD: password }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("close", resolve);
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") return reject(error);
      reject(new Error(`${program} is not on the PATH. On Debian, install the postgresql-client package.`));
    });
  });
  const [status, output] = await Promise.all([ended, text(child.stderr)]);
  if (status !== 0) throw new Error(`${program} failed with status ${status}: ${output.trim()}`);
}

function withoutPassword(url: string): { address: string; password: string } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password);
  parsed.password = "";
  return { address: parsed.href, password };
}
