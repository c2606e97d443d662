import { expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { getNeighbours } from "@/lib/domains/audit-chain/read/events";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { createTestChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const append = ({ ctx, modelId }: TestChain) =>
  appendEvent(ctx, AppendEvent.parse({ modelId, eventType: "DEPLOYMENT", payload: {} }), undefined);

test("returns the previous and next event, or null at the ends", async () => {
  const chain = await createTestChain();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await append(chain)).event.id);
  const around = async (id = "") => {
    const { previous, next } = await getNeighbours(chain.ctx, id);
    return [previous?.id ?? null, next?.id ?? null];
  };
  expect(await around(ids[0])).toEqual([null, ids[1]]);
  expect(await around(ids[1])).toEqual([ids[0], ids[2]]);
  expect(await around(ids[2])).toEqual([ids[1], null]);
});

test("returns not_found for another organisation's event", async () => {
  const [mine, theirs] = [await createTestChain(), await createTestChain()];
  const { id } = (await append(theirs)).event;
  await expect(getNeighbours(mine.ctx, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(getNeighbours(mine.ctx, "evt_nothing")).rejects.toMatchObject({ code: "not_found" });
});
