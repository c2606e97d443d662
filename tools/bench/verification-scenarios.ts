import { hash } from "node:crypto";
import { median, round2 } from "./load";
import { makeDetections } from "./rows";
import { appendMany, type Scenario } from "./scenarios";

const textsHashed = 100_000;

/**
 * Verification of a whole long chain and of a tenth as many detections, side by side with a loop that only hashes the same
 * canonical texts, and with a verification of the events alone.
 */
export const verificationScenario: Scenario = async (subject, { rounds, events }, onStep) => {
  const tenant = await subject.organisation();
  await appendMany(tenant, events, onStep);
  const detections = Math.ceil(events / 10);
  onStep(`Making and sealing ${detections} detections …`);
  await makeDetections(tenant, detections);
  const { sealBaseline, verifyStoredChain } = await import("@/lib/domains/audit-chain");
  await sealBaseline(tenant.ctx.organisation.id);
  // So that roots are compared too, as in any chain that is a minute old.
  const { organisationId, size } = await tenant.client.audit.checkpoint();
  onStep(`Verifying a chain of ${size} events and ${detections} detections …`);
  const texts = await canonicalTexts(organisationId);
  const rates: number[] = [];
  const eventRates: number[] = [];
  const hashRates: number[] = [];
  const seconds: number[] = [];
  const memory: { early: number; late: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    hashRates.push(hashRate(texts));
    const megabytes: number[] = [];
    const { status, eventsVerified, recordsVerified, durationMs, findings } = await verifyStoredChain(
      { organisationId },
      { onProgress: () => megabytes.push(process.memoryUsage().rss / 2 ** 20), withSchema: true },
    );
    if (status !== "ok") throw new Error(`the chain does not verify: ${JSON.stringify(findings)}`);
    if (recordsVerified < detections) throw new Error(`only ${recordsVerified} records were verified`);
    rates.push((eventsVerified / durationMs) * 1_000);
    const alone = await verifyStoredChain({ organisationId, from: 1, to: size - 1 });
    eventRates.push((alone.eventsVerified / alone.durationMs) * 1_000);
    seconds.push(durationMs / 1_000);
    const tenth = Math.max(1, Math.floor(megabytes.length / 10));
    memory.push({ early: Math.max(...megabytes.slice(0, tenth)), late: Math.max(...megabytes.slice(-tenth)) });
  }
  const [rate, hashing, took] = [Math.round(median(rates)), Math.round(median(hashRates)), round2(median(seconds))];
  const growth = round2(median(memory.map(({ early, late }) => late / early)));
  const last = memory.at(-1);
  const allowedSeconds = (15 * events) / 1_000_000;
  return [
    {
      name: "whole-chain verification, rate",
      measured: `${rate} events/s`,
      compared: `${hashing} events/s hashing alone`,
      value: round2(rate / hashing),
      goal: "≥ 100000 events/s",
      met: rate >= 100_000,
    },
    {
      name: `verification with ${detections} detections, compared with events alone`,
      measured: `${Math.round(median(rates))} events/s`,
      compared: `${Math.round(median(eventRates))} events/s`,
      value: round2(median(rates) / median(eventRates)),
      goal: "≥ 0.7",
      met: median(rates) / median(eventRates) >= 0.7,
    },
    {
      name: `whole-chain verification of ${events} events`,
      measured: `${took} s`,
      compared: "",
      value: took,
      goal: `< ${allowedSeconds} s`,
      met: took < allowedSeconds,
    },
    {
      name: "memory while a chain is verified",
      measured: `${Math.round(last?.late ?? 0)} MiB in the last tenth`,
      compared: `${Math.round(last?.early ?? 0)} MiB in the first`,
      value: growth,
      goal: "≤ 1.25",
      met: growth <= 1.25,
    },
  ];
};

/** The texts of contents, and texts of the length of their headers. */
async function canonicalTexts(organisationId: string): Promise<[string, string][]> {
  const { pool } = await import("@/lib/platform/database/db");
  const { rows } = await pool().query<{ content: string; header: string }>(
    `SELECT content, jsonb_build_object('chainPosition', chain_position, 'contentHash', content_hash, 'eventType', event_type,
       'id', id, 'modelId', model_id, 'organisationId', organisation_id, 'previousHash', previous_hash,
       'previousModelHash', previous_model_hash, 'recordedAt', recorded_at, 'schema', 'audit-event/1',
       'severity', severity, 'source', source, 'timestamp', "timestamp")::text AS header
     FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position LIMIT $2`,
    [organisationId, textsHashed],
  );
  return rows.map(({ content, header }) => [content, header]);
}

function hashRate(texts: [string, string][]): number {
  const startedAt = performance.now();
  for (const [content, header] of texts) {
    hash("sha256", content, "hex");
    hash("sha256", header, "hex");
  }
  return (texts.length / (performance.now() - startedAt)) * 1_000;
}
