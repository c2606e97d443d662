import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { readChain } from "../support/chain";
import { contradictions } from "../support/contradictions";
import { startLoad } from "../support/load";
import { onlyInFullRun } from "../support/scope";
import { until } from "../support/until";
import { expect, test } from "./fixtures";

test("a stopping process completes its requests, rejects new ones and exits", async ({ organisation, launch }) => {
  const model = await organisation.model();
  const stopping = await launch();
  const load = startLoad({ api: () => organisation.at(stopping.url), modelIds: [model.id], seed: "graceful stop" });
  await load.acknowledgements(100);

  expect(await stopping.stop()).toBe(0);
  const writes = await load.stop();

  const chain = await readChain(organisation.api);
  expect(contradictions(writes, chain)).toEqual([]);
  expect(flawsOfChain(chain)).toEqual([]);
  const written = new Set(chain.map((event) => event.payload?.write));
  const refused = writes.filter((write) => !write.acknowledged);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((write) => written.has(write.number))).toEqual([]);
});

test(
  "a stopping process serves requests for SHUTDOWN_DELAY, while its readiness check fails",
  onlyInFullRun,
  async ({ organisation, launch }) => {
    const { url, stop } = await launch({ env: { SHUTDOWN_DELAY: "4" } });
    const stopped = stop();
    const ready = await until("the readiness check fails", async () => {
      const response = await fetch(`${url}/api/health/ready`);
      return !response.ok && response;
    });
    expect(await ready.json()).toMatchObject({
      status: "not_ready",
      checks: expect.arrayContaining([{ name: "process", ok: false, message: "The process is shutting down." }]),
    });
    const response = await organisation.at(url).get("/v1/audit");
    expect(response.status).toBe(200);
    expect(response.headers.get("connection")).toBe("close");
    expect(await stopped).toBe(0);
  },
);
