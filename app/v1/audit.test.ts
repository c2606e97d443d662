import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as ready from "@/app/api/health/ready/route.api";
import { audit, auditEvent } from "@/app/v1/audit";
import { auditVerification } from "@/app/v1/audit-verification";
import { createApiKey } from "@/lib/domains/api-keys";
import { groupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import { createTestChain, preparedEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { runVerification } from "@/lib/domains/audit-chain/verification/verifications";
import { everyNth, forgetSingletons, isFullRun } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import type { NextHandler } from "@/lib/platform/http/types";
import { ownTestDatabase } from "@/tools/database/testing";

/** Attacks by the owner of the database. The API answers each with a verdict or a 503, never a 500. */

const { "/v1/audit": events, "/v1/audit/export": exported, "/v1/audit/stream": stream } = audit;
const { "/v1/audit/{id}": event, "/v1/audit/{id}/proof": proof } = auditEvent;
const {
  "/v1/audit/verify": verifyEvent,
  "/v1/audit/verify-chain": verifyChain,
  "/v1/audit/verifications/{id}": verifications,
  "/v1/audit/checkpoint": checkpoint,
} = auditVerification;

const database = ownTestDatabase();
let owner: pg.Client;
let superuser: pg.Client;
let chain: TestChain;
let key: string;
let ids: string[];

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  owner = new pg.Client({ connectionString: database.ownerUrl });
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await Promise.all([owner.connect(), superuser.connect()]);
});

afterAll(async () => {
  await Promise.all([owner.end(), superuser.end()]);
});

beforeEach(async () => {
  chain = await createTestChain();
  ({ key } = await createApiKey(chain.ctx, { name: "test", scopes: ["audit:read"] }));
  // The key's own event is at position 1.
  ids = await append(10);
  forgetSingletons("schema-check");
});

async function append(count: number): Promise<string[]> {
  const prepared = Array.from({ length: count }, () => preparedEvent(chain));
  for (let i = 0; i < count; i += 1_000) {
    await groupCommit().submit(chain.ctx.organisation.id, prepared.slice(i, i + 1_000), true);
  }
  return prepared.map(({ id }) => id);
}

