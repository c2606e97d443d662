import { prepareRedis, type TestRedis } from "@/lib/platform/rate-limits/testing";
import type { Answer } from "../support/api";
import { test as base, expect } from "./fixtures";

const test = base.extend<{ redis: TestRedis }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
  redis: async ({}, use) => {
    const redis = await prepareRedis();
    await redis.start();
    await use(redis);
    await redis.dispose();
  },
});

const limit = 40;

test("two processes with one Redis allow exactly the limit per window", async ({
  makeOrganisation,
  otherOrganisation,
  launch,
  redis,
}) => {
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.list": limit } });
  const env = { REDIS_URL: redis.url };
  const processes = await Promise.all([launch({ env }), launch({ env })]);
  // A process that is busy with its first request could assume that Redis does not respond.
  for (const { url } of processes) await otherOrganisation.at(url).get("/v1/audit");

  const answers: Answer<unknown>[] = [];
  const clients = processes.map(({ url }) => organisation.at(url));
  const connections = [...clients, ...clients, ...clients, ...clients].map(async (client) => {
    for (let sent = 0; sent < limit / 2; sent++) answers.push(await client.get("/v1/audit?limit=1"));
  });
  await Promise.all(connections);

  // The minute can end during the test.
  for (const window of new Set(answers.map(reset))) {
    const inWindow = answers.filter((answer) => reset(answer) === window);
    const allowed = inWindow.filter(({ status }) => status === 200);
    const count = Math.min(limit, inWindow.length);
    expect(allowed.map(remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: count }, (_, i) => limit - 1 - i),
    );
    const refused = inWindow.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 429, body: { error: "rate_limited" } });
      expect(remaining(answer)).toBe(0);
    }
  }
});

test("requests succeed while Redis is down", async ({ organisation, launch, redis }) => {
  const env = { REDIS_URL: redis.url };
  const processes = await Promise.all([launch({ env }), launch({ env })]);
  const read = async () =>
    await Promise.all(processes.map(async ({ url }) => (await organisation.at(url).get("/v1/audit?limit=1")).status));
  expect(await read()).toEqual([200, 200]);

  const statuses = new Set<number>();
  let isGone = false;
  const gone = redis.kill().then(() => {
    isGone = true;
  });
  for (let after = 0; after < 20; after += isGone ? 1 : 0) for (const status of await read()) statuses.add(status);
  await gone;

  expect([...statuses]).toEqual([200]);
});

function reset(answer: Answer<unknown>): string | null {
  return answer.headers.get("x-ratelimit-reset");
}

function remaining(answer: Answer<unknown>): number {
  return Number(answer.headers.get("x-ratelimit-remaining"));
}
