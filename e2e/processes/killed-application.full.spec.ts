import { setTimeout as delay } from "node:timers/promises";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { createRandom } from "@/tools/seed/random";
import { readChain } from "../support/chain";
import { contradictions } from "../support/contradictions";
import { startLoad } from "../support/load";
import { expect, test } from "./fixtures";

const kills = 16;

test("16 kills under load lose no acknowledged event", async ({ makeOrganisation, launch }) => {
  test.setTimeout(480_000);
  const random = createRandom("sixteen kills");
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000 } });
  const [one, other] = await Promise.all([organisation.model(), organisation.model()]);
  let serving = await launch();
  const load = startLoad({
    api: () => organisation.at(serving.url),
    modelIds: [one.id, other.id],
    seed: "sixteen kills",
    repeat: true,
  });

  for (let killed = 0; killed < kills; killed += 2) {
    await load.acknowledgements(10);
    // With two cores, starting processes under load would take most of this test's time.
    load.pause();
    const successors = await Promise.all([launch(), launch()]);
    load.resume();
    for (const successor of successors) {
      // A random moment, so that a kill can interrupt a commit.
      await load.acknowledgements(random.integer(1, 40));
      await delay(random.decimal(0, 15, 3));
      const dying = serving.kill();
      serving = successor;
      await dying;
    }
  }
  await load.acknowledgements(50);
  const writes = await load.stop();

  const statuses = new Set(writes.flatMap((write) => write.answers));
  for (const expected of [201, 409, undefined]) statuses.delete(expected);
  expect([...statuses]).toEqual([]);
  const broken = writes.filter((write) => write.answers.includes(undefined));
  expect(broken.length).toBeGreaterThan(kills);
  expect(broken.some((write) => write.replayed)).toBe(true);
  const keyed = writes.filter((write) => write.idempotencyKey !== undefined);
  expect(keyed.filter((write) => !write.acknowledged)).toEqual([]);
  const chain = await readChain(organisation.at(serving.url));
  expect(contradictions(writes, chain)).toEqual([]);
  expect(flawsOfChain(chain)).toEqual([]);
});