async function call(
  handler: NextHandler,
  given: { body?: unknown; query?: string; id?: string } = {},
): Promise<Response> {
  const { body, query = "", id } = given;
  const request = new Request(`http://localhost/v1/x${query}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve(id === undefined ? {} : { id }) });
}

async function json(response: Response | Promise<Response>, status = 200) {
  const answer = await response;
  const text = await answer.text();
  expect([answer.status, text]).toEqual([status, text]);
  return JSON.parse(text);
}

const verify = (body: unknown = {}) => json(call(verifyChain.POST, { body }));

/** Runs the owner's statements, then the checks, then the statements that undo them. */
async function during(sql: string, undo: string, look: () => Promise<void>, by = owner): Promise<void> {
  await by.query(sql.replaceAll("$ORG", pg.escapeLiteral(chain.ctx.organisation.id)));
  try {
    await look();
  } finally {
    await by.query(undo.replaceAll("$ORG", pg.escapeLiteral(chain.ctx.organisation.id)));
  }
}

const renamed = (table: string): Unreadable => [
  `${table} renamed`,
  `ALTER TABLE ${table} RENAME TO hidden`,
  `ALTER TABLE hidden RENAME TO ${table}`,
  `table public.${table} does not exist`,
  `table ${table}`,
];
const revoked = (table: string): Unreadable => [
  `the right to read ${table} revoked`,
  `REVOKE SELECT ON ${table} FROM gas_app`,
  `GRANT SELECT ON ${table} TO gas_app`,
  `permission denied for table ${table}`,
  `grant ${table} to gas_app`,
];
const viewed = (table: string): Unreadable => [
  `a view in front of ${table}`,
  `ALTER TABLE ${table} RENAME TO hidden; CREATE VIEW ${table} AS SELECT * FROM hidden; GRANT SELECT, INSERT, UPDATE ON ${table} TO gas_app`,
  `DROP VIEW ${table}; ALTER TABLE hidden RENAME TO ${table}`,
  `public.${table} is not a table but a view`,
  `table ${table}`,
];

type Unreadable = [what: string, sql: string, undo: string, reason: string, object: string];

const chainTables = ["audit_events", "chain_heads", "audit_event_counts", "chain_checkpoints"];

const unreadable: Unreadable[] = [
  ...(isFullRun ? [...chainTables, "chain_tiles", "event_erasures"] : ["audit_events"]).flatMap((table) => [
    renamed(table),
    viewed(table),
  ]),
  ...(isFullRun ? chainTables : ["audit_events"]).map(revoked),
  [
    "a column renamed",
    "ALTER TABLE audit_events RENAME content_hash TO hidden",
    "ALTER TABLE audit_events RENAME hidden TO content_hash",
    'column "content_hash" does not exist',
    "column audit_events.content_hash",
  ],
  [
    "a column of another type",
    "ALTER TABLE chain_heads ALTER recorded_at TYPE text",
    "ALTER TABLE chain_heads ALTER recorded_at TYPE timestamptz(3) USING recorded_at::timestamptz(3)",
    "function date_trunc(unknown, text) does not exist",
    "column chain_heads.recorded_at",
  ],
  [
    "a table in another schema",
    "CREATE SCHEMA elsewhere; ALTER TABLE audit_events SET SCHEMA elsewhere",
    "ALTER TABLE elsewhere.audit_events SET SCHEMA public; DROP SCHEMA elsewhere",
    "table public.audit_events does not exist",
    "table audit_events",
  ],
];

describe("is unreadable, with the reason, and readiness is degraded:", () => {
  test.each(everyNth(unreadable, 3))("%s", async (_what, sql, undo, reason, object) => {
    await call(events.GET);
    const look = async () => {
      for (const body of [{}, { mode: "incremental" }]) {
        const report = await verify(body);
        expect(report).toMatchObject({ status: "failed", verdicts: { content: "unreadable", schema: "failed" } });
        expect(report.findings[0]).toMatchObject({ code: "unreadable" });
        expect(report.findings[0].actual).toContain(reason);
        expect(JSON.stringify(report.findings)).toContain(object);
      }
      expect(await json(call(ready.GET))).toMatchObject({
        status: "degraded",
        checks: expect.arrayContaining([expect.objectContaining({ name: "schema", ok: false })]),
      });
      for (const response of [
        await call(events.GET),
        await call(event.GET, { id: ids[0] ?? "" }),
        await call(checkpoint.GET),
      ]) {
        expect([200, 409, 503]).toContain(response.status);
        if (response.status === 503) expect(response.headers.get("retry-after")).toBe("30");
      }
    };
    await during(sql, undo, look, superuser);
    forgetSingletons("schema-check");
    expect(await verify()).toMatchObject({ status: "ok", verdicts: { schema: "ok" } });
    expect(await json(call(ready.GET))).toMatchObject({ status: "ready" });
  });
});

describe("gets a response, and is reported as a schema difference:", () => {
  test.each([
    [
      "a guard disabled",
      "ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only",
      "ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only",
      "schema_changed",
      "trigger audit_events.audit_events_append_only",
    ],
    [
      "a unique index dropped",
      "DROP INDEX audit_events_no_fork",
      "CREATE UNIQUE INDEX audit_events_no_fork ON audit_events (organisation_id, previous_hash)",
      "schema_missing",
      "index audit_events.audit_events_no_fork",
    ],
    [
      "a right to change events",
      "GRANT UPDATE ON audit_events TO gas_app",
      "REVOKE UPDATE ON audit_events FROM gas_app",
      "schema_changed",
      "grant audit_events to gas_app",
    ],
    [
      "findings that a rule discards",
      "CREATE RULE away AS ON INSERT TO integrity_findings DO INSTEAD NOTHING",
      "DROP RULE away ON integrity_findings",
      "schema_added",
      "rule integrity_findings.away",
    ],
    [
      "the table of findings renamed",
      "ALTER TABLE integrity_findings RENAME TO hidden",
      "ALTER TABLE hidden RENAME TO integrity_findings",
      "schema_missing",
      "table integrity_findings",
    ],
    [
      "the right to write findings revoked",
      "REVOKE INSERT ON integrity_findings FROM gas_app",
      "GRANT INSERT ON integrity_findings TO gas_app",
      "schema_changed",
      "grant integrity_findings to gas_app",
    ],
    [
      "the table of verifications renamed",
      "ALTER TABLE chain_verifications RENAME TO hidden",
      "ALTER TABLE hidden RENAME TO chain_verifications",
      "schema_missing",
      "table chain_verifications",
    ],
  ])("%s", async (_what, sql, undo, code, object) => {
    await during(sql, undo, async () => {
      const report = await verify();
      expect(report).toMatchObject({
        status: "failed",
        verdicts: { content: "ok", linkage: "ok", completeness: "ok", schema: "failed" },
        findings: expect.arrayContaining([expect.objectContaining({ chainPosition: 0, eventId: null, code })]),
      });
      type Finding = { code: string; expected: string | null; actual: string | null };
      const named = (report.findings as Finding[]).filter((finding) => finding.code === code);
      expect(named.map(({ expected, actual }) => (expected ?? actual)?.split(": ")[0])).toEqual([object]);
      expect([200, 503]).toContain((await call(verifyChain.POST, { body: { from: 2, to: 5 } })).status);
      expect(await json(call(ready.GET))).toMatchObject({ status: "degraded" });
    });
  });

  test("is recorded as a finding once for each object, by name", async () => {
    const sql = "ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only; DROP INDEX audit_events_no_fork";
    const undo = `ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only;
      CREATE UNIQUE INDEX audit_events_no_fork ON audit_events (organisation_id, previous_hash)`;
    await during(sql, undo, async () => {
      await verify();
      await verify();
    });
    const { rows } = await pool().query(
      `SELECT event_id, code, chain_position FROM integrity_findings WHERE organisation_id = $1 ORDER BY code`,
      [chain.ctx.organisation.id],
    );
    expect(rows).toEqual([
      {
        event_id: "position:0",
        code: "schema_changed trigger audit_events.audit_events_append_only",
        chain_position: "0",
      },
      { event_id: "position:0", code: "schema_missing index audit_events.audit_events_no_fork", chain_position: "0" },
    ]);
  });
});

describe("tables of the same names in another schema", () => {
  const shadow = `CREATE SCHEMA shadow; GRANT USAGE ON SCHEMA shadow TO gas_app;
    CREATE TABLE shadow.audit_events (LIKE public.audit_events); CREATE TABLE shadow.chain_heads (LIKE public.chain_heads);
    CREATE TABLE shadow.api_keys (LIKE public.api_keys); GRANT ALL ON ALL TABLES IN SCHEMA shadow TO gas_app`;

  test("are not read with any search path of the database, and the setting is reported as a difference", async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    const set = `${shadow}; ALTER DATABASE ${pg.escapeIdentifier(name)} SET search_path = shadow, public`;
    const undo = `ALTER DATABASE ${pg.escapeIdentifier(name)} RESET search_path; DROP SCHEMA shadow CASCADE`;
    const look = async () => {
      await pool().end();
      forgetSingletons();
      const { data } = await json(call(events.GET));
      expect(data).toHaveLength(11);
      expect(await verify()).toMatchObject({
        status: "failed",
        eventsVerified: 11,
        verdicts: { content: "ok", completeness: "ok", schema: "failed" },
        findings: [{ code: "schema_added", actual: "setting search_path of the database: shadow, public" }],
      });
    };
    await during(set, undo, look, superuser);
  });

  test("set in the database URL are not read either", async () => {
    const look = async () => {
      await pool().end();
      const url = process.env.DATABASE_URL ?? "";
      process.env.DATABASE_URL = `${url}?options=${encodeURIComponent("-c search_path=shadow,public")}`;
      forgetSingletons();
      try {
        expect((await json(call(events.GET))).data).toHaveLength(11);
      } finally {
        await pool().end();
        process.env.DATABASE_URL = url;
        forgetSingletons();
      }
    };
    await during(shadow, "DROP SCHEMA shadow CASCADE", look, superuser);
  });
});

describe("an event at a position beyond JavaScript's numbers", () => {
  const farAway = "9223372036854775807";
  const moved = `ALTER TABLE audit_events DISABLE TRIGGER USER; ALTER TABLE chain_heads DISABLE TRIGGER USER;
    UPDATE audit_events SET chain_position = ${farAway} WHERE organisation_id = $ORG AND chain_position = 11`;
  const enabled = `ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only,
      ENABLE ALWAYS TRIGGER audit_events_continue_head, ENABLE ALWAYS TRIGGER audit_events_erase_only;
    ALTER TABLE chain_heads ENABLE ALWAYS TRIGGER chain_heads_move_forward, ENABLE ALWAYS TRIGGER chain_heads_never_deleted`;

  test.each(
    everyNth(
      [
        ["alone", moved],
        ["with its head", `${moved}; UPDATE chain_heads SET position = ${farAway} WHERE organisation_id = $ORG`],
        [
          "as a head alone",
          `ALTER TABLE chain_heads DISABLE TRIGGER USER; UPDATE chain_heads SET position = ${farAway} WHERE organisation_id = $ORG`,
        ],
      ],
      3,
    ),
  )("does not break responses of the API: %s", async (_what = "", sql = "") => {
    await during(sql, enabled, async () => {
      for (const body of [
        {},
        { mode: "incremental" },
        { from: 2 },
        { from: 2, to: 9 },
        { from: 1, to: Number.MAX_SAFE_INTEGER },
      ]) {
        const report = await verify(body);
        expect(["ok", "failed"]).toContain(report.status);
        if (!("to" in body)) expect(report).toMatchObject({ status: "failed" });
      }
      await json(call(events.GET));
      await json(call(events.GET, { query: "?limit=1" }));
      await json(call(event.GET, { id: ids[9] ?? "" }));
      await json(call(verifyEvent.POST, { body: { eventId: ids[9] } }));
      expect([409, 503]).toContain((await call(proof.GET, { id: ids[9] ?? "" })).status);
      expect((await call(exported.GET, { query: "?format=csv" })).status).toBe(200);
      expect((await call(stream.GET)).status).toBe(200);
    });
    const { rows } = await pool().query(
      "SELECT FROM chain_verifications WHERE organisation_id = $1 AND status = 'running'",
      [chain.ctx.organisation.id],
    );
    expect(rows).toEqual([]);
  });

  test("cleans up background verifications", { tags: "full" }, async () => {
    await append(20_000);
    await during(
      `${moved.replace("= 11", "= 20011")}; UPDATE chain_heads SET position = ${farAway} WHERE organisation_id = $ORG`,
      enabled,
      async () => {
        const begun = await json(call(verifyChain.POST, { body: {} }), 202);
        expect(begun).toMatchObject({ status: "running", progress: { eventsTotal: 20_011 } });
        expect(await json(call(verifications.GET, { id: begun.id }))).toMatchObject({ status: "running" });
        expect(await runVerification(chain.ctx.organisation.id, begun.id)).toEqual({ state: "ended" });
        expect(await json(call(verifications.GET, { id: begun.id }))).toMatchObject({ status: "failed" });
      },
    );
  });
});

describe("detects a timestamp changed by a microsecond in a widened column on every read:", () => {
  test.each([["timestamp"], ["recorded_at"]])("%s", async (column) => {
    const name = pg.escapeIdentifier(column);
    const sql = `ALTER TABLE audit_events DISABLE TRIGGER USER; ALTER TABLE audit_events ALTER ${name} TYPE timestamptz(6);
      UPDATE audit_events SET ${name} = ${name} + interval '1 microsecond' WHERE organisation_id = $ORG AND chain_position = 6`;
    const undo = `ALTER TABLE audit_events ALTER ${name} TYPE timestamptz(3);
      ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only,
      ENABLE ALWAYS TRIGGER audit_events_continue_head, ENABLE ALWAYS TRIGGER audit_events_erase_only`;
    const id = ids[4] ?? "";
    await during(sql, undo, async () => {
      const isSeen = { chainPosition: 6, verified: false };
      const one = await json(call(event.GET, { id }));
      expect(one).toMatchObject(isSeen);
      expect(one[column === "timestamp" ? "timestamp" : "recordedAt"]).toMatch(/\.\d{3}001Z$/);
      expect((await json(call(events.GET))).data.find((listed: { id: string }) => listed.id === id)).toMatchObject(
        isSeen,
      );
      for (const query of ["?format=ndjson", "?format=csv"]) {
        const lines = (await (await call(exported.GET, { query })).text()).split("\n");
        const line = lines.find((text) => text.includes(id)) ?? "";
        expect(line).toMatch(query === "?format=csv" ? /,false,/ : /"verified":false/);
      }
      const streamed = (await (await call(stream.GET)).text()).split("\n").find((text) => text.includes(id)) ?? "";
      expect(streamed).toContain('"verified":false');
      expect(await json(call(verifyEvent.POST, { body: { eventId: id } }))).toMatchObject({
        valid: false,
        error: "hash_mismatch",
      });
      const report = await verify();
      expect(report.findings[0]).toMatchObject({ chainPosition: 6, code: "header_mismatch" });
      expect(report.findings).toContainEqual(
        expect.objectContaining({
          code: "schema_changed",
          expected: expect.stringContaining(`column audit_events.${column}: `),
        }),
      );
    });
  });
});

test("the first finding names position 1 when the first event was removed, also in a run from a checkpoint on", async () => {
  await append(373);
  await json(call(checkpoint.GET));
  await append(6);
  const sql = `ALTER TABLE audit_events DISABLE TRIGGER USER; DELETE FROM audit_events WHERE organisation_id = $ORG AND chain_position = 1`;
  const undo = `ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only,
    ENABLE ALWAYS TRIGGER audit_events_continue_head, ENABLE ALWAYS TRIGGER audit_events_erase_only`;
  await during(sql, undo, async () => {
    for (const body of [{ mode: "incremental" }, { from: 200 }, {}]) {
      const { findings } = await verify(body);
      expect(findings[0]).toMatchObject({ chainPosition: 1, code: "events_missing", expected: "1", actual: "1" });
    }
  });
});
