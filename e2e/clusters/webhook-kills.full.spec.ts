import { setTimeout as delay } from "node:timers/promises";
import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import { createRandom } from "@/tools/seed/random";
import type { Application } from "../support/application";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

// One process at a time: the next one must find the work of the previous one.
test.use({ isStarted: false });

const kills = 12;

interface StoredAttempt {
  messageId: string;
  number: number;
  outcome: string | null;
}

test("killed in every phase of a delivery, the service delivers every event, in at most five numbered attempts", async ({
  organisation,
  database,
  receiver,
  listen,
  launch,
}) => {
  test.setTimeout(480_000);
  const random = createRandom("killed deliveries");
  const model = await organisation.model();
  let serving: Application = await launch();
  const { path, id } = await listen(organisation, ["audit.created"], {}, serving.url);

  let duringAttempt: (() => void) | undefined;
  receiver.respond((response) => {
    duringAttempt?.();
    const status = random.integer(1, 4) === 1 ? 503 : 200;
    setTimeout(() => response.writeHead(status).end(), random.integer(0, 30));
  }, path);

  const appended: string[] = [];
  const append = async () => {
    const event = { modelId: model.id, eventType: "INFERENCE", payload: { n: appended.length } };
    const answer = await organisation
      .at(serving.url)
      .post<AppendedEvent>("/v1/audit", event)
      .catch(() => undefined);
    if (answer?.status === 201) appended.push(answer.body.id);
  };
  const isAsleep = async () => {
    const { rowCount } = await database.owner.query(
      "SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'RETRY_SCHEDULED'",
      [id],
    );
    return (rowCount ?? 0) > 0;
  };

  const phases: (() => Promise<void>)[] = [
    // After the commit, before or during the hand-over of the event.
    async () => delay(random.decimal(0, 15, 3)),
    // During an exchange.
    async () => {
      await new Promise<void>((resolve) => {
        duringAttempt = resolve;
        void append();
      });
    },
    // While a retry is waiting.
    async () => {
      await until("a retry is waiting", async () => {
        await append();
        return await isAsleep();
      });
    },
  ];
  for (let killed = 0; killed < kills; killed++) {
    await Promise.all(Array.from({ length: 4 }, append));
    await phases[killed % phases.length]?.();
    duringAttempt = undefined;
    await serving.kill();
    serving = await launch();
  }

  const finished = async () => {
    const { rows } = await database.owner.query<{ status: string; events: string }>(
      "SELECT status, count(*) AS events FROM webhook_deliveries WHERE endpoint_id = $1 GROUP BY status",
      [id],
    );
    const left = rows.filter(({ status }) => status !== "DELIVERED" && status !== "FAILED");
    const published = rows.reduce((sum, row) => sum + Number(row.events), 0);
    return left.length === 0 && published >= appended.length && rows;
  };
  await until("all deliveries are finished", finished, { timeoutMs: 60_000, everyMs: 100 });

  const envelopes = new Map<string, Set<string>>();
  for (const { body } of receiver.at(path)) {
    const { id: envelopeId, data } = JSON.parse(body) as { id: string; data: { id: string } };
    envelopes.set(data.id, (envelopes.get(data.id) ?? new Set()).add(envelopeId));
  }
  expect(appended.filter((eventId) => !envelopes.has(eventId))).toEqual([]);
  expect([...envelopes.values()].filter((ids) => ids.size !== 1)).toEqual([]);

  const { rows: attempts } = await database.owner.query<StoredAttempt>(
    `SELECT message_id AS "messageId", number, outcome FROM webhook_attempts WHERE endpoint_id = $1 ORDER BY message_id, number`,
    [id],
  );
  for (const messageId of new Set(attempts.map((attempt) => attempt.messageId))) {
    const ofMessage = attempts.filter((attempt) => attempt.messageId === messageId);
    expect(ofMessage.map(({ number }) => number)).toEqual(ofMessage.map((_, n) => n + 1));
    expect(ofMessage.length).toBeLessThanOrEqual(5);
    const arrivals = receiver.at(path).filter(({ headers }) => headers["webhook-id"] === messageId);
    expect(arrivals.length).toBeLessThanOrEqual(ofMessage.length);
  }
  expect(attempts.filter(({ outcome }) => outcome === null)).toEqual([]);
  expect(attempts.some(({ outcome }) => outcome === "INTERRUPTED")).toBe(true);
});
