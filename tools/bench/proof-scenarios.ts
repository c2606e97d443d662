import { setTimeout as delay } from "node:timers/promises";
import { type Figure, load, meanMs, median, round2, sideBySide } from "./load";
import { appendMany, eventOf, type Scenario } from "./scenarios";
import type { Tenant } from "./subject";

const connections = 32;
const provedEvents = 400;
const proofMsMax = 5;

/** `GET /v1/audit/:id/proof` of events all over a long chain, one after the other; and the first tree over all of it. */
export const proofScenario: Scenario = async (subject, { seconds, rounds, events }, onStep) => {
  const tenant = await subject.organisation();
  await appendMany(tenant, events, onStep);
  onStep("The first checkpoint …");
  const began = performance.now();
  const { organisationId, size } = await tenant.client.audit.checkpoint();
  const firstSeconds = round2((performance.now() - began) / 1000);
  onStep("Inclusion proofs …");
  const ids = await someEvents(organisationId, size);
  const each = (path: (id: string) => string) => ({
    url: subject.url,
    headers: tenant.headers,
    connections: 1,
    requests: ids.map((id) => ({ path: path(id) })),
  });
  const [plain, proved] = await sideBySide(
    [each((id) => `/v1/audit/${id}`), each((id) => `/v1/audit/${id}/proof`)],
    seconds,
    rounds,
  );
  const [readMs, proofMs] = [round2(meanMs(plain)), round2(meanMs(proved))];
  return [
    {
      name: `GET /v1/audit/:id/proof, mean, ${events} events`,
      measured: `${proofMs} ms`,
      compared: `${readMs} ms for the event itself; ${firstSeconds} s for the first checkpoint`,
      value: proofMs,
      goal: `< ${proofMsMax} ms`,
      met: proofMs < proofMsMax,
    },
  ] satisfies Figure[];
};

/** How often a checkpoint is asked for while events are written: sixty times as often as one is due. */
const checkpointEveryMs = 1_000;

/** `POST /v1/audit` while the chain is signed every second, against the same without; in turn, round after round. */
export const checkpointCostScenario: Scenario = async (subject, { seconds, rounds }, onStep) => {
  onStep("POST /v1/audit while checkpoints are issued …");
  const tenant = await subject.organisation();
  const target = {
    url: `${subject.url}/v1/audit`,
    method: "POST" as const,
    headers: tenant.headers,
    body: JSON.stringify(eventOf(tenant, 0)),
    connections,
  };
  await load(target, 3);
  const [alone, signed]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone.push((await load(target, seconds)).requestsPerSecond);
    // What the round before wrote is not this round's work.
    await tenant.client.audit.checkpoint();
    const signing = signEverySecond(tenant);
    signed.push((await load(target, seconds)).requestsPerSecond);
    await signing.stop();
  }
  const value = round2(median(signed) / median(alone));
  return [
    {
      name: "POST /v1/audit, a checkpoint every second",
      measured: `${Math.round(median(signed))} requests/s`,
      compared: `${Math.round(median(alone))} requests/s without`,
      value,
      goal: "≥ 0.95",
      met: value >= 0.95,
    },
  ] satisfies Figure[];
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
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

/** Ids of events spread over the chain, in no order of their positions. */
async function someEvents(organisationId: string, size: number): Promise<string[]> {
  const { pool } = await import("@/lib/platform/database/db");
  const stride = 7_919;
  const positions = Array.from({ length: provedEvents }, (_, i) => 1 + ((i * stride * stride) % size));
  const { rows } = await pool().query<{ id: string }>(
    `SELECT id FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted(position, place)
     JOIN audit_events ON organisation_id = $1 AND chain_position = wanted.position ORDER BY place`,
    [organisationId, positions],
  );
  return rows.map(({ id }) => id);
}
