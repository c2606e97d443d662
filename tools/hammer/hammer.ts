import { hash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { bytesOf, isConsistent, isIncluded } from "@/lib/domains/audit-chain/testing/independent-merkle";
import { type Answer, send } from "./client";
import { type Acknowledged, Ledger } from "./ledger";
import { report } from "./report";
import type { HammerSubject } from "./subjects";

interface Load {
  writers: number;
  readers: number;
  seconds: number;
  killEverySeconds: number | undefined;
}

/** Runs the load test and prints its progress. Returns whether all checks passed. */
export async function hammer(subject: HammerSubject, load: Load, print: (line: string) => void): Promise<boolean> {
  const ledger = new Ledger();
  const tag = `hammer-${randomUUID().slice(0, 8)}`;
  const startedAt = performance.now();
  const state = { isOver: false };
  print(`${load.writers} writers, ${load.readers} readers, ${subject.urls.length} instances, ${load.seconds} s …`);
  const over = delay(load.seconds * 1_000).then(() => {
    state.isOver = true;
  });
  const writers = Array.from({ length: load.writers }, () =>
    guarded(ledger, "writer", () => write(subject, ledger, tag, state)),
  );
  const readers = Array.from({ length: load.readers }, () =>
    guarded(ledger, "reader", () => read(subject, ledger, state)),
  );
  const killer = guarded(ledger, "killer", () => kill(subject, ledger, load.killEverySeconds, state));
  await Promise.all([over, ...writers]);
  const writtenMs = performance.now() - startedAt;
  await Promise.all([...readers, killer]);
  await guarded(ledger, "verification", () => verifyAll(subject, ledger, tag, print));
  return report(ledger, writtenMs, print);
}

async function guarded(ledger: Ledger, who: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ledger.problem(`${who}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A writer: single events, batches, and repeats of acknowledged requests. */
async function write(subject: HammerSubject, ledger: Ledger, tag: string, state: { isOver: boolean }): Promise<void> {
  const repeatable: { key: string; body: unknown; id: string }[] = [];
  for (let n = 0; !state.isOver; n++) {
    const earlier = repeatable[n % Math.max(1, repeatable.length)];
    if (n % 10 === 9 && earlier) {
      const answer = await send(subject, "/v1/audit", {
        method: "POST",
        body: earlier.body,
        idempotencyKey: earlier.key,
      });
      note(ledger, "repeat", answer);
      ledger.counts.repeats += 1;
      const { id } = answer.body as { id?: string };
      if (id !== earlier.id) ledger.problem(`the repeat of ${earlier.id} returned ${id} (${answer.status})`);
      else if (!answer.replayed) ledger.problem(`the repeat of ${id} has no Idempotent-Replayed header`);
      else ledger.acknowledge(answer.body as Acknowledged);
      continue;
    }
    const key = randomUUID();
    if (n % 10 === 4) {
      const events = Array.from({ length: 1 + (n % 40) }, (_, i) => eventOf(subject, tag, n + i));
      const answer = await send(subject, "/v1/audit/batch", { method: "POST", body: { events }, idempotencyKey: key });
      note(ledger, "batch", answer);
      ledger.counts.batches += 1;
      const { results = [] } = answer.body as { results?: Acknowledged[] };
      if (answer.status !== 201 || results.length !== events.length) recordRejection(ledger, "a batch", answer);
      for (const result of results) ledger.acknowledge(result);
      continue;
    }
    const body = eventOf(subject, tag, n);
    const answer = await send(subject, "/v1/audit", { method: "POST", body, idempotencyKey: key });
    note(ledger, "event", answer);
    if (answer.status !== 201) recordRejection(ledger, "an event", answer);
    else {
      const event = answer.body as Acknowledged;
      ledger.acknowledge(event);
      if (repeatable.length < 1_000) repeatable.push({ key, body, id: event.id });
    }
  }
}

function note(ledger: Ledger, what: string, { uncertain, ms }: Answer): void {
  ledger.time(what, ms);
  ledger.counts.requests += 1;
  if (uncertain > 0) ledger.counts.resolved += 1;
}

function recordRejection(ledger: Ledger, what: string, { status, body }: Answer): void {
  ledger.problem(`${what} returned ${status}: ${JSON.stringify(body).slice(0, 200)}`);
}

function eventOf(subject: HammerSubject, tag: string, n: number): Record<string, unknown> {
  return {
    modelId: subject.modelIds[n % subject.modelIds.length],
    eventType: "INFERENCE",
    payload: { n, decision: n % 2 === 0 ? "APPROVED" : "DECLINED", confidence: 1 / (1 + n) },
    tags: [tag],
  };
}

interface Checkpoint {
  size: number;
  headHash: string;
  rootHash: string;
}

function treeOf({ size, rootHash }: Checkpoint): [number, Buffer] {
  return [size, bytesOf(rootHash)];
}

/** A reader: each checkpoint extends the previous one and contains acknowledged events. */
async function read(subject: HammerSubject, ledger: Ledger, state: { isOver: boolean }): Promise<void> {
  let before: Checkpoint | undefined;
  while (!state.isOver || ledger.counts.proofs === 0) {
    if (ledger.events.length === 0) {
      if (state.isOver) return;
      await delay(20);
      continue;
    }
    before = await readCheckpoint(subject, ledger, before);
    for (let i = 0; i < 5 && before; i++) await proveOne(subject, ledger, before);
    if (!before) await proveOne(subject, ledger, undefined);
  }
}

async function readCheckpoint(
  subject: HammerSubject,
  ledger: Ledger,
  before: Checkpoint | undefined,
): Promise<Checkpoint | undefined> {
  const answer = await send(subject, "/v1/audit/checkpoint");
  if (answer.status === 404) return before;
  if (answer.status !== 200) {
    recordRejection(ledger, "a checkpoint", answer);
    return before;
  }
  const checkpoint = answer.body as Checkpoint;
  ledger.time("checkpoint", answer.ms);
  ledger.counts.checkpoints += 1;
  if (!before || checkpoint.size === before.size) return checkpoint;
  if (checkpoint.size < before.size) {
    ledger.problem(`a checkpoint of ${checkpoint.size} events followed one of ${before.size}`);
    return before;
  }
  const proof = await send(subject, `/v1/audit/consistency?from=${before.size}&to=${checkpoint.size}`);
  ledger.time("consistency proof", proof.ms);
  if (proof.status !== 200) recordRejection(ledger, "a consistency proof", proof);
  else if (
    !isConsistent(treeOf(before), treeOf(checkpoint), (proof.body as { hashes: string[] }).hashes.map(bytesOf))
  ) {
    ledger.problem(`the tree of ${checkpoint.size} does not extend that of ${before.size}`);
  }
  return checkpoint;
}

async function proveOne(subject: HammerSubject, ledger: Ledger, checkpoint: Checkpoint | undefined): Promise<void> {
  const event = ledger.any();
  if (!event) return;
  const isCovered = checkpoint !== undefined && event.chainPosition <= checkpoint.size;
  const answer = await send(subject, `/v1/audit/${event.id}/proof${isCovered ? `?size=${checkpoint.size}` : ""}`);
  if (answer.status !== 200) return recordRejection(ledger, `the proof of ${event.id}`, answer);
  ledger.time("inclusion proof", answer.ms);
  const proof = answer.body as { leafIndex: number; treeSize: number; hashes: string[]; checkpoint: Checkpoint | null };
  const root = isCovered ? checkpoint.rootHash : proof.checkpoint?.rootHash;
  if (root === undefined) return ledger.problem(`the proof of ${event.id} has no checkpoint`);
  ledger.counts.proofs += 1;
  const leafHash = hash("sha256", Buffer.concat([Buffer.of(0), bytesOf(event.blockHash)]), "buffer");
  const isRight =
    proof.leafIndex === event.chainPosition - 1 &&
    isIncluded(leafHash, proof.leafIndex, proof.treeSize, proof.hashes.map(bytesOf), bytesOf(root));
  if (!isRight) ledger.problem(`${event.id} at ${event.chainPosition} is not in the checkpoint of ${proof.treeSize}`);
}

async function kill(
  subject: HammerSubject,
  ledger: Ledger,
  everySeconds: number | undefined,
  state: { isOver: boolean },
): Promise<void> {
  if (everySeconds === undefined || !subject.killOne) return;
  const startedAt = performance.now();
  for (let nth = 0; !state.isOver; nth++) {
    // At fixed times, independent of the duration of a restart.
    await delay(Math.max(0, startedAt + (nth + 1) * everySeconds * 1_000 - performance.now()));
    if (state.isOver) return;
    await subject.killOne(nth);
    ledger.counts.kills += 1;
  }
}

const receiptsChecked = 20;

/** Verifies the full chain and that it has exactly the acknowledged events. */
async function verifyAll(
  subject: HammerSubject,
  ledger: Ledger,
  tag: string,
  print: (line: string) => void,
): Promise<void> {
  print("Verifying the full chain …");
  const organisationId = await organisationOf(subject, ledger);
  const last = ledger.last();
  if (!last || organisationId === undefined) return ledger.verdict("no event was acknowledged");
  const receipt = ({ chainPosition, blockHash }: Acknowledged) => ({ organisationId, chainPosition, blockHash });
  const whole = await verified(subject, { expectedHead: receipt(last) });
  if (whole.status !== "ok") ledger.verdict(`the verification of the chain failed: ${JSON.stringify(whole)}`);
  else print(`The chain is intact: ${whole.eventsVerified} events verified in ${whole.durationMs} ms.`);
  for (let i = 0; i < receiptsChecked; i++) {
    const event = ledger.any() ?? last;
    const { chainPosition } = event;
    const one = await verified(subject, { from: chainPosition, to: chainPosition, expectedHead: receipt(event) });
    if (one.status !== "ok")
      ledger.verdict(`the verification of the receipt of ${event.id} failed: ${JSON.stringify(one)}`);
  }
  const list = await send(subject, `/v1/audit?limit=1&tags=${tag}`);
  const { total } = (list.body as { pagination: { total: number } }).pagination;
  if (total !== ledger.events.length) {
    ledger.verdict(`${ledger.events.length} events were acknowledged, but the chain has ${total}`);
  }
}

async function organisationOf(subject: HammerSubject, ledger: Ledger): Promise<string | undefined> {
  const event = ledger.any();
  if (!event) return undefined;
  const { body } = await send(subject, `/v1/audit/${event.id}`);
  return (body as { organisationId: string }).organisationId;
}

interface Verified {
  status: string;
  eventsVerified?: number;
  durationMs?: number;
}

async function verified(subject: HammerSubject, body: unknown): Promise<Verified> {
  let { body: answer } = await send(subject, "/v1/audit/verify-chain", { method: "POST", body });
  while ((answer as Verified).status === "running") {
    await delay(200);
    ({ body: answer } = await send(subject, `/v1/audit/verifications/${(answer as { id: string }).id}`));
  }
  return answer as Verified;
}
