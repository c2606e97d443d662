import { gzipSync } from "node:zlib";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import type { Envelope } from "@/lib/domains/webhooks/schemas-events";
import { readChain } from "../support/chain";
import { detectionOf, detections, observe, resolve, squidLog } from "../support/shadow-ai";
import { until } from "../support/until";
import { verifyChain } from "../support/verification";
import { expect, test } from "./webhook-fixtures";

test.describe.configure({ timeout: 120_000 });

const telling = (event: AuditEvent, id: string) => event.tags.includes(id);

test("unapproved usage is detected in a log, notified and triaged, and each step is recorded on the chain", async ({
  organisation,
  receiver,
  mailServer,
  listen,
}) => {
  const { api } = organisation;
  const { path } = await listen(organisation, ["shadow_ai.detected", "shadow_ai.resolved"]);
  const notifications = (type: string) =>
    receiver
      .at(path)
      .map(({ body }) => JSON.parse(body) as Envelope)
      .filter((envelope) => envelope.type === type);
  const log = squidLog([{ host: "api.openai.com" }, { host: "intranet.example.com" }, { host: "www.example.org" }]);
  const report = await observe(api, log);
  expect(report).toMatchObject({ format: "squid", accepted: 15, duplicates: 0, rejected: 0, errors: [] });

  const detection = await detectionOf(api, "api.openai.com");
  expect(await detections(api)).toHaveLength(1);
  expect(detection).toMatchObject({
    status: "OPEN",
    source: "PROXY",
    organisationId: organisation.id,
    details: {
      aiProvider: "OpenAI",
      estimatedCallVolume: 5,
      internalIpRanges: ["10.20.30.x"],
      registeredWithService: false,
    },
    assignedTo: null,
    resolvedAt: null,
  });
  expect(detection.riskFactors.length).toBeGreaterThan(0);
  const [detected] = await until(
    "the endpoints are notified",
    async () => notifications("shadow_ai.detected").length > 0 && notifications("shadow_ai.detected"),
  );
  expect(detected?.data).toMatchObject({ id: detection.id, status: "OPEN", details: { endpoint: "api.openai.com" } });

  const { id: modelId } = await organisation.model({ name: "Drafting assistant", provider: "openai" });
  const steps = [
    { status: "INVESTIGATING", assignedTo: "analyst@example.com", notes: "Who is this?" },
    { status: "RESOLVED", resolution: "ONBOARDED", resolvedModelId: modelId },
  ];
  for (const step of steps) {
    const changed = await api.patch<ShadowAiDetection>(`/v1/shadow-ai/${detection.id}`, step);
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(step)]);
  }
  const [resolved] = await until(
    "the second change is notified",
    async () => notifications("shadow_ai.resolved").length > 0 && notifications("shadow_ai.resolved"),
  );
  expect(resolved?.data).toMatchObject({ id: detection.id, resolution: "ONBOARDED", resolvedModelId: modelId });
  const isAssigned = async () => mailServer.received.find(({ to }) => to.includes("analyst@example.com"));
  expect((await until("the assignee receives an e-mail", isAssigned)).source).toContain("api.openai.com");

  const chain = (await readChain(api)).filter((event) => telling(event, detection.id));
  expect(chain.map(({ eventType, modelId: of }) => [eventType, of])).toEqual([
    ["SHADOW_AI_DETECTED", organisation.systemModelId],
    ["HUMAN_REVIEW", organisation.systemModelId],
    ["HUMAN_REVIEW", organisation.systemModelId],
    ["HUMAN_REVIEW", modelId],
  ]);
  expect(await verifyChain(api)).toMatchObject({ status: "ok" });
  const { body: single } = await api.get<{ verified: boolean }>(`/v1/shadow-ai/${detection.id}`);
  expect(single.verified).toBe(true);
});

test("a row edited outside the service is detected and notified", async ({
  organisation,
  database,
  receiver,
  listen,
}) => {
  const { api } = organisation;
  const { path } = await listen(organisation, ["chain.integrity_failure"]);
  await observe(api, squidLog([{ host: "api.anthropic.com" }, { host: "api.mistral.ai" }]));
  const hidden = await detectionOf(api, "api.anthropic.com");
  const untouched = await detectionOf(api, "api.mistral.ai");
  const edits = [
    "severity = 'CRITICAL'",
    "notes = 'approved by phone'",
    "assigned_to = 'nobody@example.com'",
    "calls = 0",
  ];
  for (const edit of edits) {
    await database.owner
      .query("CREATE TABLE kept AS SELECT * FROM shadow_ai_detections WHERE id = $1", [hidden.id])
      .catch(() => undefined);
    await database.owner.query(`UPDATE shadow_ai_detections SET ${edit} WHERE id = $1`, [hidden.id]);
    const { body } = await api.get<{ verified: boolean }>(`/v1/shadow-ai/${hidden.id}`);
    expect([edit, body.verified]).toEqual([edit, false]);
    await database.owner.query(
      `UPDATE shadow_ai_detections d SET severity = k.severity, notes = k.notes, assigned_to = k.assigned_to, calls = k.calls
       FROM kept k WHERE k.id = d.id`,
    );
  }
  await database.owner.query("DROP TABLE kept");
  for (const { id } of [hidden, untouched]) {
    const { body } = await api.get<{ verified: boolean }>(`/v1/shadow-ai/${id}`);
    expect(body.verified).toBe(true);
  }
  await until("the first detection is notified", async () => receiver.at(path).length > 0);
});

