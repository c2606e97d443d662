import fc from "fast-check";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { appendLocked, type Outcome } from "@/lib/domains/audit-chain/append/append";
import { GroupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import type { PreparedEvent } from "@/lib/domains/audit-chain/append/prepare";
import { genesisHash } from "@/lib/domains/audit-chain/block";
import { eventTypes, severities, sources } from "@/lib/domains/audit-chain/enums";
import { type Sql, sqlOverConnection } from "@/lib/domains/audit-chain/store";
import {
  createTestChain,
  createTestModel,
  everyEvent,
  headAndCounts,
  preparedEvent,
  startMs,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { propertyRuns } from "@/lib/platform/core/testing";
import { isDatabaseUnavailable, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

interface Instance {
  connections: pg.Pool;
  submit: GroupCommit["submit"];
}

/** Another instance of the service, with its own queue and connection pool. */
function otherInstance(connectionString = database.applicationUrl): Instance {
  const connections = new pg.Pool({ connectionString, max: 3, pipeline: true });
  connections.on("error", () => undefined);
  onTestFinished(() => connections.end());
  const commits = new GroupCommit(() => connections);
  return { connections, submit: commits.submit.bind(commits) };
}

/** Locks the chain, like another instance during its commit. */
async function holdLock(organisationId: string): Promise<{ release(): Promise<void> }> {
  const client = await pool().connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM chain_heads WHERE organisation_id = $1 FOR UPDATE", [organisationId]);
  return {
    async release() {
      await client.query("ROLLBACK");
      client.release();
    },
  };
}

async function waitingForLock(): Promise<number[]> {
  const { rows } = await pool().query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%chain_heads%FOR UPDATE%'`,
  );
  return rows.map(({ pid }) => pid);
}

async function untilOneWaits(): Promise<void> {
  await expect.poll(waitingForLock, { timeout: 30_000 }).toHaveLength(1);
}

/** Number of transactions that wrote the organisation's events. */
async function commitsOf(organisationId: string): Promise<number | undefined> {
  const { rows } = await pool().query<{ commits: number }>(
    "SELECT count(DISTINCT xmin::text)::int AS commits FROM audit_events WHERE organisation_id = $1",
    [organisationId],
  );
  return rows[0]?.commits;
}

function appended(outcomes: Outcome[]) {
  return outcomes.map((outcome) => {
    if (!("appended" in outcome)) throw new Error("was not appended");
    return outcome.appended;
  });
}

/** Checks that the stored events match the responses to their writers and that the chain is intact. */
async function expectSound(chain: TestChain, answers: { id: string; chainPosition: number; blockHash: string }[]) {
  const events = await everyEvent(chain.ctx);
  expect(flawsOfChain(events)).toEqual([]);
  expect(events.every((event) => event.verified)).toBe(true);
  const stored = new Map(events.map((event) => [event.id, event]));
  expect(stored.size).toBe(answers.length);
  for (const answer of answers) {
    expect(stored.get(answer.id)).toMatchObject({ chainPosition: answer.chainPosition, blockHash: answer.blockHash });
  }
  const { head, counts } = await headAndCounts(chain.ctx.organisation.id);
  const last = events.at(-1);
  expect(head).toEqual({
    position: String(events.length),
    blockHash: last?.blockHash ?? genesisHash,
    recordedAt: last ? new Date(last.recordedAt) : null,
  });
  const expectedCounts: Record<string, number> = {};
  for (const { modelId, eventType, severity, source } of events) {
    const kind = [modelId, eventType, severity, source].join(" ");
    expectedCounts[kind] = (expectedCounts[kind] ?? 0) + 1;
  }
  expect(counts).toEqual(expectedCounts);
}

test("concurrent appends of several instances produce one chain", async () => {
  const chain = await createTestChain();
  const other = await createTestModel(chain.ctx.organisation.id);
  const instances = [otherInstance(), otherInstance(), otherInstance(), otherInstance()];
  const outcomes = await Promise.all(
    Array.from({ length: 400 }, (_, i) => {
      const event = preparedEvent(chain, { modelId: i % 3 === 0 ? other : chain.modelId, payload: { i } });
      const instance = instances[i % instances.length] as Instance;
      return instance.submit(chain.ctx.organisation.id, [event], true);
    }),
  );
  await expectSound(chain, appended(outcomes.flat()));
});

test("appends that arrive during a commit share the next one, in order of arrival", async () => {
  const chain = await createTestChain();
  const instance = otherInstance();
  const organisationId = chain.ctx.organisation.id;
  const lock = await holdLock(organisationId);
  const first = instance.submit(organisationId, [preparedEvent(chain)], true);
  await untilOneWaits();
  const rest = Array.from({ length: 50 }, (_, i) =>
    instance.submit(organisationId, [preparedEvent(chain, { payload: { i } })], true),
  );
  await lock.release();
  const answers = appended((await Promise.all([first, ...rest])).flat());
  expect(answers.map((answer) => answer.chainPosition)).toEqual(answers.map((_, i) => i + 1));
  expect(await commitsOf(organisationId)).toBe(2);
  await expectSound(chain, answers);
});

test("a rejected event withdraws only its atomic submission", async () => {
  const chain = await createTestChain();
  const instance = otherInstance();
  const organisationId = chain.ctx.organisation.id;
  const good = (i: number) => preparedEvent(chain, { payload: { i } });
  const bad = () => preparedEvent(chain, { modelId: "mdl_unknown" });
  const lock = await holdLock(organisationId);
  const begun = instance.submit(organisationId, [good(0)], true);
  await untilOneWaits();
  const before = instance.submit(organisationId, [good(1), good(2)], true);
  const refused = instance.submit(organisationId, [good(3), bad(), good(4), bad()], true);
  const partial = instance.submit(organisationId, [bad(), good(5), bad(), good(6)], false);
  const after = instance.submit(organisationId, [good(7)], true);
  await lock.release();

  const kinds = (outcomes: Outcome[]) => outcomes.map((outcome) => Object.keys(outcome)[0]);
  expect(kinds(await refused)).toEqual(["withdrawn", "refused", "withdrawn", "refused"]);
  expect(kinds(await partial)).toEqual(["refused", "appended", "refused", "appended"]);
  const answers = [
    ...appended(await begun),
    ...appended(await before),
    ...appended((await partial).filter((outcome) => "appended" in outcome)),
    ...appended(await after),
  ];
  expect(answers.map((answer) => answer.chainPosition)).toEqual([1, 2, 3, 4, 5, 6]);
  const events = await everyEvent(chain.ctx);
  expect(events.map((event) => event.payload?.i)).toEqual([0, 1, 2, 5, 6, 7]);
  await expectSound(chain, answers);
});

test("a key of a withdrawn submission can be reused in the same commit", async () => {
  const chain = await createTestChain();
  const instance = otherInstance();
  const organisationId = chain.ctx.organisation.id;
  const keyed = (i: number, requestHash: string) =>
    preparedEvent(chain, { payload: { i }, idempotencyKey: "ide_1", requestHash });
  const lock = await holdLock(organisationId);
  const begun = instance.submit(organisationId, [preparedEvent(chain, { payload: { i: 0 } })], true);
  await untilOneWaits();
  const bad = preparedEvent(chain, { modelId: "mdl_unknown" });
  const withdrawn = instance.submit(organisationId, [keyed(1, "one"), bad], true);
  const between = instance.submit(organisationId, [preparedEvent(chain, { payload: { i: 2 } })], true);
  const next = instance.submit(organisationId, [keyed(3, "other")], true);
  const repeat = instance.submit(organisationId, [keyed(4, "other")], true);
  await lock.release();

  expect(await withdrawn).toMatchObject([{ withdrawn: true }, { refused: { code: "model_not_registered" } }]);
  const answers = appended((await Promise.all([begun, between, next])).flat());
  expect(await repeat).toMatchObject([{ replayed: true, appended: { id: answers[2]?.id } }]);
  expect((await everyEvent(chain.ctx)).map((event) => event.payload?.i)).toEqual([0, 2, 3]);
  await expectSound(chain, answers);
});

test("a commit in which everything is rejected does not move the head", async () => {
  const chain = await createTestChain();
  const submitted = otherInstance().submit(
    chain.ctx.organisation.id,
    [preparedEvent(chain, { modelId: "mdl_unknown" })],
    true,
  );
  expect(await submitted).toEqual([{ refused: expect.objectContaining({ code: "model_not_registered" }) }]);
  await expectSound(chain, []);
});

test("rejects appends when 10,000 events are waiting, and writes 1,000 per commit", async () => {
  const chain = await createTestChain();
  const instance = otherInstance();
  const organisationId = chain.ctx.organisation.id;
  const lock = await holdLock(organisationId);
  const begun = instance.submit(organisationId, [preparedEvent(chain)], true);
  await untilOneWaits();
  const thousand = () => Array.from({ length: 1_000 }, (_, i) => preparedEvent(chain, { payload: { i } }));
  const accepted = [begun, ...Array.from({ length: 10 }, () => instance.submit(organisationId, thousand(), true))];
  const refusal = await submitError(instance, organisationId, [preparedEvent(chain)]);
  expect(refusal).toMatchObject({ code: "unavailable", status: 503, headers: { "Retry-After": "1" } });
  await lock.release();
  const written = (await Promise.all(accepted)).flat();
  expect(written).toHaveLength(10_001);
  const { head } = await headAndCounts(organisationId);
  expect(head?.position).toBe("10001");
  expect(await commitsOf(organisationId)).toBe(11);
  await expect(instance.submit(organisationId, [preparedEvent(chain)], true)).resolves.toHaveLength(1);
});

test.each([
  ["payload", (chain: TestChain) => preparedEvent(chain, { payload: { text: "x".repeat(250_000) } })],
  ["metadata", (chain: TestChain) => preparedEvent(chain, { metadata: { text: "x".repeat(65_000) } })],
])("large %s count towards the memory limit", async (_what, makeEvent) => {
  const chain = await createTestChain();
  const instance = otherInstance();
  const organisationId = chain.ctx.organisation.id;
  const event = makeEvent(chain);
  const size = event.content.length + (event.metadata?.length ?? 0);
  const lock = await holdLock(organisationId);
  const begun = instance.submit(organisationId, [preparedEvent(chain)], true);
  await untilOneWaits();
  instance.connections.connect = () => Promise.reject(new Error("these are not to be written"));
  const waiting: Promise<unknown>[] = [];
  const submitUntilRefused = async (): Promise<unknown> => {
    for (;;) {
      const refusal = await submitError(instance, organisationId, [event], waiting);
      if (refusal !== undefined) return refusal;
    }
  };
  expect(await submitUntilRefused()).toMatchObject({ code: "unavailable" });
  expect(waiting).toHaveLength(Math.floor((64 * 1024 * 1024) / size));
  const settled = Promise.allSettled(waiting);
  await lock.release();
  await begun;
  await settled;
});

/** The error that rejects a submission immediately; undefined if the submission waits. */
async function submitError(
  instance: Instance,
  organisationId: string,
  events: PreparedEvent[],
  waiting: Promise<unknown>[] = [],
): Promise<unknown> {
  try {
    const outcomes = instance.submit(organisationId, events, true);
    outcomes.catch(() => undefined);
    waiting.push(outcomes);
    return undefined;
  } catch (error) {
    return error;
  }
}

test("a full queue does not delay other organisations", async () => {
  const [busy, quiet] = [await createTestChain(), await createTestChain()];
  const instance = otherInstance();
  const lock = await holdLock(busy.ctx.organisation.id);
  const held = instance.submit(busy.ctx.organisation.id, [preparedEvent(busy)], true);
  await untilOneWaits();
  await expectSound(quiet, appended(await instance.submit(quiet.ctx.organisation.id, [preparedEvent(quiet)], true)));
  await lock.release();
  await expectSound(busy, appended(await held));
});

/**
 * Statements of a commit after which its connection is cut, and the number of its two events that must then be stored.
 * The last three statements are sent together, so the commit completes once the first of them has a response.
 */
test.each([
  [/^BEGIN/, 0],
  [/FOR UPDATE/, 0],
  [/FROM models/, 0],
  [/INSERT INTO audit_events/, 2],
  [/UPDATE chain_heads/, 2],
  [/^COMMIT/, 2],
])("a connection cut right after %s leaves %i events stored and the process running", async (statement, events) => {
  const chain = await createTestChain();
  const instance = otherInstance();
  const organisationId = chain.ctx.organisation.id;
  cutAfter(instance.connections, statement);
  const cut = instance.submit(organisationId, [preparedEvent(chain), preparedEvent(chain)], true);
  const next = instance.submit(organisationId, [preparedEvent(chain)], true);
  await expect(cut).rejects.toThrow("the connection was cut");
  expect(appended(await next).map((answer) => answer.chainPosition)).toEqual([events + 1]);
  const stored = await everyEvent(chain.ctx);
  expect(stored).toHaveLength(events + 1);
  await expectSound(chain, stored);
});

/** Closes the next connection taken from the pool after the response to the statement. */
function cutAfter(connections: pg.Pool, wanted: RegExp): void {
  const take = connections.connect.bind(connections) as () => Promise<pg.PoolClient>;
  connections.connect = async () => {
    connections.connect = take;
    const client = await take();
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    Object.assign(client, {
      async query(statement: string | { text: string }, ...given: unknown[]) {
        const result = await query(statement, ...given);
        if (!wanted.test(typeof statement === "string" ? statement : statement.text)) return result;
        const { rows } = (await query("SELECT pg_backend_pid() AS pid")) as { rows: { pid: number }[] };
        const lost = new Promise((resolve) => client.once("end", resolve));
        await terminate(rows.map(({ pid }) => pid));
        await lost;
        throw new Error("the connection was cut");
      },
    });
    return client;
  };
}

async function terminate(pids: number[]): Promise<void> {
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [pids]);
  await superuser.end();
}

test("a pool that cannot connect rejects the append and leaves the queue usable", async () => {
  const chain = await createTestChain();
  const instance = otherInstance();
  const take = instance.connections.connect;
  instance.connections.connect = () => Promise.reject(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
  const rejected = instance.submit(chain.ctx.organisation.id, [preparedEvent(chain)], true);
  await expect(rejected).rejects.toSatisfy(isDatabaseUnavailable);
  instance.connections.connect = take;
  await expectSound(chain, appended(await instance.submit(chain.ctx.organisation.id, [preparedEvent(chain)], true)));
});

test("the database rejects a fork", async () => {
  const chain = await createTestChain();
  const organisationId = chain.ctx.organisation.id;
  const instance = otherInstance();
  await instance.submit(organisationId, [preparedEvent(chain)], true);
  const client = await instance.connections.connect();
  const sql = sqlOverConnection(client);
  const forgotten = {
    position: 0,
    blockHash: genesisHash,
    recordedAt: null,
    databaseTime: isoMilliseconds(startMs),
  };
  const blind: Sql = {
    async run(statements) {
      const locks = statements.filter(({ text }) => text.includes("FOR UPDATE"));
      const others = await sql.run(statements.filter((statement) => !locks.includes(statement)));
      return [...locks.map(() => [forgotten]), ...others];
    },
  };
  await client.query("BEGIN");
  const fork = appendLocked(blind, organisationId, [{ events: [preparedEvent(chain)], atomic: true }]);
  await expect(fork).rejects.toThrow(/duplicate key|does not continue/);
  await client.query("ROLLBACK");
  client.release();
  expect(await everyEvent(chain.ctx)).toHaveLength(1);
});

test.each([
  [
    "an event after its head",
    `INSERT INTO audit_events SELECT forged.* FROM audit_events event, jsonb_populate_record(event, jsonb_build_object(
       'id', 'evt_forged', 'chain_position', 2, 'previous_hash', event.block_hash, 'block_hash', 'forged')) forged
     WHERE event.organisation_id = ID`,
  ],
  [
    "a head without a next position",
    `ALTER TABLE chain_heads DISABLE TRIGGER USER;
     UPDATE chain_heads SET position = 9007199254740992 WHERE organisation_id = ID;
     ALTER TABLE chain_heads ENABLE TRIGGER USER`,
  ],
])("rejects appends to a chain with %s", async (_, change) => {
  const chain = await createTestChain();
  const instance = otherInstance();
  const organisationId = chain.ctx.organisation.id;
  await instance.submit(organisationId, [preparedEvent(chain)], true);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query(change.replaceAll("ID", `'${organisationId}'`));
  await owner.end();
  for (const events of [1, 2]) {
    const refused = instance.submit(organisationId, Array(events).fill(preparedEvent(chain)), true);
    await expect(refused).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("head") });
  }
});

