import type pg from "pg";
import { blockHash, type EventHeader, genesisHash, hashText } from "@/lib/domains/audit-chain/block";
import { newId } from "@/lib/platform/core/ids";
import { withoutGuards } from "./tamper";

interface StoredEvent extends EventHeader {
  content: string;
}

/**
 * An attacker with the permissions of the database's owner who knows the hash formulas and works on one organisation's
 * chain.
 */
export interface Forger {
  /** Runs a statement. `$1` is the organisation. */
  run(statement: string): Promise<void>;
  /** Recomputes the hashes of the event at a position. */
  rehash(position: number): Promise<void>;
  /** Recomputes all hashes from a position on, the head and the running counts. */
  rehashFrom(position: number): Promise<void>;
  /** Appends an event with valid hashes, and leaves the head unchanged. */
  append(): Promise<void>;
}

/** Forges with the permissions of the database's owner, with all triggers disabled. */
export async function forge(
  owner: pg.Pool,
  organisationId: string,
  work: (forger: Forger) => Promise<void>,
): Promise<void> {
  await withoutGuards(owner, ["audit_events", "chain_heads", "chain_checkpoints"], (client) =>
    work(forgerOf(client, organisationId)),
  );
}

function forgerOf(client: pg.PoolClient, organisationId: string): Forger {
  const run = async (statement: string) => void (await client.query(statement, [organisationId]));
  return {
    run,
    async rehash(position) {
      const event = (await readEvents(client, organisationId)).find((one) => one.chainPosition === position);
      if (event) await writeHashes(client, event);
    },
    async rehashFrom(position) {
      await rehashFrom(client, organisationId, position);
      await run(moveHead);
      await run("DELETE FROM audit_event_counts WHERE organisation_id = $1");
      await run(countAgain);
    },
    async append() {
      const last = (await readEvents(client, organisationId)).at(-1);
      const position = (last?.chainPosition ?? 0) + 1;
      await client.query(copyOfLast, [organisationId, position, newId("auditEvent"), last && blockHash(last)]);
      await rehashFrom(client, organisationId, position);
    },
  };
}

const moveHead = `UPDATE chain_heads SET (position, block_hash, recorded_at) =
  (SELECT chain_position, block_hash, recorded_at FROM audit_events WHERE organisation_id = $1
   ORDER BY chain_position DESC LIMIT 1) WHERE organisation_id = $1`;

const countAgain = `INSERT INTO audit_event_counts (organisation_id, model_id, event_type, severity, source, events)
  SELECT organisation_id, model_id, event_type, severity, source, count(*) FROM audit_events
  WHERE organisation_id = $1 GROUP BY 1, 2, 3, 4, 5`;

const copyOfLast = `INSERT INTO audit_events SELECT forged.* FROM audit_events last,
  jsonb_populate_record(last, jsonb_build_object('chain_position', $2::bigint, 'id', $3::text, 'previous_hash', $4::text,
    'idempotency_key', NULL)) forged
  WHERE last.organisation_id = $1 AND last.chain_position = $2::bigint - 1`;

async function rehashFrom(client: pg.PoolClient, organisationId: string, position: number): Promise<void> {
  const ofModel = new Map<string, string>();
  let previousHash = genesisHash;
  for (const event of await readEvents(client, organisationId)) {
    const linked = { ...event, previousHash, previousModelHash: ofModel.get(event.modelId) ?? genesisHash };
    previousHash = event.chainPosition < position ? blockHash(event) : await writeHashes(client, linked);
    ofModel.set(event.modelId, previousHash);
  }
}

/** Returns the new hash of the block. */
async function writeHashes(client: pg.PoolClient, event: StoredEvent): Promise<string> {
  const contentHash = hashText(event.content);
  const hash = blockHash({ ...event, contentHash });
  await client.query(
    `UPDATE audit_events SET previous_hash = $3, previous_model_hash = $4, content_hash = $5, block_hash = $6
     WHERE organisation_id = $1 AND chain_position = $2`,
    [event.organisationId, event.chainPosition, event.previousHash, event.previousModelHash, contentHash, hash],
  );
  return hash;
}

async function readEvents(client: pg.PoolClient, organisationId: string): Promise<StoredEvent[]> {
  const { rows } = await client.query<Omit<StoredEvent, "timestamp" | "recordedAt"> & Record<"at" | "received", Date>>(
    `SELECT organisation_id AS "organisationId", id, chain_position::float8 AS "chainPosition",
       previous_hash AS "previousHash", previous_model_hash AS "previousModelHash", "timestamp" AS at,
       recorded_at AS received, event_type AS "eventType", severity, model_id AS "modelId", source,
       content_hash AS "contentHash", content
     FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position`,
    [organisationId],
  );
  return rows.map(({ at, received, ...event }) => ({
    ...event,
    timestamp: at.toISOString(),
    recordedAt: received.toISOString(),
  }));
}
