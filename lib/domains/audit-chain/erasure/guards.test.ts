import { beforeEach, describe, expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import { erasurePayload } from "@/lib/domains/audit-chain/erasure/erasure-record";
import { createTestChain, eraseEvents, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import {
  type DatabaseRole,
  databaseRoles,
  databaseSessions,
} from "@/lib/domains/audit-chain/testing/database-sessions";
import { inTransaction } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

/** What the database itself refuses of changes that look like erasures, whoever asks. */

const database = ownTestDatabase();
const runAs = databaseSessions(database);
let chain: TestChain;

/** Four events: the second was erased, and the fifth says so. */
beforeEach(async () => {
  chain = await createTestChain();
  for (let i = 0; i < 4; i++) {
    const input = { modelId: chain.modelId, eventType: "DATA_ACCESS", payload: { i }, severity: "INFO" } as const;
    await appendEvent(chain.ctx, { ...input, tags: ["person"], metadata: { i } });
  }
  await eraseEvents(chain, 2);
});

function run(role: DatabaseRole, sql: string): Promise<string | undefined> {
  return runAs(role, sql, { $ORG: chain.ctx.organisation.id });
}

const at = (position: number) => `WHERE organisation_id = $ORG AND chain_position = ${position}`;
const blank = "content = NULL, tags = '{}', metadata = NULL, request_hash = NULL";

/** A row of `event_erasures` of an event, as the fifth event would record it, with some columns as given. */
function erasure(position: number, given: Record<string, string> = {}): string {
  const columns = {
    chain_position: "event.chain_position",
    event_id: "event.id",
    content_hash: "event.content_hash",
    recorded_position: "record.chain_position",
    recorded_event_id: "record.id",
    ...given,
  };
  return `INSERT INTO event_erasures (organisation_id, erased_at, ${Object.keys(columns).join(", ")})
    SELECT $ORG, now(), ${Object.values(columns).join(", ")} FROM audit_events event, audit_events record
    WHERE event.organisation_id = $ORG AND record.organisation_id = $ORG
      AND event.chain_position = ${position} AND record.chain_position = 5`;
}

const statements: [string, string][] = [
  ["takes a content away", `UPDATE audit_events SET ${blank} ${at(3)}`],
  ["takes a content away from an erased event again", `UPDATE audit_events SET ${blank} ${at(2)}`],
  ["puts a content back", `UPDATE audit_events SET content = '{}' ${at(2)}`],
  ["gives an erased event tags", `UPDATE audit_events SET tags = '{x}' ${at(2)}`],
  ["gives an erased event metadata", `UPDATE audit_events SET metadata = '{}' ${at(2)}`],
  ["changes an erased event's header", `UPDATE audit_events SET severity = 'HIGH' ${at(2)}`],
  ["deletes an erased event", `DELETE FROM audit_events ${at(2)}`],
  ["writes an erasure down that no event records", erasure(3)],
  ["writes an erasure down with an event of another kind as its record", erasure(3, { recorded_position: "4" })],
  ["writes an erasure down a second time", erasure(2)],
  ["writes the erasure of an event down under another hash", erasure(2, { content_hash: "'sha256:0'" })],
  ["writes the erasure of its own record down", erasure(5, { recorded_position: "5" })],
  ["changes an erasure", "UPDATE event_erasures SET recorded_position = 4 WHERE organisation_id = $ORG"],
  ["deletes an erasure", "DELETE FROM event_erasures WHERE organisation_id = $ORG"],
  ["truncates the erasures", "TRUNCATE event_erasures"],
];

describe.each(databaseRoles)("to the %s", (role) => {
  test.each(statements)("refuses a statement that %s", async (_what, sql) => {
    const before = await everyEvent(chain.ctx);
    expect(await run(role, sql)).toMatch(/^(23001|23505|42501)$/);
    expect(await everyEvent(chain.ctx)).toEqual(before);
  });
});

test("the application's role has no right to update events", async () => {
  for (const column of ["content", "tags", "metadata", "request_hash", "severity"]) {
    expect(await run("application", `UPDATE audit_events SET ${column} = NULL ${at(3)}`)).toBe("42501");
  }
});

test("an erasure recorded by a registered model's event is refused", async () => {
  const third = (await everyEvent(chain.ctx))[2];
  if (!third) throw new Error("there is no such event");
  const { id: eventId, chainPosition, contentHash } = third;
  const payload = erasurePayload({ eventId, chainPosition, contentHash, legalBasis: "OTHER", reference: "x" });
  const [record] = await inTransaction(undefined, (tx) =>
    appendInTransaction(chain.ctx, tx, [{ eventType: "CONFIG_CHANGE", modelId: chain.modelId, payload }]),
  );
  const given = { recorded_position: String(record?.chainPosition), recorded_event_id: `'${record?.id}'` };
  expect(await run("application", erasure(3, given))).toBe("23001");
});

test("an event of the system model cannot be erased", async () => {
  const record = (await everyEvent(chain.ctx))[4];
  if (!record) throw new Error("there is no such event");
  await expect(eraseEvents(chain, record.chainPosition)).rejects.toMatchObject({ message: /no content that can be/ });
});

test("an erasure can be rolled back", async () => {
  const before = await everyEvent(chain.ctx);
  await expect(
    inTransaction(undefined, async (tx) => {
      await eraseEvents({ ...chain, ctx: { ...chain.ctx, tx } }, 3);
      throw new Error("later");
    }),
  ).rejects.toThrow("later");
  expect(await everyEvent(chain.ctx)).toEqual(before);
});
