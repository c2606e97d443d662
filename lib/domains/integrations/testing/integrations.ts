import { payloadWithoutSeals } from "@/lib/domains/audit-chain/testing/chain";
import type { CreateIntegration } from "@/lib/domains/integrations/schemas";
import { decryptSecret } from "@/lib/platform/crypto/encryption";
import { pool } from "@/lib/platform/database/db";

/** Input of an integration without models. */
export const integrationInput: CreateIntegration = {
  kind: "GITHUB",
  name: "Models repository",
  models: [],
  defaultModelId: null,
  silentAfterHours: null,
  enabled: true,
  ticketSettings: null,
};

/** The row of an integration, also if deleted, by column name. */
export async function integrationRow(id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool().query("SELECT * FROM integrations WHERE id = $1", [id]);
  return rows[0] ?? {};
}

/** The decrypted secrets of an integration. */
export async function integrationSecrets(id: string): Promise<{ secret: string; previous: string | null }> {
  const row = await integrationRow(id);
  const open = (text: unknown) => decryptSecret(String(text), `integration/${row.organisation_id}/${id}`);
  return { secret: open(row.secret), previous: row.previous_secret === null ? null : open(row.previous_secret) };
}

/** The members of an event that tests check. */
interface TestEvent {
  id: string;
  type: string;
  severity: string;
  source: string;
  modelId: string;
  timestamp: string;
  actor: Record<string, unknown>;
  payload: Record<string, unknown>;
}

/** All events of an organisation's chain, oldest first, except registrations of models. */
export async function eventsOf(organisationId: string): Promise<TestEvent[]> {
  const { rows } = await pool().query<
    { content: string; timestamp: Date } & Omit<TestEvent, "actor" | "payload" | "timestamp">
  >(
    `SELECT id, event_type AS type, severity, source, model_id AS "modelId", "timestamp", content
     FROM audit_events WHERE organisation_id = $1 AND content NOT LIKE '%"MODEL_REGISTERED"%' ORDER BY chain_position`,
    [organisationId],
  );
  return rows.map(({ content, timestamp, ...event }) => {
    const { actor } = JSON.parse(content) as Pick<TestEvent, "actor">;
    return { ...event, timestamp: timestamp.toISOString(), actor, payload: payloadWithoutSeals(content) };
  });
}

/** Number of rows of an organisation in the tables of integrations and on its chain. */
export async function rowsOf(organisationId: string): Promise<Record<string, number>> {
  const tables = ["audit_events", "integration_deliveries", "integrations", "ticket_links"];
  const counted = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await pool().query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${table} WHERE organisation_id = $1`,
        [organisationId],
      );
      return [table, rows[0]?.n ?? 0] as const;
    }),
  );
  return Object.fromEntries(counted);
}
