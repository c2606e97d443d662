import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { appendEvents, createTestChain, numbered } from "@/lib/domains/audit-chain/testing/chain";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { createOwnedDatabase, withConnection, withDatabase } from "@/server/database/embedded/databases";
import { prepareDatabase } from "@/server/database/prepare";
import { migrationsDirectory } from "@/server/database/project";
import { applyMigrations } from "@/server/database/schema-engine";
import { calls } from "../api/support/calls";
import { makeEarlierStock, type Stock } from "../api/support/stock";
import type { Api } from "../support/api";
import { startApplication } from "../support/application";
import { pointAtDatabase } from "../support/environment";
import { makeOrganisation } from "../support/organisation";
import { until } from "../support/until";
import { verifyChain } from "../support/verification";
import { test as base, expect } from "./cluster-fixtures";

/** Without an application: the test starts one before and one after the upgrade. */
const test = base.extend({
  environment: [
    async ({ cluster: { applicationUrl, ownerUrl, superuserUrl } }, use) => {
      const serverSecret = randomBytes(32).toString("base64");
      pointAtDatabase(applicationUrl, serverSecret);
      await use({ url: "", applicationUrl, ownerUrl, superuserUrl, serverSecret });
    },
    { scope: "worker" },
  ],
});

/** No version has been released, so the schema of 28 November 2026 is the previous version's. Keys changed after it. */
const lastMigration = "20261128040000_detections_by_score";

/** Creates a database of the previous version. Returns the names of its tables. */
async function createPreviousDatabase(superuserUrl: string, ownerUrl: string, name: string): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), "migrations-"));
  try {
    const names = (await readdir(migrationsDirectory)).filter(
      (entry) => entry <= lastMigration || /\.toml$/.test(entry),
    );
    for (const entry of names) await cp(join(migrationsDirectory, entry), join(directory, entry), { recursive: true });
    await createOwnedDatabase(superuserUrl, name);
    expect(await applyMigrations(ownerUrl, directory)).toContain(lastMigration);
  } finally {
    await rm(directory, { recursive: true });
  }
  return await withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND relname <> '_prisma_migrations'`,
    );
    return rows.map(({ name }) => name);
  });
}

/** Copies the columns that exist in both databases. Triggers and foreign keys do not apply. */
async function copyRows(from: string, to: string, tables: string[]): Promise<void> {
  await withConnection(from, (source) =>
    withConnection(to, async (target) => {
      await target.query("BEGIN; SET LOCAL session_replication_role = replica");
      for (const table of tables) {
        const columns = await commonColumns(table);
        const { rows } = await source.query(
          `SELECT json_agg(t)::text AS rows FROM (SELECT ${columns} FROM ${table}) t`,
        );
        await withoutTriggers(table, () =>
          target.query(
            `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
            [rows[0].rows ?? "[]"],
          ),
        );
      }
      await target.query("COMMIT");

      async function commonColumns(table: string): Promise<string> {
        const text = `SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`;
        const [old, current] = [await target.query(text, [table]), await source.query(text, [table])];
        const names = new Set(current.rows.map(({ name }) => name));
        return old.rows.flatMap(({ name }) => (names.has(name) ? `"${name}"` : [])).join(", ");
      }

      /** Some triggers are also executed for replicated rows. */
      async function withoutTriggers(table: string, work: () => Promise<unknown>): Promise<void> {
        const { rows } = await target.query(
          "SELECT quote_ident(tgname) AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND tgenabled = 'A'",
          [table],
        );
        for (const { name } of rows) await target.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
        await work();
        for (const { name } of rows) await target.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`);
      }
    }),
  );
}

/** Responses of the previous version's kinds of resources that do not depend on the current time. */
const kept = [
  ...["GET /audit", "GET /audit/export", "GET /audit/{id}", "GET /audit/verifications", "GET /audit/findings"],
  ...["GET /evidence", "GET /evidence/{id}/download", "GET /reports/{id}/document", "GET /report-schedules"],
  ...["GET /shadow-ai/settings", "GET /shadow-ai/exceptions", "GET /shadow-ai/catalogue"],
  ...["GET /sensors/imports", "GET /models", "GET /webhooks", "GET /webhooks/{id}/deliveries/{deliveryId}"],
  ...["GET /integrations/{id}/deliveries", "GET /alert-policies", "GET /legal-holds", "GET /members"],
];

test("a database of the previous version is migrated while it is read and written, and keeps its data", async ({
  environment: { applicationUrl, ownerUrl, superuserUrl, serverSecret },
}) => {
  test.setTimeout(240_000);
  const before = await startApplication({ databaseUrl: applicationUrl, serverSecret });
  const organisation = await makeOrganisation(before.url);
  const stock = (await makeEarlierStock(organisation)) as Stock;
  const chain = await createTestChain();
  await appendEvents(chain, ...numbered(2_000));
  const { body: checkpoint } = await organisation.api.get("/v1/audit/checkpoint");
  const paths = ["/shadow-ai/detections?limit=25"];
  for (const name of kept) paths.push((await calls[name]?.(stock))?.path ?? name);
  const answers = async (api: Api) => {
    const all: Record<string, unknown> = {};
    for (const path of paths) {
      const { status, body } = await api.get(`/v1${path}`);
      expect([path, status]).toEqual([path, 200]);
      all[path] = body;
    }
    return all;
  };
  const expected = await answers(organisation.api);
  await before.stop();

  const at = (url: string) => withDatabase(url, "upgraded");
  const tables = await createPreviousDatabase(superuserUrl, at(ownerUrl), "upgraded");
  await copyRows(ownerUrl, at(superuserUrl), tables);
  await pool().end();
  pointAtDatabase(at(applicationUrl), serverSecret);
  forgetSingletons();

  const isWaiting = () =>
    withConnection(superuserUrl, async (client) => {
      const { rowCount } = await client.query(
        "SELECT FROM pg_stat_activity WHERE datname = 'upgraded' AND usename = 'gas_owner' AND wait_event_type = 'Lock'",
      );
      return rowCount !== 0;
    });
  const written: string[] = [];
  await withConnection(at(ownerUrl), async (reader) => {
    await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    for (const table of tables) await reader.query(`SELECT FROM ${table} LIMIT 1`);
    let isMigrated = false;
    const migration = prepareDatabase(at(ownerUrl)).finally(() => {
      isMigrated = true;
    });
    const work = (async () => {
      while (!isMigrated) {
        written.push(...(await appendEvents(chain, ...numbered(1))));
        for (const table of ["webhook_deliveries", "shadow_ai_detections", "organisations"])
          await pool().query(`SELECT count(*) FROM ${table}`);
      }
    })();
    await until("a migration waits for the reader", isWaiting);
    const { length } = written;
    await until("reads and writes continue", async () => written.length > length + 5);
    await reader.query("COMMIT");
    expect(await migration).toContain("20261129160008_keys_of_webhooks");
    await work;
  });

  const after = await startApplication({ databaseUrl: at(applicationUrl), serverSecret });
  try {
    const api = organisation.at(after.url);
    expect(await answers(api)).toEqual(expected);
    expect(await verifyChain(api, { expectedHead: checkpoint, mode: "full" })).toMatchObject({ status: "ok" });
    const { id: organisationId } = chain.ctx.organisation;
    expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "ok", to: 2_000 + written.length });
    const { rows } = await pool().query("SELECT FROM audit_events WHERE id = ANY ($1)", [written]);
    expect(rows).toHaveLength(written.length);
  } finally {
    await after.kill();
    await pool().end();
  }
});
