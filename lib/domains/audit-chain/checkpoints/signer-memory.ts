import { join } from "node:path";
import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { env } from "@/lib/platform/config/env";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import { unavailable } from "@/lib/platform/core/errors";
import { idTimeMs } from "@/lib/platform/core/ids";
import { singleton } from "@/lib/platform/core/singleton";
import { jcs } from "@/lib/platform/crypto/jcs";
import { currentCheckpointKey, findCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { isSignatureOf, type PublicKey, type SigningKey, signText } from "@/lib/platform/signing/ed25519";
import { type RecordStore, recordName, recordStore, sequenceOf } from "@/lib/platform/storage/record-store";
import { log } from "@/lib/platform/telemetry/log";

/*
 * What the signer knows about each chain without the database: an owner who rewrites events and deletes checkpoints
 * cannot make it forget. Each change is a record under a new name. One process succeeds, the others start again from
 * what it wrote; there is no lock that a killed process could leave.
 */

/** A signed state of a chain, by what identifies it. */
export interface SignedState {
  size: number;
  headHash: string;
  rootHash: string;
  checkpointHash: string;
}

/** What the signer knows about one chain. */
export interface Memory {
  /** Increases with each record. 0: there is no record, and the chain is new. */
  sequence: number;
  /** The last checkpoint that was stored in the database; null if there was none. */
  signed: SignedState | null;
  /** A checkpoint that was signed and may not be stored yet: the process that signed it was interrupted or is still at it. */
  pending: Checkpoint | null;
}

/** Why the signer's memory of a chain cannot be used. */
export type MemoryProblem = "state_missing" | "state_altered";

interface StateRecord extends Memory {
  schema: "signer-state/1";
  organisationId: string;
  writtenAt: string;
}

/** Which chains the signer has records of, since when. A chain in the list without a record has lost it. */
interface Registry {
  schema: "signer-registry/1";
  sequence: number;
  /** An organisation that was created earlier has a chain that the signer must know. */
  initialisedAt: string;
  organisations: string[];
}

const stateSchema = "signer-state/1" as const;
const registrySchema = "signer-registry/1" as const;
const registryFolder = "_registry";
/** Records that are kept: of a chain the last one and two for an investigation; of the registry only the last one. */
const recordsKept = { chain: 3, registry: 1 };
/** How far the clocks of the machines that create organisations and initialise the state may differ. */
const clockToleranceMs = 5 * 60_000;
const attemptsMax = 20;

/** Where the signer's state is kept: SIGNER_STATE, by default the object store if there is one, else DATA_DIR. */
export function signerStateLocation(): string {
  const { SIGNER_STATE, S3_BUCKET, S3_PREFIX, DATA_DIR } = env();
  if (SIGNER_STATE !== undefined) return SIGNER_STATE;
  if (S3_BUCKET === undefined) return join(DATA_DIR, "signer-state");
  return `s3://${[S3_BUCKET, S3_PREFIX, "signer-state"].filter((part) => part !== undefined).join("/")}`;
}

interface Place {
  records: RecordStore;
  /** The sequences that this process has seen, by folder: one that is lower later was rolled back. */
  seen: Map<string, number>;
  registry: { name: string; value: Registry } | undefined;
}

function place(): Place {
  return singleton("signer-state", () => ({
    records: recordStore(signerStateLocation()),
    seen: new Map(),
    registry: undefined,
  }));
}

/**
 * What the signer knows about a chain, or why it cannot tell. A chain without a record is new if its organisation was
 * created after the state was initialised. @throws `unavailable` for a record signed with a key that is not pinned.
 */
export async function recall(organisationId: string): Promise<Memory | MemoryProblem> {
  const registry = await readRegistry();
  if (registry === undefined) return "state_missing";
  if (registry === "state_altered") return registry;
  const record = await readLatest<StateRecord>(organisationId, stateSchema);
  if (record === "state_altered") return record;
  const isRegistered = registry.organisations.includes(organisationId);
  if (record) {
    if (record.organisationId !== organisationId) return "state_altered";
    if (!isRegistered) await register(organisationId);
    const { sequence, signed, pending } = record;
    return { sequence, signed, pending };
  }
  const isNew = idTimeMs(organisationId) >= Date.parse(registry.initialisedAt) - clockToleranceMs;
  return isRegistered || !isNew ? "state_missing" : { sequence: 0, signed: null, pending: null };
}

/** Records what the signer knows from now on. Undefined if another process has recorded something since `known`. */
export async function remember(
  organisationId: string,
  known: Memory,
  next: Omit<Memory, "sequence">,
  clock: Clock,
): Promise<Memory | undefined> {
  const sequence = known.sequence + 1;
  const record: StateRecord = {
    schema: stateSchema,
    organisationId,
    sequence,
    ...next,
    writtenAt: isoMilliseconds(clock.now()),
  };
  if (!(await write(organisationId, sequence, record))) return undefined;
  if (known.sequence === 0) await register(organisationId);
  return { sequence, ...next };
}

/** Records a state whatever is known so far; for an operator who takes responsibility for it. */
export async function overwrite(organisationId: string, signed: SignedState | null, clock: Clock): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // After every sequence that was ever used, so that no process takes the record for one that was rolled back.
    const sequence = Math.max((await latestSequence(organisationId)) + 1, clock.now());
    const state = { signed, pending: null, writtenAt: isoMilliseconds(clock.now()) };
    if (!(await write(organisationId, sequence, { schema: stateSchema, organisationId, sequence, ...state }))) continue;
    return register(organisationId);
  }
  throw contention();
}

