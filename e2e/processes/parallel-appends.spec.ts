import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { readChain } from "../support/chain";
import { expect, test } from "./fixtures";

test("500 parallel appends to two processes create one chain", async ({
  organisation,
  application,
  secondApplication,
}) => {
  const models = await Promise.all([organisation.model(), organisation.model(), organisation.model()]);
  const before = await readChain(organisation.api);
  const processes = [organisation.at(application.url), organisation.at(secondApplication.url)];

  const answers = await Promise.all(
    Array.from({ length: 500 }, async (_, i) => {
      const modelId = models[i % models.length]?.id;
      const body = { modelId, eventType: "INFERENCE", payload: { i }, tags: [`tag-${i % 7}`] };
      return await processes[i % processes.length]?.post<AppendedEvent>("/v1/audit", body);
    }),
  );

  expect(answers.map((answer) => answer?.status)).toEqual(Array(500).fill(201));
  const chain = await readChain(organisation.api);
  expect(chain.map((event) => event.chainPosition)).toEqual(Array.from(chain, (_, i) => i + 1));
  expect(chain).toHaveLength(before.length + 500);
  expect(new Set(chain.map((event) => event.previousHash)).size).toBe(chain.length);
  expect(flawsOfChain(chain)).toEqual([]);
  expect(chain.every((event) => event.verified)).toBe(true);

  const stored = new Map(chain.map((event) => [event.id, event]));
  for (const answer of answers) {
    const { receipt, ...acknowledged } = answer?.body ?? ({} as AppendedEvent);
    expect(stored.get(acknowledged.id)).toMatchObject({ ...acknowledged, ...receipt });
  }
});
