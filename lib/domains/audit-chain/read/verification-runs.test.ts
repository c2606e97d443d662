import { expect, test } from "vitest";
import { listVerifications } from "@/lib/domains/audit-chain/read/verification-runs";
import { VerificationList, VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { createVictim, removeGuards } from "@/lib/domains/audit-chain/testing/attacker";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { verifyChain } from "@/lib/domains/audit-chain/verification/verifications";
import { ownTestDatabase } from "@/tools/database/testing";

const owner = ownerOf(ownTestDatabase(), removeGuards);

test("lists an organisation's verifications, newest first, with results that the service stored", async () => {
  const { ctx } = await createVictim(owner, { events: 3 });
  const other = await createVictim(owner, { events: 1 });
  await verifyChain(ctx, VerifyChain.parse({}));
  const later = { ...ctx, clock: { now: () => ctx.clock.now() + 1_000 } };
  await verifyChain(later, VerifyChain.parse({ from: 2, to: 3 }));
  await verifyChain(other.ctx, VerifyChain.parse({}));

  const { data, pagination } = await listVerifications(ctx, { limit: 1 });
  expect(data).toMatchObject([{ status: "ok", mode: "full", from: 2, to: 3, eventsVerified: 2, findingsTotal: 0 }]);
  expect(pagination.total).toBe(2);
  const next = await listVerifications(ctx, { limit: 10, cursor: pagination.nextCursor });
  expect(next.data).toMatchObject([{ status: "ok", from: 1, to: 3 }]);
  expect(VerificationList.parse(next)).toEqual(next);

  await owner.query("UPDATE chain_verifications SET report = replace(report, '\"to\":3', '\"to\":9') WHERE id = $1", [
    data[0]?.id,
  ]);
  expect((await listVerifications(ctx, { limit: 1 })).data).toMatchObject([
    { status: "interrupted", from: null, to: null, findingsTotal: null, verifiedAt: null },
  ]);
});
