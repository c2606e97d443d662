import { type Checkpoint, checkpointHash, checkpointText } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { noteText } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import type { CheckpointTimestamp, Cosignature, PublishedCheckpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { findCosignatures, findTimestamp, type StoredCosignature } from "@/lib/domains/audit-chain/witnesses/store";
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
export function verifiedCosignature(
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

/** The valid timestamps of a checkpoint: none or one. */
export async function readTimestamps(checkpoint: Checkpoint): Promise<CheckpointTimestamp[]> {
  const token = await findTimestamp(checkpoint.organisationId, checkpoint.size);
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
