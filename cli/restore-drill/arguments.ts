import { existsSync } from "node:fs";
import { parseFlags } from "../support/flags";

export const usage = `Usage: npm run restore:drill -- --into <url> [--dump <file>] [--expect-head <file>] [--public-key <file>]

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

export interface DrillArguments {
  into: string;
  dump: string | undefined;
  /** Flags that npm run fsck is given. */
  fsck: string[];
  keep: boolean;
}

/** What the command line asks for; "help" where it asks for that. Throws an Error with a sentence for its reader. */
export function parseArguments(argv: string[]): DrillArguments | "help" {
  const flags = parseFlags(argv, {
    into: "string",
    dump: "string",
    "expect-head": "string",
    "public-key": "string",
    keep: "boolean",
    help: "boolean",
  });
  if (flags.help) return "help";
  const { into, dump, keep = false } = flags;
  if (into === undefined) throw new Error("--into is missing: the URL of a PostgreSQL server to restore into.");
  if (!/^postgres(ql)?:\/\/[^/]+\/./.test(into)) {
    throw new Error("--into must look like postgresql://user:password@host:5432/postgres.");
  }
  if (dump !== undefined && !existsSync(dump)) throw new Error(`--dump: there is no ${dump}.`);
  const fsck = (["expect-head", "public-key"] as const).flatMap((name) => {
    const value = flags[name];
    if (value === undefined) return [];
    if (!existsSync(value)) throw new Error(`--${name}: there is no ${value}.`);
    return [`--${name}`, value];
  });
  // A backup is older than what the signer of the running service recorded since.
  return { into, dump, fsck: [...fsck, "--without-signer-state"], keep };
}
