import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import pg from "pg";
import { withConnection } from "@/server/database/embedded/connection";
import { roles } from "@/server/database/embedded/credentials";
import { dropDatabase, withDatabase } from "@/server/database/embedded/databases";
import { fsck } from "../fsck/fsck";
import type { Program } from "../support/program";
import { type DrillArguments, parseArguments, usage } from "./arguments";
import { runOnDatabase } from "./postgres-programs";

interface Surroundings {
  out: Writable;
  err: Writable;
  program: Program;
}

/**
 * Restores a backup into a database of its own and verifies the chains in it. Returns the exit code: 0 restored and
 * intact, 1 restored and not as it should be, 2 not restored.
 */
export async function restoreDrill(argv: string[], { out, err, program }: Surroundings): Promise<0 | 1 | 2> {
  try {
    const given = parseArguments(argv);
    if (given === "help") {
      out.write(`${usage}\n`);
      return 0;
    }
    const directory = await mkdtemp(join(tmpdir(), "restore-drill-"));
    program.onExit(() => rm(directory, { recursive: true, force: true }));
    try {
      const say = (line: string) => void out.write(`${line}\n`);
      const dump = given.dump ?? (await makeDump(join(directory, "dump"), say));
      return await restoreAndVerify(dump, given, { out, err, program, say });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  } catch (error) {
    err.write(`restore-drill: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

type Say = (line: string) => void;

async function makeDump(file: string, say: Say): Promise<string> {
  const { DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  const from = DATABASE_OWNER_URL || DATABASE_URL;
  if (!from) throw new Error("there is no --dump, and neither DATABASE_OWNER_URL nor DATABASE_URL names what to dump.");
  const seconds = await timed(() => runOnDatabase("pg_dump", from, ["--format=custom", `--file=${file}`]));
  say(`Dumped ${megabytes((await stat(file)).size)} in ${seconds} s.`);
  return file;
}

async function restoreAndVerify(
  dump: string,
  { into, fsck: flags, keep }: DrillArguments,
  { say, ...surroundings }: Surroundings & { say: Say },
): Promise<0 | 1 | 2> {
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
    const status = await fsck(flags, surroundings);
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
