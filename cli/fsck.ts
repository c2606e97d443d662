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

Verifies the stored audit chains: all hashes and links, completeness, checkpoints, and the receipts that you saved. It also
compares governed records, such as shadow AI detections, with the chain, and the database schema with the migrations. It
only reads the database and can run while the service runs.

  --organisation <id>    Verify only this organisation. Default: all.
  --expect-head <file>   JSON file with a receipt or checkpoint that you saved, or a list of them. Each must still be on
                         its chain. Without this file, a chain that was completely rewritten, or truncated after its
                         last checkpoint, cannot be distinguished from an intact one.
  --packages <path>      Evidence package that you saved (JSON or PDF), or a directory of packages. The checkpoint in each
                         must still be on its chain. Packages issued by the service are always compared.
  --without-signer-state Skip the comparison with the signer's record outside the database (SIGNER_STATE) and with the
                         copies of checkpoints. Use it for a restored backup, which is older than both.
  --public-key <file>    One or more public keys (PEM) that verify checkpoints, instead of this installation's keys.
  --without-schema       Skip the comparison of the database schema with the migrations. Use it for a copy of the database
                         that was restored without grants.
  --json                 Print one JSON document instead of text.
  --help                 Show this help.

Exit status: 0 if everything is intact, 1 if there are findings, 2 if something could not be verified.
The command uses the database in DATABASE_URL, or the embedded database in DATA_DIR (default .data).`;

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

const SavedHeads = z.union([z.array(ExpectedHead), ExpectedHead.transform((head) => [head])]);

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
    throw new UsageError(`--expect-head: cannot read ${path} as JSON: ${messageOf(error)}`);
  }
  const heads = SavedHeads.safeParse(value);
  if (heads.success) return heads.data;
  throw new UsageError(`--expect-head: ${path} must contain a receipt, a checkpoint, or a list of them.`);
}

function readKeys(path: string): PublicKey[] {
  try {
    const text = readFileSync(path, "utf8");
    return (text.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [text]).map(readPublicKey);
  } catch (error) {
    throw new UsageError(`--public-key: ${path}: ${messageOf(error)}`);
  }
}
