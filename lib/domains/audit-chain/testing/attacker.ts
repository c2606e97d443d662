import { generateKeyPairSync } from "node:crypto";
import pg from "pg";
import { groupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import { genesisHash } from "@/lib/domains/audit-chain/block";
import {
  type Checkpoint,
  checkpointHash,
  checkSignature,
  type SignatureVerdict,
  signCheckpoint,
} from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import {
  createTestChain,
  createTestModel,
  preparedEvent,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import type { Owner } from "@/lib/domains/audit-chain/testing/database-sessions";
import { bytesOf, IndependentTree } from "@/lib/domains/audit-chain/testing/independent-merkle";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { readSigningKey } from "@/lib/platform/signing/ed25519";

/** A connection as the database owner, for tests that close it themselves. */
export async function becomeOwner(ownerUrl: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await removeGuards(owner);
  return owner;
}

/**
 * Acts as the database owner and removes every guard and constraint first. Their absence is not tested here: a
 * migration that the service does not know disables the schema comparison.
 */
export async function removeGuards(owner: Owner): Promise<void> {
  await owner.query(`
    ALTER TABLE audit_events DISABLE TRIGGER USER, DROP CONSTRAINT audit_events_pkey;
    ALTER TABLE chain_heads DISABLE TRIGGER USER;
    ALTER TABLE chain_checkpoints DISABLE TRIGGER USER;
    CREATE INDEX ON audit_events (organisation_id, chain_position);
    DROP INDEX audit_events_id, audit_events_no_fork, audit_events_idempotency;
    DROP INDEX IF EXISTS chain_checkpoints_no_fork;
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('attack', '', 'attack', now())`);
  const { rows } = await owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = 'audit_events'::regclass AND attnum > 0 AND attnotnull AND attname <> 'organisation_id'`,
  );
  for (const { name } of rows) await owner.query(`ALTER TABLE audit_events ALTER COLUMN "${name}" DROP NOT NULL`);
  await owner.query(forgery);
}

/** The formulas in SQL, because an attacker can forge events without the service. */
const forgery = `
  CREATE FUNCTION sha(content text) RETURNS text LANGUAGE sql AS
    $$ SELECT 'sha256:' || encode(sha256(convert_to(content, 'UTF8')), 'hex') $$;
  CREATE FUNCTION iso(at timestamptz) RETURNS text LANGUAGE sql AS
    $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
  CREATE FUNCTION header(e audit_events) RETURNS text LANGUAGE sql AS $$
    SELECT '{"chainPosition":' || e.chain_position || ',"contentHash":' || to_json(e.content_hash)
      || ',"eventType":' || to_json(e.event_type) || ',"id":' || to_json(e.id) || ',"modelId":' || to_json(e.model_id)
      || ',"organisationId":' || to_json(e.organisation_id) || ',"previousHash":' || to_json(e.previous_hash)
      || ',"previousModelHash":' || to_json(e.previous_model_hash) || ',"recordedAt":' || to_json(iso(e.recorded_at))
      || ',"schema":"audit-event/1","severity":' || to_json(e.severity) || ',"source":' || to_json(e.source)
      || ',"timestamp":' || to_json(iso(e."timestamp")) || '}' $$;
  -- Makes one event agree with itself.
  CREATE PROCEDURE rehash(org text, at bigint) LANGUAGE plpgsql AS $$ BEGIN
    UPDATE audit_events SET content_hash = coalesce(sha(content), content_hash) WHERE organisation_id = org AND chain_position = at;
    UPDATE audit_events e SET block_hash = sha(header(e)) WHERE organisation_id = org AND chain_position = at;
  END $$;
  -- Makes everything from a position on agree, links and head included.
  CREATE PROCEDURE rehash_from(org text, start bigint) LANGUAGE plpgsql AS $$ DECLARE e audit_events; BEGIN
    FOR e IN SELECT * FROM audit_events WHERE organisation_id = org AND chain_position >= start ORDER BY chain_position LOOP
      UPDATE audit_events SET
        previous_hash = coalesce((SELECT block_hash FROM audit_events
          WHERE organisation_id = org AND chain_position = e.chain_position - 1), 'sha256:' || repeat('0', 64)),
        previous_model_hash = coalesce((SELECT block_hash FROM audit_events WHERE organisation_id = org
          AND model_id = e.model_id AND chain_position < e.chain_position ORDER BY chain_position DESC LIMIT 1),
          'sha256:' || repeat('0', 64))
      WHERE organisation_id = org AND chain_position = e.chain_position;
      CALL rehash(org, e.chain_position);
    END LOOP;
    UPDATE chain_heads SET (position, block_hash, recorded_at) = (SELECT chain_position, block_hash, recorded_at
      FROM audit_events WHERE organisation_id = org ORDER BY chain_position DESC LIMIT 1) WHERE organisation_id = org;
  END $$;
  -- Appends an event outside the service, with correct hashes.
  CREATE PROCEDURE forge(org text, how_many int) LANGUAGE plpgsql AS $$ DECLARE at bigint; BEGIN
    FOR i IN 1..how_many LOOP
      INSERT INTO audit_events SELECT changed.* FROM audit_events last, jsonb_populate_record(last, jsonb_build_object(
        'id', last.id || 'x', 'chain_position', last.chain_position + 1, 'previous_hash', last.block_hash,
        'previous_model_hash', (SELECT block_hash FROM audit_events WHERE organisation_id = org
          AND model_id = last.model_id ORDER BY chain_position DESC LIMIT 1), 'idempotency_key', NULL)) changed
        WHERE last.organisation_id = org ORDER BY last.chain_position DESC LIMIT 1;
      SELECT max(chain_position) INTO at FROM audit_events WHERE organisation_id = org;
      CALL rehash(org, at);
    END LOOP;
  END $$;
  CREATE FUNCTION other(hash text) RETURNS text LANGUAGE sql AS
    $$ SELECT left(hash, 70) || CASE right(hash, 1) WHEN '0' THEN '1' ELSE '0' END $$;`;

export const testKey = readSigningKey(
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
);
const strangeKey = readSigningKey(
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
);

export function verifySignature(checkpoint: Checkpoint): SignatureVerdict {
  return checkSignature(checkpoint, (keyId) => (keyId === testKey.id ? testKey : undefined));
}

export interface VictimChain extends TestChain {
  organisationId: string;
  modelIds: string[];
  receipts: { organisationId: string; chainPosition: number; blockHash: string }[];
  checkpoints: Checkpoint[];
}

/**
 * A chain of events of two models in turn, received three seconds apart, with signed checkpoints at the given sizes.
 */
export async function createVictim(
  owner: Owner,
  { events = 10, checkpointSizes = [] as number[] } = {},
): Promise<VictimChain> {
  const chain = await createTestChain();
  const organisationId = chain.ctx.organisation.id;
  const modelIds = [chain.modelId, await createTestModel(organisationId)];
  const victim: VictimChain = { ...chain, organisationId, modelIds, receipts: [], checkpoints: [] };
  await grow(victim, events);
  for (const size of checkpointSizes) await addCheckpoint(owner, victim, size);
  return victim;
}

export async function grow(victim: VictimChain, events: number): Promise<void> {
  for (let i = 0; i < events; i++) {
    const position = victim.receipts.length + 1;
    const event = preparedEvent(victim, {
      modelId: victim.modelIds[position % 2] ?? "",
      eventType: "CONFIG_CHANGE",
      severity: "HIGH",
      actor: { type: "USER", id: "usr_1", displayName: "Zoë" },
      payload: { confidence: 0.9375, latencyMs: 142, decision: "APPROVED", n: position },
      tags: ["prod", 'a "quoted", {tag}'],
      metadata: { trace: "abc" },
      timestamp: "2026-11-19T08:00:00.000Z",
    });
    const [outcome] = await groupCommit().submit(victim.organisationId, [event], true);
    if (!outcome || !("appended" in outcome)) throw new Error("an event was not appended");
    const { chainPosition, blockHash } = outcome.appended;
    victim.receipts.push({ organisationId: victim.organisationId, chainPosition, blockHash });
    victim.ctx.clock.nowMs += 3_000;
  }
}

/** Computed by the tests' own tree implementation from the existing events. */
function rootOf({ receipts }: VictimChain, size: number): string {
  if (size < 1 || size > receipts.length) return genesisHash;
  const entries = receipts.slice(0, size).map(({ blockHash }) => bytesOf(blockHash));
  return `sha256:${new IndependentTree(entries).hash().toString("hex")}`;
}

/** Stores a checkpoint of the receipts, as the service would. */
export async function addCheckpoint(
  owner: Owner,
  victim: VictimChain,
  size: number,
  { stranger = false } = {},
): Promise<Checkpoint> {
  const previous = victim.checkpoints.at(-1);
  const checkpoint = signCheckpoint(
    {
      organisationId: victim.organisationId,
      size,
      headHash: victim.receipts[size - 1]?.blockHash ?? genesisHash,
      rootHash: rootOf(victim, size),
      issuedAt: isoMilliseconds(victim.ctx.clock.nowMs),
      previousCheckpointHash: previous ? checkpointHash(previous) : genesisHash,
    },
    stranger ? strangeKey : testKey,
  );
  await owner.query("INSERT INTO chain_checkpoints VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)", [
    ...[checkpoint.organisationId, checkpoint.size, checkpoint.headHash, checkpoint.rootHash, checkpoint.issuedAt],
    ...[checkpoint.previousCheckpointHash, checkpoint.keyId, checkpoint.signature, checkpointHash(checkpoint)],
  ]);
  victim.checkpoints.push(checkpoint);
  return checkpoint;
}

/**
 * Saves the rows of an organisation in some tables. Returns the SQL that restores them: restoring one chain before each
 * attack is faster than creating one chain per attack.
 */
export async function saveRows(owner: Owner, organisationId: string, tables: string[]): Promise<string> {
  const ofOrganisation = `WHERE organisation_id = ${pg.escapeLiteral(organisationId)}`;
  for (const table of tables) {
    await owner.query(`CREATE TEMP TABLE IF NOT EXISTS saved_${table} (LIKE ${table});
      INSERT INTO saved_${table} SELECT * FROM ${table} ${ofOrganisation}`);
  }
  return tables
    .map(
      (table) =>
        `DELETE FROM ${table} ${ofOrganisation}; INSERT INTO ${table} SELECT * FROM saved_${table} ${ofOrganisation}`,
    )
    .join("; ");
}
