import type { Body, GovernanceClient } from "@/clients/typescript/src";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { type DemoModelKey, demoModels } from "./models";
import { type PlannedEvent, planEvents } from "./plan-events";
import type { Profile } from "./profiles";

export interface SeededOrganisation {
  modelIds: ReadonlyMap<DemoModelKey, string>;
  newestEventId: string;
  /** The number of events appended by this run; 0 if an earlier run was complete. */
  appended: number;
}

/**
 * Registers models and appends events through the API. Idempotent, including after an interruption. The events end when
 * the organisation was created, so that every run plans the same ones.
 */
export async function seedOrganisation(
  client: GovernanceClient,
  organisation: Pick<Organisation, "id" | "createdAt">,
  profile: Profile,
): Promise<SeededOrganisation> {
  const modelIds = await registerModels(client, profile);
  const planned = planEvents({
    seed: profile.organisation.name,
    models: profile.models,
    count: profile.events,
    endMs: Date.parse(organisation.createdAt),
  });
  const last = planned.at(-1);
  const known = last && (await findEvent(client, modelIds, last));
  if (known !== undefined) return { modelIds, newestEventId: known, appended: 0 };

  let appended = 0;
  const old = planned.slice(0, -profile.single);
  for (let start = 0; start < old.length; start += profile.batchSize) {
    appended += await appendBatch(client, modelIds, old.slice(start, start + profile.batchSize));
  }
  let newestEventId = "";
  for (const event of planned.slice(-profile.single)) {
    const idempotencyKey = `ide_seed-${event.timestamp}`;
    newestEventId = (await client.audit.append(toBody(modelIds, event), { idempotencyKey })).id;
    appended++;
  }
  return { modelIds, newestEventId, appended };
}

async function registerModels(client: GovernanceClient, profile: Profile): Promise<ReadonlyMap<DemoModelKey, string>> {
  const { data: registered } = await client.models.list({ limit: 100 });
  const ids = new Map<DemoModelKey, string>();
  for (const key of profile.models) {
    const { registration } = demoModels[key];
    const known = registered.find(
      ({ name, version }) => name === registration.name && version === registration.version,
    );
    const { id } = known ?? (await client.models.create(registration, { idempotencyKey: `ide_seed-model-${key}` }));
    ids.set(key, id);
  }
  return ids;
}

/** Batches are atomic, so the first event shows whether a batch was appended. Idempotency keys expire after a day. */
async function appendBatch(
  client: GovernanceClient,
  modelIds: ReadonlyMap<DemoModelKey, string>,
  batch: PlannedEvent[],
): Promise<number> {
  const [first] = batch;
  if (!first || (await findEvent(client, modelIds, first)) !== undefined) return 0;
  const events = batch.map((event) => toBody(modelIds, event));
  return (await client.audit.appendBatch({ events }, { idempotencyKey: `ide_seed-${first.timestamp}` })).appended;
}

/** The id of a planned event on the chain, found by its unique timestamp. */
async function findEvent(
  client: GovernanceClient,
  modelIds: ReadonlyMap<DemoModelKey, string>,
  { model, timestamp }: PlannedEvent,
): Promise<string | undefined> {
  const modelId = modelIds.get(model) ?? "";
  return (await client.audit.list({ modelId, from: timestamp, to: timestamp, limit: 1 })).data[0]?.id;
}

function toBody(
  modelIds: ReadonlyMap<DemoModelKey, string>,
  { model, ...event }: PlannedEvent,
): Body<"appendAuditEvent"> {
  return { ...event, modelId: modelIds.get(model) ?? "" };
}
