import { type Checkpoint, checkpointHash, checkpointText } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { noteText } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import { findCheckpoint } from "@/lib/domains/audit-chain/checkpoints/store";
import type { CheckpointTimestamp, Cosignature, PublishedCheckpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import {
  findCosignatures,
  findLastCosignature,
  findLastTimestamp,
  findSubmissions,
  findTimestamp,
  type StoredCosignature,
} from "@/lib/domains/audit-chain/witnesses/store";
import { type ConfiguredWitness, env } from "@/lib/platform/config/env";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { parseSignatureLine, readCosignature } from "@/lib/platform/signing/signed-note";
import { type TimestampOf, trustedAuthorities, verifyTimestamp } from "@/lib/platform/signing/timestamp";

/**
 * The cosignatures of a checkpoint that are valid under the key of a configured witness. Keys come only from the
 * configuration, so a database owner cannot add a witness.
 */
export async function readCosignatures(checkpoint: Checkpoint): Promise<Cosignature[]> {
  const { WITNESSES: witnesses } = env();
  if (witnesses.length === 0) return [];
  const stored = await findCosignatures(checkpoint.organisationId, checkpoint.size);
  const valid = stored.flatMap((one) => {
    const witness = witnesses.find(({ vkey }) => vkey === one.witness);
    return witness ? (verifiedCosignature(checkpoint, witness, one) ?? []) : [];
  });
  return valid.sort((one, other) => (one.witness < other.witness ? -1 : 1));
}

/** A stored cosignature as published; undefined if not valid for this witness and checkpoint. */
function verifiedCosignature(
  checkpoint: Checkpoint,
  { key, vkey }: ConfiguredWitness,
  { cosignature }: StoredCosignature,
): Cosignature | undefined {
  try {
    const signature = parseSignatureLine(`\u2014 ${key.name} ${cosignature}`);
    const seconds = readCosignature(key, noteText(checkpoint), signature);
    if (seconds === undefined) return undefined;
    return { witness: key.name, key: vkey, cosignedAt: isoMilliseconds(seconds * 1000), signature: cosignature };
  } catch {
    return undefined;
  }
}

/**
 * The cosignature of a witness for the largest size; undefined without cosignatures. `cosignature` is undefined if it is not
 * valid for the stored checkpoint of that size.
 */
export async function readLastCosignature(
  organisationId: string,
  witness: ConfiguredWitness,
): Promise<{ size: number; cosignature: Cosignature | undefined } | undefined> {
  const last = await findLastCosignature(organisationId, witness.vkey);
  if (!last) return undefined;
  const { size } = last;
  const checkpoint = await findCheckpoint(organisationId, size);
  return { size, cosignature: checkpoint && verifiedCosignature(checkpoint, witness, last) };
}

/** The size of the largest checkpoint with a valid cosignature of a configured witness; null without one. */
export async function readCosignedSize(organisationId: string): Promise<number | null> {
  const last = await Promise.all(env().WITNESSES.map((witness) => readLastCosignature(organisationId, witness)));
  const sizes = last.flatMap((one) => (one?.cosignature ? [one.size] : []));
  return sizes.length > 0 ? Math.max(...sizes) : null;
}

/** The valid timestamps of a checkpoint: none or one. */
export async function readTimestamps(checkpoint: Checkpoint): Promise<CheckpointTimestamp[]> {
  return timestampsFrom(await findTimestamp(checkpoint.organisationId, checkpoint.size), checkpoint);
}

async function timestampsFrom(token: Buffer | undefined, checkpoint: Checkpoint): Promise<CheckpointTimestamp[]> {
  const verified = token && (await verifyTimestamp(token, timestampOf(checkpoint)));
  if (!verified) return [];
  const { time } = verified;
  return [
    {
      hash: checkpointHash(checkpoint),
      timestampedAt: isoMilliseconds(time.getTime()),
      token: token.toString("base64"),
    },
  ];
}

/** The input for verifying a checkpoint's timestamp: the text whose SHA-256 is the checkpoint's hash. */
export function timestampOf(checkpoint: Checkpoint): TimestampOf {
  return { data: checkpointText(checkpoint), trusted: trustedAuthorities() };
}

/** The valid cosignatures and timestamps of a checkpoint. */
export async function readAttestations(
  checkpoint: Checkpoint,
): Promise<Pick<PublishedCheckpoint, "cosignatures" | "timestamps">> {
  const [cosignatures, timestamps] = await Promise.all([readCosignatures(checkpoint), readTimestamps(checkpoint)]);
  return { cosignatures, timestamps };
}

/** The number of distinct witnesses; a witness with two keys counts once. */
export function witnessesOf(cosignatures: readonly Cosignature[]): number {
  return new Set(cosignatures.map(({ witness }) => witness)).size;
}

/** The last attestation of a witness or a timestamp authority: the size of the checkpoint and the attested time. */
interface Attested {
  size: number;
  at: string;
}

/** The configured witnesses and timestamp authority, with the last attestation of each that is valid. */
export interface AttestationStatus {
  witnesses: {
    name: string;
    attested: Attested | null;
    /** The response to the last submission, as recorded. */
    outcome: string | null;
  }[];
  /** Null if no authority is configured. */
  timestamps: { attested: Attested | null } | null;
}

/** Reads which checkpoints of a chain the witnesses and the timestamp authority have attested. */
export async function readAttestationStatus(organisationId: string): Promise<AttestationStatus> {
  const { WITNESSES, TSA_URL } = env();
  const submitted = WITNESSES.filter(({ url }) => url !== undefined);
  const submissions = submitted.length === 0 ? [] : await findSubmissions(organisationId);
  const witnesses = submitted.map(async (witness) => {
    const last = await readLastCosignature(organisationId, witness);
    const { cosignedAt } = last?.cosignature ?? {};
    return {
      name: witness.key.name,
      attested: last && cosignedAt !== undefined ? { size: last.size, at: cosignedAt } : null,
      outcome: submissions.find((one) => one.witness === witness.vkey)?.outcome ?? null,
    };
  });
  return {
    witnesses: await Promise.all(witnesses),
    timestamps: TSA_URL === undefined ? null : { attested: await readLastTimestamp(organisationId) },
  };
}

async function readLastTimestamp(organisationId: string): Promise<Attested | null> {
  const last = await findLastTimestamp(organisationId);
  const checkpoint = last && (await findCheckpoint(organisationId, last.size));
  const [valid] = checkpoint ? await timestampsFrom(last.token, checkpoint) : [];
  return valid && last ? { size: last.size, at: valid.timestampedAt } : null;
}