test("the head and the counts always match the stored events", async () => {
  const instances = [otherInstance(), otherInstance()];
  const event = fc.record({
    model: fc.constantFrom("registered", "system", "archived", "unknown"),
    eventType: fc.constantFrom(...eventTypes),
    severity: fc.constantFrom(...severities),
    source: fc.constantFrom(...sources),
    idempotencyKey: fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined, freq: 3 }),
    requestHash: fc.constantFrom("one", "other"),
    laterMs: fc.integer({ min: -5_000, max: 5_000 }),
  });
  const submission = fc.record({
    instance: fc.nat(1),
    atomic: fc.boolean(),
    events: fc.array(event, { minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(submission, { minLength: 1, maxLength: 12 }), async (submissions) => {
      const chain = await createTestChain();
      const organisationId = chain.ctx.organisation.id;
      const modelIds = {
        registered: chain.modelId,
        system: chain.systemModelId,
        archived: await createTestModel(organisationId, { archived: true }),
        unknown: "mdl_unknown",
      };
      const outcomes = await Promise.all(
        submissions.map(({ instance, atomic, events }) => {
          const prepared = events.map(({ model, laterMs, ...given }) => {
            chain.ctx.clock.nowMs += laterMs;
            return preparedEvent(chain, { ...given, modelId: modelIds[model] });
          });
          return (instances[instance] as Instance).submit(organisationId, prepared, atomic);
        }),
      );
      const written = outcomes.flatMap((outcome, i) => {
        const allOrNothing = submissions[i]?.atomic === true && outcome.some((one) => "refused" in one);
        if (allOrNothing) expect(outcome.some((one) => "appended" in one)).toBe(false);
        return outcome.flatMap((one) => ("appended" in one && !one.replayed ? one.appended : []));
      });
      await expectSound(chain, written);
    }),
    { numRuns: propertyRuns(25) },
  );
});
