import type { Envelope } from "@/lib/domains/webhooks/schemas-events";
import type { TestDatabase } from "../fixtures";
import { catchUp, later } from "../support/later";
import { detectionOf, detections, observe, resolve, squidLog } from "../support/shadow-ai";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

// One process at a time, because the tests depend on its clock and on the moment it is killed.
test.use({ isStarted: false });
test.describe.configure({ timeout: 180_000 });

const dayMs = 86_400_000;

test("an expired exception reopens its detection, and its assignee and the endpoints are notified", async ({
  organisation,
  receiver,
  mailServer,
  listen,
  launch,
  database,
}) => {
  const today = await launch();
  const api = organisation.at(today.url);
  const { path } = await listen(organisation, ["shadow_ai.detected"], {}, today.url);
  await observe(api, squidLog([{ host: "api.openai.com" }]));
  const { id } = await detectionOf(api, "api.openai.com");
  await resolve(api, id, {
    resolution: "APPROVED_EXCEPTION",
    assignedTo: "approver@example.com",
    notes: "A trial of two days, approved by the risk committee.",
    exceptionExpiresAt: new Date(Date.now() + 2 * dayMs).toISOString(),
  });
  const notifications = () =>
    receiver
      .at(path)
      .map(({ body }) => JSON.parse(body) as Envelope)
      .filter(({ data }) => data["id"] === id);
  await until("the detection is notified", async () => notifications().length === 1);
  await observe(api, squidLog([{ host: "api.openai.com", minutesAgo: -1 }]));
  await today.stop();

  const after = await launch(later(3 * dayMs));
  const isBack = async () => {
    await catchUp(database);
    return (await detections(organisation.at(after.url), "&status=OPEN"))[0];
  };
  const back = await until("the detection is open again", isBack, { timeoutMs: 90_000, everyMs: 200 });
  expect(back).toMatchObject({ id, resolution: null, exceptionExpiresAt: null, reopenedFor: "EXCEPTION_EXPIRED" });
  await until("the expiry is notified", async () => {
    await isBack();
    return notifications().length === 2;
  });
  const mailed = () => mailServer.received.filter(({ to }) => to.includes("approver@example.com"));
  await until("the assignee receives an e-mail", async () => {
    await isBack();
    return mailed().some(({ subject }) => /exception|open/i.test(subject));
  });
  await after.stop();
});

test("after a kill during an import, a repeated log is counted once", async ({ organisation, launch, database }) => {
  const first = await launch();
  const log = squidLog([
    { host: "api.openai.com", calls: 300 },
    { host: "api.anthropic.com", calls: 200 },
  ]);
  const hold = await holdCounting(database);
  const sending = observe(organisation.at(first.url), log).catch(() => "broken off");
  await until("records are being counted", hold.isReached, { timeoutMs: 30_000 });
  await first.kill();
  expect(await sending).toBe("broken off");
  await hold.release();

  const second = await launch();
  const api = organisation.at(second.url);
  expect(await observe(api, log)).toMatchObject({ accepted: 500, duplicates: 0, rejected: 0 });
  expect(await observe(api, log)).toMatchObject({ accepted: 0, duplicates: 500, rejected: 0 });
  const part = log.split("\n").slice(0, 250).join("\n");
  expect(await observe(api, part)).toMatchObject({ accepted: 0, duplicates: 250, rejected: 0 });
  const counted = (calls: number) => (detection: { details: { estimatedCallVolume: number } }) =>
    detection.details.estimatedCallVolume === calls;
  await detectionOf(api, "api.openai.com", counted(300));
  await detectionOf(api, "api.anthropic.com", counted(200));
  await second.stop();
});

/** Makes the database sleep while traffic is counted, so that the counting process can be killed. */
async function holdCounting({ owner, superuser }: TestDatabase) {
  const asleep = "FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
  await owner.query(`
    CREATE OR REPLACE FUNCTION hold_counting() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
    CREATE TRIGGER hold_counting AFTER INSERT ON shadow_ai_uses FOR EACH STATEMENT EXECUTE FUNCTION hold_counting()`);
  return {
    isReached: async () => ((await superuser.query(`SELECT ${asleep}`)).rowCount ?? 0) > 0,
    release: async () => {
      await superuser.query(`SELECT pg_terminate_backend(pid) ${asleep}`);
      await owner.query("DROP TRIGGER hold_counting ON shadow_ai_uses");
    },
  };
}
