import { expect, test } from "vitest";
import { verifyChain } from "@/lib/domains/audit-chain";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { readChainFigures } from "@/lib/domains/audit-chain/findings/chain-metrics";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { appendEvents, createTestChain, numbered } from "@/lib/domains/audit-chain/testing/chain";
import { systemClock } from "@/lib/platform/core/clock";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

test("the metrics reflect verifications, checkpoints and findings", async () => {
  const none = {
    ...{ ok: 0, failed: 0, not_verified: 0, interrupted: 0, unverified: 0 },
    ...{ oldestVerificationSeconds: 0, oldestWholeSeconds: 0, openFindings: 0, uncheckpointedSeconds: 0 },
  };
  expect(await readChainFigures()).toEqual(none);

  const chain = await createTestChain();
  const { id } = chain.ctx.organisation;
  await appendEvents(chain, ...numbered(3));
  const recorded = await readChainFigures();
  expect(recorded).toMatchObject({ ok: 0, unverified: 1 });
  expect(recorded.uncheckpointedSeconds).toBeGreaterThan(0);
  expect(recorded.oldestVerificationSeconds).toBeGreaterThan(0);
  expect(recorded.oldestWholeSeconds).toBe(recorded.oldestVerificationSeconds);

  await issueCheckpoint(id, systemClock);
  await verifyChain({ ...chain.ctx, clock: systemClock }, VerifyChain.parse({}), async () => []);
  const verified = await readChainFigures();
  expect(verified).toMatchObject({ ok: 1, unverified: 0 });
  expect(verified.oldestVerificationSeconds).toBeGreaterThan(0);

  await recordFinding(id, {
    ...{ eventId: "position:2", code: "events_missing", chainPosition: 2 },
    ...{ storedHash: `sha256:${"0".repeat(64)}`, computedHash: `sha256:${"1".repeat(64)}` },
    detectedAt: new Date().toISOString(),
  });
  expect(await readChainFigures()).toMatchObject({ openFindings: 1 });

  await pool().query("UPDATE chain_verifications SET status = 'failed' WHERE organisation_id = $1", [id]);
  expect(await readChainFigures()).toMatchObject({ ok: 0, failed: 1 });

  await pool().query("UPDATE chain_verifications SET status = 'not_verified' WHERE organisation_id = $1", [id]);
  const notVerified = await readChainFigures();
  expect(notVerified).toMatchObject({ ok: 0, failed: 0, not_verified: 1, unverified: 0 });
  // Since the first event, because no verification had a result.
  expect(notVerified.oldestVerificationSeconds).toBeGreaterThan(verified.oldestVerificationSeconds);
  expect(notVerified.oldestWholeSeconds).toBe(notVerified.oldestVerificationSeconds);

  await pool().query("INSERT INTO organisation_moves (organisation_id, state) VALUES ($1, 'ARRIVING')", [id]);
  expect(await readChainFigures()).toEqual(none);
});
