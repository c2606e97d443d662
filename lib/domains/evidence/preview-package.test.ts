import { expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { createTestChain } from "@/lib/domains/audit-chain/testing/chain";
import { previewPackage } from "@/lib/domains/evidence/request-package";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const period = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-19T00:00:00.000Z" };
const framework = "EU_AI_ACT_ANNEX_IV" as const;

test("a preview counts only the model's events in the period, by section", async () => {
  const { ctx, modelId, systemModelId } = await createTestChain();
  const append = (eventType: string, timestamp: string, of = modelId) =>
    appendEvent(ctx, AppendEvent.parse({ modelId: of, eventType, payload: {}, timestamp }), undefined);
  await append("HUMAN_REVIEW", period.from);
  await append("INFERENCE", period.to);
  await append("HUMAN_REVIEW", "2026-11-19T00:00:00.001Z");
  await append("HUMAN_REVIEW", "2026-11-10T00:00:00.000Z", systemModelId);

  const { totalEvents, sections } = await previewPackage(ctx, { modelId, framework, ...period });
  expect(totalEvents).toBe(2);
  const oversight = sections.find(({ id }) => id === "HUMAN_OVERSIGHT");
  expect(oversight).toMatchObject({ strongEvents: 1 });
  expect(sections.every(({ events, strongEvents }) => strongEvents <= events && events <= totalEvents)).toBe(true);
});

test("a preview of another organisation's model is rejected", async () => {
  const [mine, theirs] = [await createTestChain(), await createTestChain()];
  const asked = previewPackage(mine.ctx, { modelId: theirs.modelId, framework, ...period });
  await expect(asked).rejects.toMatchObject({ code: "model_not_registered" });
});
