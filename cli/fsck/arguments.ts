import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ExpectedHead } from "@/lib/domains/audit-chain/schemas-verification";
import { type PublicKey, readPublicKey } from "@/lib/platform/signing/ed25519";
import { parseFlags } from "../support/flags";

export const usage = `Usage: npm run fsck -- [--organisation <id>] [--expect-head <file>] [--packages <path>]
           [--public-key <file>] [--without-signer-state] [--without-schema] [--json]

Verifies audit chains as they are stored: every hash, every link, completeness, checkpoints, and what you kept. Also
compares governed records, shadow AI detections among them, with the chain, and the database schema with the migrations. It only
reads, while the service runs or not.

  --organisation <id>    Only this one. Default: all.
  --expect-head <file>   JSON of receipts or checkpoints that you kept: one, or a list of them. Each must still lie on its
                         chain. Without it, a chain that was rewritten as a whole, or cut off behind its last checkpoint,
                         cannot be told from an intact one.
  --packages <path>      An evidence package that you kept, or a directory of them (JSON or PDF). The checkpoint in each
                         must still be on its chain. The packages that the service issued are compared anyway.
  --without-signer-state Do not compare with what the signer recorded outside the database (SIGNER_STATE) and with the
                         copies of checkpoints. For a restored backup, which is older than both.
  --public-key <file>    The public keys of checkpoints (PEM, one or more), instead of those of this installation.
  --without-schema       Don't compare the database's schema with the migrations: for a copy without its grants.
  --json                 One JSON document on standard output instead of text.
  --help                 This text.

Ends with 0 when all is intact, 1 when there are findings, 2 when something could not be verified.
The database is the one of DATABASE_URL, or the embedded one of DATA_DIR (default .data).`;

export interface FsckArguments {
  organisation: string | undefined;
  expectedHeads: ExpectedHead[];
  /** Files of evidence packages. */
  packages: string[];
  withoutSignerState: boolean;
  publicKeys: PublicKey[] | undefined;
  json: boolean;
  withoutSchema: boolean;
}

const KeptHeads = z.union([z.array(ExpectedHead), ExpectedHead.transform((head) => [head])]);

/** What the command line asks for; "help" where it asks for that. Throws an Error with a sentence for its reader. */
export function parseArguments(argv: string[]): FsckArguments | "help" {
  const flags = parseFlags(argv, {
    organisation: "string",
    "expect-head": "string",
    packages: "string",
    "without-signer-state": "boolean",
    "public-key": "string",
    json: "boolean",
    "without-schema": "boolean",
    help: "boolean",
  });
  if (flags.help) return "help";
  const { organisation, json = false } = flags;
  const expectedHeads = flags["expect-head"] === undefined ? [] : readHeads(flags["expect-head"]);
  const publicKeys = flags["public-key"] === undefined ? undefined : readKeys(flags["public-key"]);
  const packages = flags.packages === undefined ? [] : listPackages(flags.packages);
  return {
    organisation,
    expectedHeads,
    packages,
    publicKeys,
    json,
    withoutSignerState: flags["without-signer-state"] ?? false,
    withoutSchema: flags["without-schema"] ?? false,
  };
}

function listPackages(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const files = readdirSync(path).filter((name) => /\.(?:json|pdf)$/i.test(name));
    return files.sort().map((name) => join(path, name));
  } catch (error) {
    throw new Error(`--packages: ${path}: ${messageOf(error)}`);
  }
}

function readHeads(path: string): ExpectedHead[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`--expect-head: ${path} cannot be read as JSON: ${messageOf(error)}`);
  }
  const heads = KeptHeads.safeParse(value);
  if (heads.success) return heads.data;
  throw new Error(`--expect-head: ${path} holds neither a receipt nor a checkpoint, nor a list of them.`);
}

function readKeys(path: string): PublicKey[] {
  try {
    const text = readFileSync(path, "utf8");
    return (text.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [text]).map(readPublicKey);
  } catch (error) {
    throw new Error(`--public-key: ${path}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
