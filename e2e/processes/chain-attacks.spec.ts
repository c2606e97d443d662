import { rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import type { ChainVerification } from "@/lib/domains/audit-chain/schemas-verification";
import { type Environment, signerStateFor } from "../support/environment";
import { type Forger, forge } from "../support/forger";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun, sampled } from "../support/scope";
import { runScript } from "../support/script";
import { verifyChain } from "../support/verification";
import { expect, test } from "./fixtures";

type Question = keyof ChainVerification["verdicts"];

/** A chain with a first checkpoint, a second one over its 8th event, and two later events. */
interface Victim {
  organisation: TestOrganisation;
  /** Ten events, numbered from 1 to 10. The numbers below refer to them. */
  events: AppendedEvent[];
  /** The chain position before the first event. */
  base: number;
  checkpoints: Checkpoint[];
}

interface Attack {
  what: string;
  does(forger: Forger, victim: Victim): Promise<void>;
  failed: Question[];
  code: string;
  /** The number of the first broken event; higher numbers are positions after the tenth. */
  at: number;
  /** The number of the event whose saved receipt is required to expose the attack. */
  kept?: number;
}

const organisation = "WHERE organisation_id = $1";
const event = (victim: Victim, nth: number) => `${organisation} AND chain_position = ${victim.base + nth}`;
const checkpoint = (victim: Victim, nth: 0 | 1) => `${organisation} AND size = ${victim.checkpoints[nth]?.size}`;
const declined = "content = replace(content, 'APPROVED', 'DECLINED')";
const emptyHead = `UPDATE chain_heads SET position = 0, block_hash = 'sha256:' || repeat('0', 64), recorded_at = NULL ${organisation}`;
const noCheckpoints = `DELETE FROM chain_checkpoints ${organisation}`;

