import { setTimeout as delay } from "node:timers/promises";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { createRandom } from "@/tools/seed/random";
import { readChain } from "../support/chain";
import { contradictions } from "../support/contradictions";
import { startLoad } from "../support/load";
import { expect, test } from "./cluster-fixtures";

const kills = 5;

test("killing application and database at the same time loses no acknowledged event and leaves no partial write", async ({
  cluster,
  makeOrganisation,
  launch,
}) => {
  test.setTimeout(120_000);
  const random = createRandom("application and database");
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000 } });
  const [one, other] = await Promise.all([organisation.model(), organisation.model()]);
  let serving = await launch();
  const load = startLoad({
    api: () => organisation.at(serving.url),
    modelIds: [one.id, other.id],
    seed: "application and database",
    repeat: true,
  });

  for (let killed = 0; killed < kills; killed++) {
    await load.acknowledgements(random.integer(100, 200));
    await delay(random.decimal(0, 15, 3));
    await Promise.all([cluster.kill(), serving.kill()]);
    await cluster.start();
    serving = await launch();
  }
  await load.acknowledgements(50);
  const writes = await load.stop();

  const keyed = writes.filter((write) => write.idempotencyKey !== undefined);
  expect(keyed.filter((write) => !write.acknowledged)).toEqual([]);
  const chain = await readChain(organisation.at(serving.url));
  expect(contradictions(writes, chain)).toEqual([]);
  expect(flawsOfChain(chain)).toEqual([]);
});
