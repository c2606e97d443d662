import pg, { type Pool } from "pg";
import { blockHash, hashText } from "@/lib/domains/audit-chain/block";
import type { AppendedEvent, AuditEvent, EventVerification } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import type { Api } from "../support/api";
import { readChain } from "../support/chain";
import type { TestOrganisation } from "../support/organisation";
import { sampled } from "../support/scope";
import { tamper } from "../support/tamper";
import { expect, test } from "./fixtures";

const otherHash = `sha256:${"ab".repeat(32)}`;

interface Change {
  what: string;
  /** The SET clause of an UPDATE of the event. */
  set: string;
  /** Whether the next event, whose predecessor changed, no longer links. Otherwise it stays valid. */
  breaksLink?: true;
}

/** Every stored value that a hash covers, and the copy of the tags. */
const changes: Change[] = [
  { what: "a value of the payload", set: `content = replace(content, '"amount":2', '"amount":3')` },
  {
    what: "a number beyond double precision",
    set: `content = replace(content, '"amount":2', '"amount":2.00000000000000001')`,
  },
  {
    what: "the order of the payload's keys",
    set: `content = replace(content, '"amount":2,"b":true', '"b":true,"amount":2')`,
  },
  { what: "an added key", set: `content = replace(content, '"amount":2', '"added":1,"amount":2')` },
  { what: "white space in the content", set: `content = replace(content, ',"salt"', ', "salt"')` },
  { what: "the actor", set: `content = replace(content, '"type":"SERVICE"', '"type":"USER"')` },
  { what: "the salt", set: `content = regexp_replace(content, '"salt":"..', '"salt":"zz')` },
  {
    what: "the tags, in the content and in their copy",
    set: `content = replace(content, '"prod"', '"test"'), tags = '{test}'`,
  },
  { what: "the copy of the tags alone", set: "tags = '{test}'" },
  { what: "content that is not JSON", set: "content = 'nothing'" },
  { what: "content that is empty", set: "content = ''" },
  { what: "tags that are null", set: "tags = NULL" },
  { what: "contentHash", set: `content_hash = '${otherHash}'` },
  { what: "blockHash", set: `block_hash = '${otherHash}'`, breaksLink: true },
  { what: "previousHash", set: `previous_hash = '${otherHash}'` },
  { what: "previousModelHash", set: `previous_model_hash = '${otherHash}'` },
  { what: "timestamp", set: `"timestamp" = "timestamp" + interval '1 millisecond'` },
  { what: "an infinite timestamp", set: `"timestamp" = 'infinity'` },
  { what: "recordedAt", set: `recorded_at = recorded_at + interval '1 millisecond'` },
  { what: "eventType", set: "event_type = 'DEPLOYMENT'" },
  { what: "severity", set: "severity = 'CRITICAL'" },
  { what: "source", set: "source = 'JIRA'" },
  { what: "modelId", set: "model_id = 'mdl_00000000000000000000000000'" },
  { what: "id", set: "id = 'evt_' || reverse(substr(id, 5))" },
  { what: "chainPosition", set: "chain_position = 1000", breaksLink: true },
];

interface Victim {
  model: Model;
  event: AppendedEvent;
  successor: AppendedEvent;
}

async function appendVictim(organisation: TestOrganisation): Promise<Victim> {
  const model = await organisation.model();
  const append = async (amount: number) => {
    const body = { modelId: model.id, eventType: "INFERENCE", payload: { amount, b: true }, tags: ["prod"] };
    return (await organisation.api.post<AppendedEvent>("/v1/audit", body)).body;
  };
  await append(1);
  return { model, event: await append(2), successor: await append(3) };
}

/** Changes the event and returns its ID, which the change can affect. */
async function update(owner: Pool, event: AppendedEvent, set: string): Promise<string> {
  const statement = `UPDATE audit_events SET ${set} WHERE id = $1 RETURNING id`;
  const rows = await tamper<{ id: string }>(owner, "audit_events", statement, [event.id]);
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? "";
}

async function verify(api: Api, eventId: string): Promise<EventVerification> {
  const answer = await api.post<EventVerification>("/v1/audit/verify", { eventId });
  expect(answer.status).toBe(200);
  return answer.body;
}

const samples = ["a value of the payload", "the copy of the tags alone", "blockHash", "recordedAt"];