test("after an import, the database contains no full client address, user or query string", async ({
  organisation,
  database,
}) => {
  const { api } = organisation;
  const zeek = [
    JSON.stringify({
      _path: "http",
      ts: Date.now() / 1000 - 60,
      uid: "CHhAvVGS1DHFjwGM9",
      "id.orig_h": "10.77.66.55",
      "id.orig_p": 50_123,
      "id.resp_h": "203.0.113.9",
      "id.resp_p": 80,
      method: "POST",
      host: "api.openai.com",
      uri: "/v1/chat/completions?secretparameter=sesame",
      user_agent: "OpenAI/Python 1.40.0 (jane.roe@bank.example)",
      username: "jane.roe",
      request_body_len: 900,
      response_body_len: 12_000,
      status_code: 200,
    }),
    JSON.stringify({
      _path: "ssl",
      ts: Date.now() / 1000 - 50,
      uid: "CHhAvVGS1DHFjwGM8",
      "id.orig_h": "2001:db8:aaaa:bbbb:cccc:dddd:eeee:1234",
      "id.orig_p": 50_124,
      "id.resp_h": "2001:db8:1::9",
      "id.resp_p": 443,
      server_name: "api.anthropic.com",
      established: true,
    }),
  ].join("\n");
  await observe(api, zeek);
  await observe(api, gzipSync(squidLog([{ host: "api.mistral.ai", client: "10.77.66.54", user: "john.doe" }])));
  for (const host of ["api.openai.com", "api.anthropic.com", "api.mistral.ai"]) await detectionOf(api, host);

  const needles = ["10.77.66.55", "10.77.66.54", "cccc:dddd", "jane.roe", "john.doe", "sesame", "secretparameter"];
  const found = await grepDatabase(database, needles);
  expect(found).toEqual([]);
  // Proves that the search finds existing text.
  expect((await grepDatabase(database, ["10.77.66.x"])).length).toBeGreaterThan(0);
});

/** The tables with a row that contains one of the texts. */
async function grepDatabase({ superuser }: { superuser: import("pg").Pool }, needles: string[]): Promise<string[]> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ needle: string }>(
      `SELECT needle FROM unnest($1::text[]) AS needle
       WHERE EXISTS (SELECT FROM ${name} AS t WHERE position(needle IN t::text) > 0)`,
      [needles],
    );
    found.push(...rows.map(({ needle }) => `${name}: ${needle}`));
  }
  return found;
}

test("stopped usage that recurs is reopened; onboarded usage is ignored only within its allow-list", async ({
  organisation,
}) => {
  const { api } = organisation;
  const settings = {
    stoppedGraceHours: 0,
    departments: [
      { name: "Risk", ranges: ["10.20.0.0/16"] },
      { name: "Marketing", ranges: ["10.30.0.0/16"] },
    ],
  };
  expect((await api.send("PUT", "/v1/shadow-ai/settings", settings)).status).toBe(200);
  await observe(api, squidLog([{ host: "api.groq.com" }, { host: "api.openai.com" }]));
  const stopped = await detectionOf(api, "api.groq.com");
  const onboarded = await detectionOf(api, "api.openai.com");
  expect(onboarded.details.departmentHint).toBe("Risk");
  const { id: modelId } = await organisation.model({
    name: "Drafting assistant",
    allowedEndpoints: [{ host: "api.openai.com", departments: ["Risk"] }],
  });
  await resolve(api, stopped.id, { resolution: "STOPPED" });
  await resolve(api, onboarded.id, { resolution: "ONBOARDED", resolvedModelId: modelId });

  await observe(api, squidLog([{ host: "api.openai.com", minutesAgo: -1, client: "10.20.31.9" }]));
  await observe(api, squidLog([{ host: "api.groq.com", minutesAgo: -1 }]));
  const back = await detectionOf(api, "api.groq.com", ({ status }) => status === "OPEN");
  expect(back).toMatchObject({ id: stopped.id, resolution: null, resolvedAt: null, reopenedFor: "RECURRENCE" });
  expect(await detections(api, "&status=OPEN")).toHaveLength(1);

  await observe(api, squidLog([{ host: "api.openai.com", minutesAgo: -1, client: "10.30.1.2" }]));
  const outside = await detectionOf(api, "api.openai.com", ({ status }) => status === "OPEN");
  expect(outside.id).not.toBe(onboarded.id);
  expect(outside.details).toMatchObject({ departmentHint: "Marketing", registeredWithService: false });
  const [still] = (await detections(api, "&status=RESOLVED")).filter(({ id }) => id === onboarded.id);
  expect(still).toMatchObject({ resolution: "ONBOARDED" });
});