const attacks: Attack[] = [
  {
    what: "a decision in an event's content is changed",
    does: ({ run }, victim) => run(`UPDATE audit_events SET ${declined} ${event(victim, 5)}`),
    failed: ["content"],
    code: "content_mismatch",
    at: 5,
  },
  {
    what: "a severity is lowered",
    does: ({ run }, victim) => run(`UPDATE audit_events SET severity = 'INFO' ${event(victim, 5)}`),
    failed: ["content"],
    code: "header_mismatch",
    at: 5,
  },
  {
    what: "a single event is changed and rehashed",
    async does({ run, rehash }, victim) {
      await run(`UPDATE audit_events SET ${declined} ${event(victim, 5)}`);
      await rehash(victim.base + 5);
    },
    failed: ["linkage"],
    code: "link_mismatch",
    at: 6,
  },
  {
    what: "the time of receipt is set back, and all later events are rehashed",
    async does({ run, rehashFrom }, victim) {
      await run(`UPDATE audit_events SET recorded_at = recorded_at - interval '1 day' ${event(victim, 9)}`);
      await rehashFrom(victim.base + 9);
    },
    failed: ["linkage"],
    code: "recorded_at_backwards",
    at: 9,
  },
  {
    what: "an event in the middle is deleted",
    does: ({ run }, victim) => run(`DELETE FROM audit_events ${event(victim, 5)}`),
    failed: ["linkage", "completeness"],
    code: "events_missing",
    at: 5,
  },
  {
    what: "two events are exchanged",
    async does({ run }, victim) {
      const move = (from: number, to: number) =>
        run(`UPDATE audit_events SET chain_position = ${victim.base + to} ${event(victim, from)}`);
      await move(4, 1_000);
      await move(6, 4);
      await move(1_000, 6);
    },
    failed: ["content", "linkage"],
    code: "header_mismatch",
    at: 4,
  },
  {
    what: "the last event is deleted",
    does: ({ run }, victim) => run(`DELETE FROM audit_events ${event(victim, 10)}`),
    failed: ["completeness"],
    code: "tail_missing",
    at: 10,
  },
  {
    what: "the last events are deleted and the head is moved back before the last checkpoint",
    async does({ run, rehashFrom }, victim) {
      await run(`DELETE FROM audit_events ${organisation} AND chain_position > ${victim.base + 6}`);
      await rehashFrom(victim.base + 6);
    },
    failed: ["completeness", "checkpoints"],
    code: "tail_missing",
    at: 7,
  },
  {
    what: "an event is written outside the service",
    does: ({ append }) => append(),
    failed: ["completeness"],
    code: "events_beyond_head",
    at: 11,
  },
  {
    what: "the head is moved forward",
    does: ({ run }) => run(`UPDATE chain_heads SET position = 30000 ${organisation}`),
    failed: ["completeness"],
    code: "tail_missing",
    at: 11,
  },
  {
    what: "the entire chain is rehashed and the checkpoints are kept",
    async does({ run, rehashFrom }, victim) {
      await run(`UPDATE audit_events SET ${declined} ${event(victim, 1)}`);
      await rehashFrom(1);
    },
    failed: ["checkpoints"],
    code: "checkpoint_mismatch",
    at: 4,
  },
  {
    what: "a checkpoint is edited",
    does: ({ run }, victim) =>
      run(`UPDATE chain_checkpoints SET root_hash = 'sha256:' || repeat('a', 64) ${checkpoint(victim, 1)}`),
    failed: ["checkpoints"],
    code: "checkpoint_signature",
    at: 8,
  },
  {
    what: "a checkpoint is deleted",
    does: ({ run }, victim) => run(`DELETE FROM chain_checkpoints ${checkpoint(victim, 0)}`),
    failed: ["checkpoints"],
    code: "checkpoint_link",
    at: 8,
  },
  {
    what: "events after the last checkpoint are deleted and the head is moved back",
    async does({ run, rehashFrom }, victim) {
      await run(`DELETE FROM audit_events ${event(victim, 10)}`);
      await rehashFrom(victim.base + 9);
    },
    failed: ["anchor"],
    code: "anchor_mismatch",
    at: 10,
    kept: 10,
  },
  {
    what: "the entire chain is rehashed and all checkpoints are deleted",
    async does({ run, rehashFrom }, victim) {
      await run(noCheckpoints);
      await run(`UPDATE audit_events SET ${declined} ${event(victim, 1)}`);
      await rehashFrom(1);
    },
    failed: ["anchor"],
    code: "anchor_mismatch",
    at: 3,
    kept: 3,
  },
  {
    what: "all events and checkpoints are deleted and the head is reset",
    async does({ run }) {
      await run(noCheckpoints);
      await run(`DELETE FROM audit_events ${organisation}`);
      await run(`DELETE FROM audit_event_counts ${organisation}`);
      await run(emptyHead);
    },
    failed: ["anchor"],
    code: "anchor_mismatch",
    at: 1,
    kept: 1,
  },
];

async function makeVictim(organisation: TestOrganisation): Promise<Victim> {
  const { api } = organisation;
  const models = [await organisation.model(), await organisation.model()];
  const victim: Victim = { organisation, events: [], base: 0, checkpoints: [] };
  for (let n = 1; n <= 10; n++) {
    const payload = { n, decision: "APPROVED", confidence: 0.9375 };
    const body = { modelId: models[n % 2]?.id, eventType: "CONFIG_CHANGE", severity: "HIGH", payload, tags: ["prod"] };
    victim.events.push((await api.post<AppendedEvent>("/v1/audit", body)).body);
    if (n === 4 || n === 8) victim.checkpoints.push((await api.get<Checkpoint>("/v1/audit/checkpoint")).body);
  }
  victim.base = (victim.events[0]?.chainPosition ?? 1) - 1;
  return victim;
}

/**
 * The service signs the chain every minute, and records each verification as an event. The attacker first removes the
 * checkpoints and events after the victim's, and the signer's record of the chain.
 * `e2e/clusters/signer-memory.full.spec.ts` tests attacks with that record intact.
 */