/** Whether the signer's state was ever initialised and is still there. */
export async function isInitialised(): Promise<boolean> {
  const registry = await readRegistry();
  return registry !== undefined && registry !== "state_altered";
}

/** Begins the signer's state. The chains of these organisations are not new to it. Does nothing if it has begun. */
export async function initialise(organisations: string[], clock: Clock): Promise<void> {
  if (await isInitialised()) return;
  const nowMs = clock.now();
  const sequence = Math.max((await latestSequence(registryFolder)) + 1, nowMs);
  const initialisedAt = isoMilliseconds(nowMs);
  await write(registryFolder, sequence, { schema: registrySchema, sequence, initialisedAt, organisations });
  log().info({ location: signerStateLocation(), organisations: organisations.length }, "signer state initialised");
}

async function register(organisationId: string): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const registry = await readRegistry();
    // The operator's command writes the registry last. A registry that is gone must not come back with one chain only.
    if (registry === undefined || registry === "state_altered") return;
    if (registry.organisations.includes(organisationId)) return;
    const sequence = registry.sequence + 1;
    const organisations = [...registry.organisations, organisationId];
    if (await write(registryFolder, sequence, { ...registry, sequence, organisations })) return;
  }
  throw contention();
}

async function readRegistry(): Promise<Registry | "state_altered" | undefined> {
  const { records } = place();
  const name = await records.first(registryFolder);
  const known = place().registry;
  if (known && known.name === name) return known.value;
  const value = await readLatest<Registry>(registryFolder, registrySchema);
  if (value !== undefined && value !== "state_altered") {
    place().registry = { name: recordName(value.sequence), value };
  }
  return value;
}

async function readLatest<Body extends StateRecord | Registry>(
  folder: string,
  schema: Body["schema"],
): Promise<Body | "state_altered" | undefined> {
  const { records, seen } = place();
  const before = seen.get(folder) ?? 0;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const name = await records.first(folder);
    // A folder that is gone is missing; one that lost its last records was rolled back.
    if (name === undefined) return undefined;
    const text = await records.read(folder, name);
    // Removed since: there are later ones.
    if (text === undefined) continue;
    const record = openRecord<Body>(text, schema, findCheckpointKey);
    if (record === "unknown_key") {
      throw unavailable(
        "The signer's state was signed with a checkpoint key that this process does not know. Add its public key to CHECKPOINT_PUBLIC_KEYS.",
        60,
      );
    }
    if (record === "altered" || recordName(record.sequence) !== name || record.sequence < before)
      return "state_altered";
    note(folder, record.sequence);
    return record;
  }
  throw contention();
}

async function write(folder: string, sequence: number, body: StateRecord | Registry): Promise<boolean> {
  const { records } = place();
  if (!(await records.create(folder, recordName(sequence), sealRecord(body, currentCheckpointKey())))) return false;
  note(folder, sequence);
  const superseded = sequence - (folder === registryFolder ? recordsKept.registry : recordsKept.chain);
  if (superseded > 0) await records.remove(folder, recordName(superseded)).catch(() => undefined);
  return true;
}

async function latestSequence(folder: string): Promise<number> {
  const name = await place().records.first(folder);
  if (name === undefined) return 0;
  const sequence = sequenceOf(name);
  if (sequence < Number.MAX_SAFE_INTEGER / 2) return sequence;
  throw new Error(`${signerStateLocation()}/${folder}/${name} is not a record of the signer. Remove it first.`);
}

function note(folder: string, sequence: number): void {
  const { seen } = place();
  seen.set(folder, Math.max(seen.get(folder) ?? 0, sequence));
}

function contention(): Error {
  return unavailable("Other processes are writing the signer's state. Try again in a moment.");
}

/** A record of the signer, before it is signed. The schema keeps one kind of record from being accepted as another. */
interface RecordBody {
  schema: string;
}

/** One line of JSON with the key's id and an Ed25519 signature over the canonical JSON (RFC 8785) of all other members. */
function sealRecord<Body extends RecordBody>(body: Body, key: SigningKey): string {
  const complete = { ...body, keyId: key.id };
  return `${JSON.stringify({ ...complete, signature: signText(key, jcs(complete)).toString("base64") })}\n`;
}

/** The record of a text. `unknown_key`: it names a key that is not pinned, so it cannot be judged. Never throws. */
function openRecord<Body extends RecordBody>(
  text: string,
  schema: Body["schema"],
  findKey: (keyId: string) => PublicKey | undefined,
): Body | "altered" | "unknown_key" {
  try {
    const { signature, ...signed } = JSON.parse(text) as Body & { keyId: unknown; signature: unknown };
    if (signed.schema !== schema || typeof signed.keyId !== "string" || typeof signature !== "string") return "altered";
    const key = findKey(signed.keyId);
    if (!key) return "unknown_key";
    return isSignatureOf(key, jcs(signed), signature) ? (signed as unknown as Body) : "altered";
  } catch {
    return "altered";
  }
}