for (const { what, set, breaksLink } of changes) {
  test(
    `a changed event is reported by every read: ${what}`,
    sampled(samples.includes(what)),
    async ({ organisation, database }) => {
      const { event, successor } = await appendVictim(organisation);

      const id = await update(database.owner, event, set);

      const { status, body } = await organisation.api.get<AuditEvent>(`/v1/audit/${id}`);
      expect({ status, verified: body.verified }).toEqual({ status: 200, verified: false });
      const chain = await readChain(organisation.api);
      expect(chain.filter(({ verified }) => !verified).map((one) => one.id)).toEqual([id]);
      expect(await verify(organisation.api, id)).toMatchObject({ valid: false, error: "hash_mismatch" });
      expect(await verify(organisation.api, successor.id)).toMatchObject(
        breaksLink ? { valid: false, error: "link_mismatch" } : { valid: true },
      );
    },
  );
}

test("a change of metadata is not detected, because it is not hashed", async ({ organisation, database }) => {
  const { event, successor } = await appendVictim(organisation);

  await update(database.owner, event, `metadata = '{"reviewed": true}'`);

  const changed = await organisation.api.get<AuditEvent>(`/v1/audit/${event.id}`);
  expect(changed.body).toMatchObject({ verified: true, metadata: { reviewed: true } });
  for (const { id } of [event, successor]) expect(await verify(organisation.api, id)).toMatchObject({ valid: true });
});

test("an event moved to another organisation is invalid there and missing in its own", async ({
  organisation,
  otherOrganisation,
  database,
}) => {
  const { event, successor } = await appendVictim(organisation);

  await update(database.owner, event, `organisation_id = '${otherOrganisation.id}'`);

  expect((await organisation.api.get(`/v1/audit/${event.id}`)).status).toBe(404);
  expect(await verify(organisation.api, successor.id)).toMatchObject({ valid: false, error: "link_mismatch" });
  expect(await verify(otherOrganisation.api, event.id)).toMatchObject({ valid: false, error: "hash_mismatch" });
});

test("a changed and re-hashed event no longer links to its successor", async ({ organisation, database }) => {
  const { event, successor } = await appendVictim(organisation);
  const { rows } = await database.owner.query<{ content: string }>("SELECT content FROM audit_events WHERE id = $1", [
    event.id,
  ]);
  const content = (rows[0]?.content ?? "").replace('"amount":2', '"amount":3');
  const published = (await organisation.api.get<AuditEvent>(`/v1/audit/${event.id}`)).body;
  const contentHash = hashText(content);
  const forged = blockHash({ ...published, contentHash });

  await update(
    database.owner,
    event,
    `content = '${content}', content_hash = '${contentHash}', block_hash = '${forged}'`,
  );

  const changed = await organisation.api.get<AuditEvent>(`/v1/audit/${event.id}`);
  expect(changed.body).toMatchObject({ verified: true, payload: { amount: 3 } });
  expect(await verify(organisation.api, successor.id)).toMatchObject({ valid: false, error: "link_mismatch" });
});

test("the triggers reject the same changes by the owner, and the application's role has no permission for them", async ({
  organisation,
  database,
  environment,
}) => {
  const { event } = await appendVictim(organisation);
  const before = await readChain(organisation.api);
  const statements = [
    ...changes.map(({ set }) => `UPDATE audit_events SET ${set} WHERE id = '${event.id}'`),
    `DELETE FROM audit_events WHERE id = '${event.id}'`,
    "TRUNCATE audit_events",
    `DELETE FROM chain_heads WHERE organisation_id = '${organisation.id}'`,
  ];
  const moveBack = `UPDATE chain_heads SET position = position - 1 WHERE organisation_id = '${organisation.id}'`;
  const restrictViolation = "23001";
  const insufficientPrivilege = "42501";

  const application = new pg.Pool({ connectionString: environment.applicationUrl, max: 1 });
  for (const statement of [...statements, moveBack]) {
    expect([statement, await refusal(database.owner, statement)]).toEqual([statement, restrictViolation]);
  }
  for (const statement of [...statements, "ALTER TABLE audit_events DISABLE TRIGGER USER"]) {
    expect([statement, await refusal(application, statement)]).toEqual([statement, insufficientPrivilege]);
  }
  expect(await refusal(application, moveBack)).toBe(restrictViolation);
  await application.end();

  expect(await readChain(organisation.api)).toEqual(before);
});

/** The SQLSTATE of a rejected statement. */
async function refusal(pool: Pool, statement: string): Promise<string | undefined> {
  return await pool.query(statement).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
}
