import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ExpectedHead } from "@/lib/domains/audit-chain/schemas-verification";
import { type PublicKey, readPublicKey } from "@/lib/platform/signing/ed25519";
import { withServiceDatabase } from "@/server/database/service-database";
import { verifyChains } from "./fsck/verify-chains";
import { defineCommand } from "./support/command";
import { messageOf, UsageError } from "./support/errors";

const usage = `Usage: npm run fsck -- [--organisation <id>] [--expect-head <file>] [--packages <path>]
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

export const command = defineCommand({
  usage,
  flags: {
    organisation: "string",
    "expect-head": "string",
    packages: "string",
    "without-signer-state": "boolean",
    "public-key": "string",
    json: "boolean",
    "without-schema": "boolean",
  },
  failureStatus: 2,
  async run(flags, { out, err, program }) {
    const { organisation, json = false } = flags;
    const given = {
      organisation,
      json,
      expectedHeads: flags["expect-head"] === undefined ? [] : readHeads(flags["expect-head"]),
      publicKeys: flags["public-key"] === undefined ? undefined : readKeys(flags["public-key"]),
      packages: flags.packages === undefined ? [] : listPackages(flags.packages),
      withoutSignerState: flags["without-signer-state"] ?? false,
      withoutSchema: flags["without-schema"] ?? false,
    };
    const reports = await withServiceDatabase(program, () => verifyChains(given, out, err));
    const found = new Set(reports.map((report) => report.status));
    const status = (["failed", "not_verified"] as const).find((one) => found.has(one)) ?? "ok";
    if (json) out.write(`${JSON.stringify({ status, organisations: reports }, null, 2)}\n`);
    return { ok: 0, failed: 1, not_verified: 2 }[status];
  },
});

const KeptHeads = z.union([z.array(ExpectedHead), ExpectedHead.transform((head) => [head])]);

function listPackages(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const files = readdirSync(path).filter((name) => /\.(?:json|pdf)$/i.test(name));
    return files.sort().map((name) => join(path, name));
  } catch (error) {
    throw new UsageError(`--packages: ${path}: ${messageOf(error)}`);
  }
}

function readHeads(path: string): ExpectedHead[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`--expect-head: ${path} cannot be read as JSON: ${messageOf(error)}`);
  }
  const heads = KeptHeads.safeParse(value);
  if (heads.success) return heads.data;
  throw new UsageError(`--expect-head: ${path} holds neither a receipt nor a checkpoint, nor a list of them.`);
}

function readKeys(path: string): PublicKey[] {
  try {
    const text = readFileSync(path, "utf8");
    return (text.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [text]).map(readPublicKey);
  } catch (error) {
    throw new UsageError(`--public-key: ${path}: ${messageOf(error)}`);
  }
}