async function attack(
  owner: pg.Pool,
  victim: Victim,
  does: Attack["does"],
  { serverSecret }: Pick<Environment, "serverSecret">,
): Promise<void> {
  await rm(join(signerStateFor(serverSecret), victim.organisation.id), { recursive: true });
  await forge(owner, victim.organisation.id, async (forger) => {
    await forger.run(`DELETE FROM chain_checkpoints ${organisation} AND size > ${victim.base + 8}`);
    await forger.run(`DELETE FROM audit_events ${organisation} AND chain_position > ${victim.base + 10}`);
    await forger.rehashFrom(victim.base + 10);
    await does(forger, victim);
  });
}

function failedOf({ verdicts }: ChainVerification): string[] {
  return Object.entries(verdicts).flatMap(([question, verdict]) => (verdict === "failed" ? [question] : []));
}

const samples = ["an event in the middle is deleted", "the entire chain is rehashed and all checkpoints are deleted"];

for (const { what, does, failed, code, at, kept } of attacks) {
  test(
    `an attack by the database owner is detected: ${what}`,
    sampled(samples.includes(what)),
    async ({ organisation, otherOrganisation, database, environment }) => {
      const [victim, bystander] = [await makeVictim(organisation), await makeVictim(otherOrganisation)];
      const { api } = organisation;
      const expectedHead = victim.events[(kept ?? 3) - 1]?.receipt;
      expect(await verifyChain(api, { expectedHead })).toMatchObject({ status: "ok", findings: [] });

      await attack(database.owner, victim, does, environment);

      if (kept !== undefined) expect(await verifyChain(api)).toMatchObject({ status: "ok" });
      const report = await verifyChain(api, kept === undefined ? {} : { expectedHead });
      const [first] = report.findings;
      expect({ status: report.status, failed: failedOf(report), code: first?.code, at: first?.chainPosition }).toEqual({
        status: "failed",
        failed,
        code,
        at: victim.base + at,
      });
      const other = await verifyChain(bystander.organisation.api, { expectedHead: bystander.events[9]?.receipt });
      expect(other).toMatchObject({ status: "ok", verdicts: { anchor: "ok" }, findings: [] });
      for (const path of [
        "/v1/audit/checkpoint",
        `/v1/audit/${victim.events[1]?.id}/proof`,
        "/v1/audit/consistency?from=4",
      ]) {
        expect((await api.get(path)).status, path).toBeLessThan(500);
      }
    },
  );
}

test(
  "fsck exits with 0 for an intact chain, 1 for a tampered one, and 2 if it cannot verify",
  onlyInFullRun,
  async ({ organisation, otherOrganisation, database, environment }, testInfo) => {
    const [victim, bystander] = [await makeVictim(organisation), await makeVictim(otherOrganisation)];
    await attack(
      database.owner,
      victim,
      ({ run }) => run(`UPDATE audit_events SET severity = 'INFO' ${event(victim, 5)}`),
      environment,
    );
    const fsck = (...argv: string[]) => runScript("fsck", argv, { environment, directory: testInfo.outputDir });

    const [intact, tampered, unknown, unreachable] = await Promise.all([
      fsck("--organisation", bystander.organisation.id, "--json"),
      fsck("--organisation", victim.organisation.id),
      fsck("--organisation", "org_none"),
      runScript("fsck", [], {
        environment: { ...environment, applicationUrl: "postgresql://nobody@127.0.0.1:1/none" },
        directory: testInfo.outputDir,
      }),
    ]);

    expect(intact).toMatchObject({ status: 0 });
    expect(JSON.parse(intact.out)).toMatchObject({
      status: "ok",
      organisations: [{ organisationId: bystander.organisation.id, verdicts: { checkpoints: "ok" }, findings: [] }],
    });
    expect(tampered).toMatchObject({ status: 1, err: "" });
    expect(tampered.out).toContain(`at ${victim.base + 5} (${victim.events[4]?.id}): header_mismatch`);
    expect(unknown).toMatchObject({ status: 2, err: expect.stringContaining("organisation org_none not found") });
    expect(unreachable).toMatchObject({ status: 2, out: "" });
  },
);
