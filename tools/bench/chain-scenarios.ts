import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { inTurn, load, meanMs, median, rateResult, resultOf, round2, sideBySide } from "./load";
import { appendMany, createDetections } from "./rows";
import { appendTarget, type Scenario } from "./scenario";
import type { Tenant } from "./subject";

const sampledEvents = 400;

/** Measures `GET /v1/audit/:id/proof` for events across a long chain, and the first computation of its whole tree. */
export const proofScenario: Scenario = async ({ subject, seconds, rounds, events, onStep }) => {
  const tenant = await subject.organisation();
  const { client, headers } = tenant;
  await appendMany(tenant, events, onStep);
  onStep("Signing the first checkpoint …");
  const began = performance.now();
  const { organisationId, size } = await client.audit.checkpoint();
  const firstSeconds = round2((performance.now() - began) / 1000);
  onStep("Requesting inclusion proofs …");
  const ids = await sampleEventIds(organisationId, size);
  const targets = ["", "/proof"].map((suffix) => ({
    url: subject.url,
    headers,
    connections: 1,
    paths: ids.map((id) => `/v1/audit/${id}${suffix}`),
  }));
  const [readMs, proofMs] = (await sideBySide(targets, seconds, rounds)).map((one) => round2(meanMs(one)));
  const compared = `${readMs} ms for the event itself; ${firstSeconds} s for the first checkpoint`;
  const name = `GET /v1/audit/:id/proof, mean, ${events} events`;
  return [resultOf(name, "< 5 ms", proofMs ?? Number.NaN, `${proofMs} ms`, compared)];
};

/** IDs of events across the chain, not in order of position. */
async function sampleEventIds(organisationId: string, size: number): Promise<string[]> {
  const { pool } = await import("@/lib/platform/database/db");
  const stride = 7_919;
  const positions = Array.from({ length: sampledEvents }, (_, i) => 1 + ((i * stride * stride) % size));
  const { rows } = await pool().query<{ id: string }>(
    `SELECT id FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted(position, place)
     JOIN audit_events ON organisation_id = $1 AND chain_position = wanted.position ORDER BY place`,
    [organisationId, positions],
  );
  return rows.map(({ id }) => id);
}

/** Interval of checkpoints during the measurement: sixty times as often as in production. */
const checkpointEveryMs = 1_000;

/** Compares `POST /v1/audit` while a checkpoint is signed every second with `POST /v1/audit` without checkpoints. */
export const checkpointCostScenario: Scenario = async ({ subject, seconds, rounds, onStep }) => {
  onStep("POST /v1/audit while checkpoints are issued …");
  const tenant = await subject.organisation();
  const target = appendTarget(subject, tenant);
  await load(target, 3);
  const [alone, signed] = await inTurn(rounds, [
    () => load(target, seconds),
    async () => {
      // The events of the previous round are not part of this measurement.
      await tenant.client.audit.checkpoint();
      const signing = signEverySecond(tenant);
      const measured = await load(target, seconds);
      await signing.stop();
      return measured;
    },
  ]);
  return [rateResult("POST /v1/audit with a checkpoint every second", "≥ 0.95", signed, alone, " without")];
};

function signEverySecond({ client }: Tenant): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      await delay(checkpointEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      await client.audit.checkpoint();
    }
  })();
  return {
    stop() {
      stopping.abort();
      return work;
    },
  };
}

const textsHashed = 100_000;

/**
 * Measures the verification of a long chain with detections (a tenth of its events). Compares it with a loop that only
 * hashes the same canonical texts, and with a verification of the events only.
 */
