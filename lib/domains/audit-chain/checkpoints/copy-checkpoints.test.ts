import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Checkpoint, verifyCheckpointSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { copyCheckpoints } from "@/lib/domains/audit-chain/checkpoints/copy-checkpoints";
import { getCheckpoint, issueDueCheckpoints } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { stateOf } from "@/lib/domains/audit-chain/checkpoints/refusal";
import { overwrite } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { appendEvents, createTestChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { env } from "@/lib/platform/config/env";
import { log } from "@/lib/platform/telemetry/log";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const directory = mkdtempSync(join(tmpdir(), "checkpoint-copies-"));
const owner = ownerOf(database);
let file = "";
let files = 0;

beforeEach(() => {
  files += 1;
  file = join(directory, `folder ${files}`, "checkpoints.ndjson");
  vi.spyOn(log(), "error").mockImplementation(() => undefined);
  env().CHECKPOINT_COPY_FILE = file;
});

afterAll(() => {
  env().CHECKPOINT_COPY_FILE = undefined;
  rmSync(directory, { recursive: true, force: true });
});

async function grow(chain: TestChain): Promise<Checkpoint> {
  await appendEvents(chain, {});
  return getCheckpoint(chain.ctx);
}

/** The checkpoints of a chain in the file. */
function copiesOf({ ctx }: TestChain): Checkpoint[] {
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.pop()).toBe("");
  return lines
    .map((line) => JSON.parse(line) as Checkpoint)
    .filter((one) => one.organisationId === ctx.organisation.id);
}

describe("copies of checkpoints", () => {
  test("contain every checkpoint once, in order and as signed", async () => {
    const [chain, other] = [await createTestChain(), await createTestChain()];
    const issued = [await grow(chain), await grow(chain)];
    const others = [await grow(other)];
    await copyCheckpoints();
    expect(copiesOf(chain)).toEqual(issued);
    issued.push(await grow(chain));
    expect(await copyCheckpoints()).toEqual({ copied: 1, inconsistent: [] });
    expect(await copyCheckpoints()).toEqual({ copied: 0, inconsistent: [] });
    expect(copiesOf(chain)).toEqual(issued);
    expect(copiesOf(other)).toEqual(others);
    for (const copy of issued) expect(verifyCheckpointSignature(copy)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("are created with due checkpoints", async () => {
    const chain = await createTestChain();
    await appendEvents(chain, {});
    await issueDueCheckpoints(chain.ctx.clock);
    expect(copiesOf(chain)).toHaveLength(1);
  });

  test("are written again if the progress was lost", async () => {
    const chain = await createTestChain();
    const issued = [await grow(chain), await grow(chain)];
    await copyCheckpoints();
    rmSync(`${file}.state`);
    await copyCheckpoints();
    expect(copiesOf(chain)).toEqual([...issued, ...issued]);
  });

  test("are serialised across concurrent runs", async () => {
    const chain = await createTestChain();
    const issued = [await grow(chain)];
    await Promise.all([copyCheckpoints(), copyCheckpoints(), copyCheckpoints()]);
    expect(copiesOf(chain)).toEqual(issued);
  });

  test("are completed by the next run after a failure, without delaying others", async () => {
    const chain = await createTestChain();
    appendFileSync(join(directory, "no folder"), "");
    env().CHECKPOINT_COPY_FILE = join(directory, "no folder", "checkpoints.ndjson");
    const issued = [await grow(chain)];
    expect(await copyCheckpoints()).toEqual({ copied: 0, inconsistent: [] });
    expect(log().error).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/could not be copied/));
    env().CHECKPOINT_COPY_FILE = file;
    await copyCheckpoints();
    expect(copiesOf(chain)).toEqual(issued);
  });

  test("reveal a copied checkpoint that is missing from the database", async () => {
    const chain = await createTestChain();
    const id = chain.ctx.organisation.id;
    const first = await grow(chain);
    await grow(chain);
    await copyCheckpoints();
    await owner.query("ALTER TABLE chain_checkpoints DISABLE TRIGGER USER");
    await owner.query("DELETE FROM chain_checkpoints WHERE organisation_id = $1 AND size = 2", [id]);
    await owner.query("ALTER TABLE chain_checkpoints ENABLE ALWAYS TRIGGER chain_checkpoints_append_only");
    expect(await copyCheckpoints()).toEqual({ copied: 0, inconsistent: [id] });
    // Simulates an operator who makes the signer accept the chain.
    await overwrite(id, stateOf(first), chain.ctx.clock);
    await grow(chain);
    expect((await copyCheckpoints()).inconsistent).toEqual([id]);
    expect(copiesOf(chain).map(({ size }) => size)).toEqual([1, 2, 3]);
  });

  test("are not created if no file is configured", async () => {
    env().CHECKPOINT_COPY_FILE = undefined;
    await grow(await createTestChain());
    expect(await copyCheckpoints()).toEqual({ copied: 0, inconsistent: [] });
  });

  test("are not created if the progress cannot be read", async () => {
    const chain = await createTestChain();
    await grow(chain);
    await copyCheckpoints();
    writeFileSync(`${file}.state`, "{");
    expect(await copyCheckpoints()).toEqual({ copied: 0, inconsistent: [] });
    expect(log().error).toHaveBeenCalled();
  });
});
