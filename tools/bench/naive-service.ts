import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Pool } from "pg";

/**
 * A baseline for appends: the audit trail that a team could write itself, with one transaction per event and a hash chain
 * in PostgreSQL. It has no authentication, validation, rate limits or log. Argument: the URL of the database. Sends its
 * port to the parent process.
 */
const pool = new Pool({ connectionString: process.argv[2] });

await pool.query(`
  DROP SCHEMA IF EXISTS naive CASCADE;
  CREATE SCHEMA naive;
  CREATE TABLE naive.heads (organisation_id text PRIMARY KEY, position bigint NOT NULL, hash text NOT NULL);
  CREATE TABLE naive.events (
    organisation_id text NOT NULL, position bigint NOT NULL, id uuid NOT NULL UNIQUE, event jsonb NOT NULL,
    previous_hash text NOT NULL, hash text NOT NULL, recorded_at timestamptz NOT NULL, PRIMARY KEY (organisation_id, position));
  INSERT INTO naive.heads VALUES ('org', 0, '')`);

const server = createServer((request, response) => {
  text(request)
    .then((body) => append(JSON.parse(body)))
    .then(
      (event) => respond(201, event),
      (error: unknown) => respond(500, { error: String(error) }),
    );

  function respond(status: number, body: object): void {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

async function append(event: unknown) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<{ position: string; hash: string }>(
      "SELECT position, hash FROM naive.heads WHERE organisation_id = 'org' FOR UPDATE",
    );
    const previousHash = rows[0]?.hash ?? "";
    const position = Number(rows[0]?.position) + 1;
    const [id, recordedAt] = [randomUUID(), new Date().toISOString()];
    const hashed = JSON.stringify({ id, position, previousHash, recordedAt, event });
    const hash = createHash("sha256").update(hashed).digest("hex");
    await client.query("INSERT INTO naive.events VALUES ('org', $1, $2, $3, $4, $5, $6)", [
      position,
      id,
      event,
      previousHash,
      hash,
      recordedAt,
    ]);
    await client.query("UPDATE naive.heads SET position = $1, hash = $2 WHERE organisation_id = 'org'", [
      position,
      hash,
    ]);
    await client.query("COMMIT");
    return { id, position, previousHash, hash, recordedAt };
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