export const verificationScenario: Scenario = async ({ subject, rounds, events, onStep }) => {
  const tenant = await subject.organisation();
  await appendMany(tenant, events, onStep);
  const detections = Math.ceil(events / 10);
  onStep(`Creating and sealing ${detections} detections …`);
  await createDetections(tenant, detections);
  const { pooledRanges, sealBaseline, verifyStoredChain } = await import("@/lib/domains/audit-chain");
  await sealBaseline(tenant.ctx.organisation.id);
  // A checkpoint, so that the verification also compares roots, as in any chain older than a minute.
  const { organisationId, size } = await tenant.client.audit.checkpoint();
  onStep(`Verifying a chain of ${size} events and ${detections} detections …`);
  const texts = await canonicalTexts(organisationId);
  const measured = { rates: [] as number[], eventRates: [] as number[], hashRates: [] as number[] };
  const seconds: number[] = [];
  const memory: { early: number; late: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    measured.hashRates.push(hashRate(texts));
    const megabytes: number[] = [];
    const { status, eventsVerified, recordsVerified, durationMs, findings } = await verifyStoredChain(
      { organisationId },
      {
        onProgress: () => megabytes.push(process.memoryUsage().rss / 2 ** 20),
        withSchema: true,
        ranges: pooledRanges(),
      },
    );
    if (status !== "ok") throw new Error(`the verification of the chain failed: ${JSON.stringify(findings)}`);
    if (recordsVerified < detections) throw new Error(`only ${recordsVerified} records were verified`);
    measured.rates.push((eventsVerified / durationMs) * 1_000);
    const alone = await verifyStoredChain({ organisationId, from: 1, to: size - 1 }, { ranges: pooledRanges() });
    measured.eventRates.push((alone.eventsVerified / alone.durationMs) * 1_000);
    seconds.push(durationMs / 1_000);
    const tenth = Math.max(1, Math.floor(megabytes.length / 10));
    memory.push({ early: Math.max(...megabytes.slice(0, tenth)), late: Math.max(...megabytes.slice(-tenth)) });
  }
  const rate = Math.round(median(measured.rates));
  const eventRate = Math.round(median(measured.eventRates));
  const hashing = `${Math.round(median(measured.hashRates))} events/s for hashing only`;
  const took = round2(median(seconds));
  const growth = round2(median(memory.map(({ early, late }) => late / early)));
  const { early = 0, late = 0 } = memory.at(-1) ?? {};
  const withDetections = `verification with ${detections} detections, compared with events only`;
  const [first, last] = [`${Math.round(early)} MiB in the first`, `${Math.round(late)} MiB in the last tenth`];
  return [
    resultOf("whole-chain verification, rate", "≥ 300000 events/s", rate, `${rate} events/s`, hashing),
    resultOf(withDetections, "≥ 0.7", round2(rate / eventRate), `${rate} events/s`, `${eventRate} events/s`),
    resultOf(`whole-chain verification of ${events} events`, `< ${(5 * events) / 1_000_000} s`, took, `${took} s`),
    resultOf("memory while a chain is verified", "≤ 1.25", growth, last, first),
  ];
};

/** The canonical texts of contents and, of the same length, headers. */
async function canonicalTexts(organisationId: string): Promise<string[]> {
  const { pool } = await import("@/lib/platform/database/db");
  const { rows } = await pool().query<{ content: string; header: string }>(
    `SELECT content, jsonb_build_object('chainPosition', chain_position, 'contentHash', content_hash, 'eventType', event_type,
       'id', id, 'modelId', model_id, 'organisationId', organisation_id, 'previousHash', previous_hash,
       'previousModelHash', previous_model_hash, 'recordedAt', recorded_at, 'schema', 'audit-event/1',
       'severity', severity, 'source', source, 'timestamp', "timestamp")::text AS header
     FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position LIMIT $2`,
    [organisationId, textsHashed],
  );
  return rows.flatMap(({ content, header }) => [content, header]);
}

/** Events per second, of two texts each. */
function hashRate(texts: string[]): number {
  const startedAt = performance.now();
  for (const text of texts) hash("sha256", text, "hex");
  return (texts.length / 2 / (performance.now() - startedAt)) * 1_000;
}
