import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { readChain } from "../support/chain";
import { later } from "../support/later";
import { until } from "../support/until";
import { verifyChain } from "../support/verification";
import { expect, test } from "./fixtures";

const hourMs = 3_600_000;

interface Readiness {
  status: string;
  checks: { name: string; ok: boolean; message: string }[];
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/api/health/ready`);
  return { status: response.status, body: (await response.json()) as Readiness };
};

const skewSeconds = async (url: string) => {
  const text = await (await fetch(`${url}/api/metrics`)).text();
  return Number(/^gas_clock_skew_seconds (\S+)$/m.exec(text)?.[1]);
};

test("a process two hours ahead does not change the chain's times: it is not ready, and its metric shows the skew", async ({
  organisation,
  application,
  launch,
}) => {
  const ahead = await launch({ env: { ...later(2 * hourMs).env, PROCESS_ROLE: "web" } });
  const { id: modelId } = await organisation.model();
  const apis = [organisation.at(ahead.url), organisation.at(application.url)];
  const startedMs = Date.now();
  for (let i = 0; i < 20; i++) {
    const { status } = (await apis[i % 2]?.post<AppendedEvent>("/v1/audit", {
      modelId,
      eventType: "INFERENCE",
      payload: { i },
    })) ?? { status: 0 };
    expect(status).toBe(201);
  }
  const chain = await readChain(organisation.api);
  expect(flawsOfChain(chain)).toEqual([]);
  for (const { recordedAt, timestamp } of chain.slice(-20)) {
    expect(Date.parse(recordedAt)).toBeGreaterThan(startedMs - 5_000);
    expect(Date.parse(recordedAt)).toBeLessThan(Date.now() + 5_000);
    expect(timestamp).toBe(recordedAt);
  }
  const { body: checkpoint } = await organisation.at(ahead.url).get<Checkpoint>("/v1/audit/checkpoint");
  expect(Math.abs(Date.parse(checkpoint.issuedAt) - Date.now())).toBeLessThan(10_000);
  expect((await verifyChain(organisation.at(application.url))).status).toBe("ok");

  const inAnHour = {
    modelId,
    eventType: "INFERENCE",
    payload: {},
    timestamp: new Date(startedMs + hourMs).toISOString(),
  };
  const refused = await organisation.at(ahead.url).post<{ details: unknown }>("/v1/audit", inAnHour);
  expect(refused.status).toBe(400);
  expect(refused.body.details).toEqual([
    { path: "timestamp", message: "must not be more than 5 minutes in the future" },
  ]);

  const notReady = await readiness(ahead.url);
  expect(notReady.status).toBe(503);
  expect(notReady.body.checks.filter(({ ok }) => !ok)).toEqual([
    {
      name: "clock",
      ok: false,
      message: expect.stringMatching(
        /^The clock is 7\d{3} s ahead of the database's clock\. The maximum difference is 5 s\.$/,
      ),
    },
  ]);
  expect((await readiness(application.url)).body.status).toBe("ready");
  const skew = await until("the metric shows the skew", async () => {
    const seconds = await skewSeconds(ahead.url);
    return seconds > 5 && seconds;
  });
  expect(skew).toBeGreaterThan(7_100);
  expect(skew).toBeLessThan(7_400);
  expect(Math.abs(await skewSeconds(application.url))).toBeLessThan(1);
});
