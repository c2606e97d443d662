import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { withConnection } from "@/server/database/embedded/connection";
import { roles } from "@/server/database/embedded/credentials";
import { dropDatabase, withDatabase } from "@/server/database/embedded/databases";
import { command as fsck } from "./fsck";
import { runOnDatabase } from "./restore-drill/postgres-programs";
import { defineCommand, type Surroundings } from "./support/command";
import { UsageError } from "./support/errors";
import type { FlagValues } from "./support/flags";

const usage = `Usage: npm run restore:drill -- --into <url> [--dump <file>] [--expect-head <file>] [--public-key <file>]

Shows that a backup can be restored and holds the chains. A dump is restored into a new database, which is verified as
npm run fsck does, against what you kept outside, and dropped. The database that was dumped is only read.

  --into <url>           PostgreSQL to restore into, best another server: a role that may create databases.
  --dump <file>          A dump of pg_dump in its custom format, or a directory of its directory format. Without it, one
                         is made now of DATABASE_OWNER_URL, or where that is not set of DATABASE_URL.
  --expect-head <file>   Receipts or checkpoints that you kept, as npm run fsck takes them. Without it, a backup that ends
                         too early cannot be told from a whole one.
  --public-key <file>    The public keys of checkpoints (PEM), instead of those of this installation.
  --keep                 Leave the restored database there, and say its name.
  --help                 This text.

pg_dump and pg_restore must be on the PATH, not older than the servers. Ends with 0 when the backup was restored and
verified, 1 when it was restored and something in it was tampered with or is missing, 2 when it could not be tried.`;

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
  /** Flags of npm run fsck. */
  fsck: string[];
  keep: boolean;
}

function readDrill(given: FlagValues<typeof flags>): DrillArguments & { dump: string | undefined } {
  const { into, dump, keep = false } = given;
  if (into === undefined) throw new UsageError("--into is missing: the URL of a PostgreSQL server to restore into.");
  if (!/^postgres(ql)?:\/\/[^/]+\/./.test(into)) {
    throw new UsageError("--into must look like postgresql://user:password@host:5432/postgres.");
  }
  if (dump !== undefined && !existsSync(dump)) throw new UsageError(`--dump: there is no ${dump}.`);
  const fsck = (["expect-head", "public-key"] as const).flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    if (!existsSync(value)) throw new UsageError(`--${name}: there is no ${value}.`);
    return [`--${name}`, value];
  });
  // A backup is older than what the signer of the running service recorded since.
  return { into, dump, fsck: [...fsck, "--without-signer-state"], keep };
}

type Say = (line: string) => void;

async function makeDump(file: string, say: Say): Promise<string> {
  const { DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  const from = DATABASE_OWNER_URL || DATABASE_URL;
  if (!from)
    throw new UsageError("there is no --dump, and neither DATABASE_OWNER_URL nor DATABASE_URL names what to dump.");
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
  let isThere = true;
  const drop = async () => {
    if (!isThere || keep) return;
    await dropDatabase(into, name);
    isThere = false;
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
    if (status === 0) say(`The backup holds: it was restored and verified in ${verifiedIn} s.`);
    if (status === 1) say("The backup was restored, and what is in it does not verify.");
    if (keep) say(`The restored database is still there: ${name}.`);
    return status;
  } finally {
    await drop();
  }
}

/** A dump gives rights to the application's role, which a server for trials may not know. */
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
