import { expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import {
  createTestChain,
  createTestModel,
  everyEvent,
  headAndCounts,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { flawsOfChain } from "@/lib/domains/audit-chain/testing/independent-verifier";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

function rename(chain: TestChain, name: string, fail = false): Promise<unknown> {
  return inTransaction(undefined, async (tx) => {
    await tx.model.update({
      where: { id_organisationId: { id: chain.modelId, organisationId: chain.ctx.organisation.id } },
      data: { name },
    });
    const events = await appendInTransaction(chain.ctx, tx, [{ eventType: "CONFIG_CHANGE", payload: { name } }]);
    if (fail) throw new Error("the change failed");
    return events;
  });
}

async function nameOf(chain: TestChain): Promise<string | undefined> {
  const { rows } = await pool().query<{ name: string }>("SELECT name FROM models WHERE id = $1", [chain.modelId]);
  return rows[0]?.name;
}

test("a change and the event that records it commit together", async () => {
  const chain = await createTestChain();
  await rename(chain, "New name");
  expect(await nameOf(chain)).toBe("New name");
  expect(await everyEvent(chain.ctx)).toMatchObject([
    {
      modelId: chain.systemModelId,
      eventType: "CONFIG_CHANGE",
      severity: "INFO",
      source: "API",
      actor: { type: "SERVICE", id: "key_test", displayName: "Test key" },
      payload: { name: "New name" },
      verified: true,
    },
  ]);
});

test("a failed change rolls back its event, and the chain continues", async () => {
  const chain = await createTestChain();
  await expect(rename(chain, "Never", true)).rejects.toThrow("the change failed");
  expect(await nameOf(chain)).toBe("Test");
  expect(await headAndCounts(chain.ctx.organisation.id)).toMatchObject({ head: { position: "0" }, counts: {} });
  await rename(chain, "Later");
  expect(await everyEvent(chain.ctx)).toMatchObject([{ chainPosition: 1, payload: { name: "Later" } }]);
});

test("a rejected event rolls back the change", async () => {
  const chain = await createTestChain();
  const archived = await createTestModel(chain.ctx.organisation.id, { archived: true });
  const change = inTransaction(undefined, async (tx) => {
    await tx.model.update({
      where: { id_organisationId: { id: chain.modelId, organisationId: chain.ctx.organisation.id } },
      data: { name: "Never" },
    });
    await appendInTransaction(chain.ctx, tx, [
      { eventType: "CONFIG_CHANGE", payload: {} },
      { eventType: "CONFIG_CHANGE", payload: {}, modelId: archived },
    ]);
  });
  await expect(change).rejects.toMatchObject({ code: "model_not_registered" });
  expect(await nameOf(chain)).toBe("Test");
  expect(await everyEvent(chain.ctx)).toEqual([]);
});

test("one transaction can append several times and reads its own events", async () => {
  const chain = await createTestChain();
  const positions = await inTransaction(undefined, async (tx) => {
    const events = [];
    for (let i = 0; i < 3; i++) {
      const tags = ['{"\\', "ü,😀"];
      events.push(
        ...(await appendInTransaction(chain.ctx, tx, [
          { eventType: "ALERT", severity: "CRITICAL", payload: { i }, modelId: chain.modelId, tags },
          { eventType: "HUMAN_REVIEW", payload: { i } },
        ])),
      );
    }
    return events.map((event) => event.chainPosition);
  });
  expect(positions).toEqual([1, 2, 3, 4, 5, 6]);
  const events = await everyEvent(chain.ctx);
  expect(flawsOfChain(events)).toEqual([]);
  expect(events[0]).toMatchObject({ tags: ['{"\\', "ü,😀"], severity: "CRITICAL", verified: true });
  expect((await headAndCounts(chain.ctx.organisation.id)).counts).toEqual({
    [`${chain.modelId} ALERT CRITICAL API`]: 3,
    [`${chain.systemModelId} HUMAN_REVIEW INFO API`]: 3,
  });
});

test("concurrent changes, failures and appends produce one chain", async () => {
  const chain = await createTestChain();
  const work = Array.from({ length: 60 }, (_, i) => {
    if (i % 3 === 0) return rename(chain, `name ${i}`);
    if (i % 3 === 1) return rename(chain, `never ${i}`, true).catch(() => undefined);
    return appendEvent(chain.ctx, {
      modelId: chain.modelId,
      eventType: "INFERENCE",
      payload: { i },
      severity: "INFO",
      tags: [],
    });
  });
  await Promise.all(work);
  const events = await everyEvent(chain.ctx);
  expect(flawsOfChain(events)).toEqual([]);
  expect(events).toHaveLength(40);
  expect(events.filter((event) => String(event.payload?.name).startsWith("never"))).toEqual([]);
  expect((await headAndCounts(chain.ctx.organisation.id)).head?.position).toBe("40");
});
