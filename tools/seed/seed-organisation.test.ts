import { expect, test } from "vitest";
import { listVerifications } from "@/lib/domains/audit-chain";
import { createVictim, removeGuards } from "@/lib/domains/audit-chain/testing/attacker";
import { appendEvents, numbered } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { findOrganisation } from "@/lib/domains/organisations";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { ownTestDatabase } from "@/tools/database/testing";
import { chainSteps } from "./seed-organisation";
import { dayMs, runTimeline } from "./timeline";

const owner = ownerOf(ownTestDatabase(), removeGuards);

test("verifies the full chain once a week, and otherwise continues each night", async () => {
  const chain = await createVictim(owner, { events: 3 });
  const organisation = await findOrganisation(chain.organisationId);
  if (!organisation) throw new Error("organisation not found");
  const firstMs = chain.ctx.clock.nowMs;
  const createdAt = isoMilliseconds(firstMs);
  const steps = chainSteps({ ...organisation, createdAt }, firstMs + 9 * dayMs).map(({ atMs, run }) => ({
    atMs,
    run: async (clock: Parameters<typeof run>[0]) => {
      chain.ctx.clock.nowMs = clock.now();
      await appendEvents(chain, ...numbered(1));
      await run(clock);
    },
  }));
  await runTimeline(steps);
  const { data } = await listVerifications(chain.ctx, { limit: 20 });
  expect(data.map(({ status }) => status)).toEqual(Array(9).fill("ok"));
  const modes = data.map(({ mode }) => mode).reverse();
  expect(modes[0]).toBe("full");
  expect(modes.slice(1, 8).filter((mode) => mode === "full")).toHaveLength(1);
  expect(modes.filter((mode) => mode === "continued").length).toBeGreaterThanOrEqual(6);
  for (const { mode, from } of data) expect(mode === "full").toBe(from === 1);
});
