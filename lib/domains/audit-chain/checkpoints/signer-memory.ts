import { join } from "node:path";
import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { env } from "@/lib/platform/config/env";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import { unavailable } from "@/lib/platform/core/errors";
import { idTimeMs } from "@/lib/platform/core/ids";
import { singleton } from "@/lib/platform/core/singleton";
import { jcs } from "@/lib/platform/crypto/jcs";
import { currentCheckpointKey, findCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { isSignatureOf, signText } from "@/lib/platform/signing/ed25519";
import { type RecordStore, recordName, recordStore, sequenceOf } from "@/lib/platform/storage/record-store";
import { log } from "@/lib/platform/telemetry/log";

/*
 * The signer's record of each chain outside the database, so that a database owner who rewrites events and deletes
 * checkpoints is detected. Each change is a record under a new name: of concurrent processes, one succeeds and the
 * others retry. There is no lock that a killed process could leave behind.
 */

/** Identifies a signed state of a chain. */
export interface SignedState {
  size: number;
  headHash: string;
  rootHash: string;
  checkpointHash: string;
}

/** The signer's record of one chain. */
export interface Memory {
  /** Increases with each record. 0: no record, because the chain is new. */
  sequence: number;
  signed: SignedState | null;
  /** A signed checkpoint that may not be stored yet: its process was interrupted or is still running. */
  pending: Checkpoint | null;
}

/** Why the signer's memory of a chain cannot be used. */
export type MemoryProblem = "state_missing" | "state_altered";

interface StateRecord extends Memory {
  schema: "signer-state/1";
  organisationId: string;
  writtenAt: string;
}

/** The chains that the signer has records of. The record of a listed chain must exist. */
interface Registry {
  schema: "signer-registry/1";
  sequence: number;
  /** Chains of organisations created earlier must have a record. */
  initialisedAt: string;
  organisations: string[];
}

const stateSchema = "signer-state/1" as const;
const registrySchema = "signer-registry/1" as const;
const registryFolder = "_registry";
/** Records that are kept: of a chain the last one and two for an investigation; of the registry only the last one. */
const recordsKept = { chain: 3, registry: 1 };
/** Tolerated clock difference between the machines that create organisations and initialise the state. */
const clockToleranceMs = 5 * 60_000;
const attemptsMax = 20;

/** SIGNER_STATE; by default in the object store if configured, otherwise in DATA_DIR. */
export function signerStateLocation(): string {
  const { SIGNER_STATE, S3_BUCKET, S3_PREFIX, DATA_DIR } = env();
  if (SIGNER_STATE !== undefined) return SIGNER_STATE;
  if (S3_BUCKET === undefined) return join(DATA_DIR, "signer-state");
  return `s3://${[S3_BUCKET, S3_PREFIX, "signer-state"].filter((part) => part !== undefined).join("/")}`;
}

interface SignerState {
  records: RecordStore;
  /** The highest sequence seen by this process, by folder. A lower one later was rolled back. */
  seen: Map<string, number>;
  registry: { name: string; value: Registry } | undefined;
}

function signerState(): SignerState {
  return singleton("signer-state", () => ({
    records: recordStore(signerStateLocation()),
    seen: new Map(),
    registry: undefined,
  }));
}

/**
 * The signer's record of a chain, or why it cannot be used. A chain without a record is new if its organisation was
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

/** Writes a new record. Undefined if another process has written one since `known`. */
export async function remember(
  organisationId: string,
  known: Memory,
  next: Omit<Memory, "sequence">,
  clock: Clock,
): Promise<Memory | undefined> {
  const sequence = known.sequence + 1;
  if (!(await writeState(organisationId, { sequence, ...next }, clock))) return undefined;
  if (known.sequence === 0) await register(organisationId);
  return { sequence, ...next };
}

/** Replaces the record unconditionally, on an operator's responsibility. */
export async function overwrite(organisationId: string, signed: SignedState | null, clock: Clock): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // Higher than every sequence ever used, so that the record is not taken for one that was rolled back.
    const sequence = Math.max((await latestSequence(organisationId)) + 1, clock.now());
    const isWritten = await writeState(organisationId, { sequence, signed, pending: null }, clock);
    if (isWritten) return register(organisationId);
  }
  throw contention();
}

function writeState(organisationId: string, memory: Memory, clock: Clock): Promise<boolean> {
  const writtenAt = isoMilliseconds(clock.now());
  return write(organisationId, { schema: stateSchema, organisationId, ...memory, writtenAt });
}

