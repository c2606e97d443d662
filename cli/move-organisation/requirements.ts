import { createHash, createPublicKey } from "node:crypto";
import type pg from "pg";
import type { Env } from "@/lib/platform/config/env";
import { readAppliedMigrations } from "@/lib/platform/database/catalogue-store";
import { publishedCheckpointKeys } from "@/lib/platform/signing/checkpoint-keys";
import { readPublicKeys, readSigningKey } from "@/lib/platform/signing/ed25519";
import { publishedEvidenceKeys } from "@/lib/platform/signing/evidence-keys";
import { readRsaPrivateKey, readRsaPublicKeys, rsaPublicKeyOf } from "@/lib/platform/signing/rsa";
import { headPosition } from "./events";
import type { Databases } from "./rows";
import { readMove } from "./state";

type Secrets = Pick<Env, "SERVER_SECRET" | "ENCRYPTION_KEY" | "ENCRYPTION_KEYS_RETIRED">;

/** Changes that the operator must make before the target can read and verify the records; empty if none. */
export function keyProblems(source: Secrets, target: Env): string[] {
  const problems: string[] = [];
  const { SERVER_SECRET: secret, ENCRYPTION_KEY: encryption } = source;
  if (secret === undefined || encryption === undefined)
    problems.push("Set SERVER_SECRET and ENCRYPTION_KEY in the environment of this command, as for the source.");
  if (secret !== undefined && secret !== target.SERVER_SECRET)
    problems.push(
      "SERVER_SECRET: must be the same at the target. Otherwise, API keys and results of verifications are invalid there.",
    );
  const readable = [target.ENCRYPTION_KEY, ...target.ENCRYPTION_KEYS_RETIRED];
  const unreadable = [encryption, ...source.ENCRYPTION_KEYS_RETIRED].filter(
    (key) => key !== undefined && !readable.includes(key),
  );
  for (const key of unreadable)
    problems.push(
      `ENCRYPTION_KEYS_RETIRED: add the source's encryption key ${encryptionKeyId(key)} at the target. After the move, npm run secrets:rotate re-encrypts the secrets there.`,
    );
  const { CHECKPOINT_KEY, CHECKPOINT_PUBLIC_KEYS, EVIDENCE_KEY, EVIDENCE_PUBLIC_KEYS } = target;
  const checkpointKeys = [
    ...(CHECKPOINT_KEY === undefined ? [] : [readSigningKey(CHECKPOINT_KEY)]),
    ...readPublicKeys(CHECKPOINT_PUBLIC_KEYS),
  ].map(({ id }) => id);
  for (const { id, raw } of publishedCheckpointKeys()) {
    if (!checkpointKeys.includes(id))
      problems.push(`CHECKPOINT_PUBLIC_KEYS: add the public key ${raw.toString("base64")} (${id}) at the target.`);
  }
  const evidenceKeys = [
    ...(EVIDENCE_KEY === undefined ? [] : [rsaPublicKeyOf(createPublicKey(readRsaPrivateKey(EVIDENCE_KEY)))]),
    ...readRsaPublicKeys(EVIDENCE_PUBLIC_KEYS),
  ].map(({ id }) => id);
  for (const { id } of publishedEvidenceKeys()) {
    if (!evidenceKeys.includes(id))
      problems.push(
        `EVIDENCE_PUBLIC_KEYS: add the public key ${id} at the target. Download it from /v1/verify/keys/${id}.pem of the source.`,
      );
  }
  return problems;
}

/** The ID in stored secrets, as docs/operations/secrets.md computes it. */
function encryptionKeyId(key = ""): string {
  return createHash("sha256").update(Buffer.from(key, "base64")).digest("hex").slice(0, 8);
}

/** Reasons why the databases do not allow the move; empty if they do. */
export async function databaseProblems({ source, target }: Databases, organisationId: string): Promise<string[]> {
  const [here, there] = await Promise.all([source, target].map(readAppliedMigrations));
  if (here === undefined || there === undefined || here.sort().join() !== there.sort().join())
    return ["The databases have different migrations. Run the same version of the service with both of them."];
  // An organisation that moved away can move back: its rows there are older.
  if (await isServing(target, organisationId))
    return [`The target has an organisation ${organisationId} already, which this command has not copied.`];
  const problems: string[] = [];
  const position = await headPosition(target, organisationId);
  const event = "SELECT block_hash AS hash FROM audit_events WHERE organisation_id = $1 AND chain_position = $2";
  const [copied, original] = await Promise.all(
    [target, source].map(
      async (client) => (await client.query<{ hash: string }>(event, [organisationId, position])).rows[0],
    ),
  );
  if (copied?.hash !== original?.hash)
    problems.push(`Event ${position}, the last one copied to the target, differs from the source's event.`);
  const { rows } = await source.query<{ email: string }>("SELECT email FROM members WHERE organisation_id = $1", [
    organisationId,
  ]);
  const addresses = rows.map(({ email }) => email);
  const { rows: taken } = await target.query<{ email: string }>(
    "SELECT email FROM members WHERE email = ANY ($1) AND organisation_id <> $2",
    [addresses, organisationId],
  );
  for (const { email } of taken)
    problems.push(`The e-mail address ${email} belongs to a member of another organisation at the target.`);
  return problems;
}

/** The reason why the target is not the one to which the organisation has moved; undefined if it is. */
export async function movedProblem(
  { source, target }: Databases,
  organisationId: string,
  address: string,
): Promise<string | undefined> {
  const moved = (await readMove(source, organisationId))?.address;
  if (moved !== address)
    return `The organisation has moved to ${moved}, not to ${address}. Use the same --target and --address as for the move.`;
  const isArriving = (await readMove(target, organisationId))?.state === "ARRIVING";
  if (isArriving || (await isServing(target, organisationId))) return undefined;
  return `The organisation has moved to ${moved}, but the database of --target does not have it. Check DATABASE_URL in the file.`;
}

/** Whether the organisation is in a database, and not only as a copy. */
async function isServing(client: pg.Client, organisationId: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM organisations WHERE id = $1", [organisationId]);
  const state = (await readMove(client, organisationId))?.state;
  return rowCount === 1 && state !== "ARRIVING" && state !== "MOVED";
}
