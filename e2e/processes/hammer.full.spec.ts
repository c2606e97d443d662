import { runScript } from "../support/script";
import { tamper } from "../support/tamper";
import { until } from "../support/until";
import { expect, test } from "./fixtures";

const scopes = ["audit:write", "audit:read", "models:read", "models:write"] as const;

test("hammer exits with 0 if all acknowledged events are proved although processes are killed", async ({
  environment,
}, { outputDir: directory }) => {
  const flags = ["--writers", "4", "--instances", "2", "--seconds", "6", "--kill-every", "2"];
  const { status, out, err } = await runScript("hammer", flags, { environment, directory });
  expect({ status, out, err }).toMatchObject({ status: 0, out: expect.stringContaining("All checks passed.") });
  expect(out).toMatch(/; [1-9]\d* kills\./);
  expect(out).toMatch(/\n[1-9]\d* inclusion proofs verified with [1-9]\d* checkpoints\./);
});

test("hammer exits with 1 if an event is deleted, and with 2 if the service cannot be reached", async ({
  application,
  database,
  environment,
  makeOrganisation,
}, { outputDir: directory }) => {
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000 } });
  const { key } = await organisation.key([...scopes]);
  const flags = (url: string) => ["--url", url, "--key", key, "--writers", "4", "--seconds", "3"];
  const hammering = runScript("hammer", flags(application.url), { environment, directory });
  await until(
    "events are appended",
    async () => {
      const [deleted] = await tamper<{ id: string }>(
        database.owner,
        "audit_events",
        `DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 20 AND 'INFERENCE' = event_type
         AND EXISTS (SELECT FROM audit_events WHERE organisation_id = $1 AND chain_position = 30) RETURNING id`,
        [organisation.id],
      );
      return deleted !== undefined;
    },
    { everyMs: 100 },
  );

  const { status, out } = await hammering;
  expect(status).toBe(1);
  expect(out).toMatch(/PROBLEM the verification of the chain failed: .*events_missing/);
  expect(out).toMatch(/PROBLEM \d+ events were acknowledged, but the chain has \d+/);
  expect(out).not.toContain("All checks passed.");

  const nowhere = await runScript("hammer", flags("http://127.0.0.1:1"), { environment, directory });
  expect(nowhere).toMatchObject({ status: 2, err: expect.stringContaining("hammer: ") });
});