export async function isInitialised(): Promise<boolean> {
  const registry = await readRegistry();
  return registry !== undefined && registry !== "state_altered";
}

/** Initialises the signer's state, once. The chains of these organisations must have records. */
export async function initialise(organisations: string[], clock: Clock): Promise<void> {
  if (await isInitialised()) return;
  const nowMs = clock.now();
  const sequence = Math.max((await latestSequence(registryFolder)) + 1, nowMs);
  const initialisedAt = isoMilliseconds(nowMs);
  await write(registryFolder, { schema: registrySchema, sequence, initialisedAt, organisations });
  log().info({ location: signerStateLocation(), organisations: organisations.length }, "signer state initialised");
}

async function register(organisationId: string): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const registry = await readRegistry();
    // Only the operator's command recreates a missing registry: it must not come back with one chain only.
    if (registry === undefined || registry === "state_altered") return;
    if (registry.organisations.includes(organisationId)) return;
    const sequence = registry.sequence + 1;
    const organisations = [...registry.organisations, organisationId];
    if (await write(registryFolder, { ...registry, sequence, organisations })) return;
  }
  throw contention();
}

async function readRegistry(): Promise<Registry | "state_altered" | undefined> {
  const { records } = signerState();
  const name = await records.first(registryFolder);
  const known = signerState().registry;
  if (known && known.name === name) return known.value;
  const value = await readLatest<Registry>(registryFolder, registrySchema);
  if (value !== undefined && value !== "state_altered") {
    signerState().registry = { name: recordName(value.sequence), value };
  }
  return value;
}

async function readLatest<Body extends StateRecord | Registry>(
  folder: string,
  schema: Body["schema"],
): Promise<Body | "state_altered" | undefined> {
  const { records, seen } = signerState();
  const before = seen.get(folder) ?? 0;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const name = await records.first(folder);
    // An absent folder is missing; a folder without its last records was rolled back.
    if (name === undefined) return undefined;
    const text = await records.read(folder, name);
    // Removed since it was listed, because there are later records.
    if (text === undefined) continue;
    const record = openRecord<Body>(text, schema);
    if (record === "unknown_key") {
      throw unavailable(
        "The signer's state is signed with an unknown checkpoint key. Add its public key to CHECKPOINT_PUBLIC_KEYS.",
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

async function write(folder: string, body: StateRecord | Registry): Promise<boolean> {
  const { records } = signerState();
  const { sequence } = body;
  if (!(await records.create(folder, recordName(sequence), sealRecord(body)))) return false;
  note(folder, sequence);
  const superseded = sequence - (folder === registryFolder ? recordsKept.registry : recordsKept.chain);
  if (superseded > 0) await records.remove(folder, recordName(superseded)).catch(() => undefined);
  return true;
}

async function latestSequence(folder: string): Promise<number> {
  const name = await signerState().records.first(folder);
  if (name === undefined) return 0;
  const sequence = sequenceOf(name);
  if (sequence < Number.MAX_SAFE_INTEGER / 2) return sequence;
  throw new Error(`${signerStateLocation()}/${folder}/${name} is not a record of the signer. Remove it first.`);
}

function note(folder: string, sequence: number): void {
  const { seen } = signerState();
  seen.set(folder, Math.max(seen.get(folder) ?? 0, sequence));
}

function contention(): Error {
  return unavailable("The signer's state is being written by other processes. Try again in a moment.");
}

/** One line of JSON with the key's id and an Ed25519 signature of the canonical JSON (RFC 8785) of all other members. */
function sealRecord(body: StateRecord | Registry): string {
  const key = currentCheckpointKey();
  const complete = { ...body, keyId: key.id };
  return `${JSON.stringify({ ...complete, signature: signText(key, jcs(complete)).toString("base64") })}\n`;
}

/**
 * Parses a record and checks its signature. The schema keeps records of different kinds apart. `unknown_key`: its key is
 * not pinned, so it cannot be checked. Never throws.
 */
function openRecord<Body extends StateRecord | Registry>(
  text: string,
  schema: Body["schema"],
): Body | "altered" | "unknown_key" {
  try {
    const { signature, ...signed } = JSON.parse(text) as Body & { keyId: unknown; signature: unknown };
    if (signed.schema !== schema || typeof signed.keyId !== "string" || typeof signature !== "string") return "altered";
    const key = findCheckpointKey(signed.keyId);
    if (!key) return "unknown_key";
    return isSignatureOf(key, jcs(signed), signature) ? (signed as unknown as Body) : "altered";
  } catch {
    return "altered";
  }
}
