import { Counter } from "prom-client";
import { genesisHash } from "@/lib/domains/audit-chain/block";
import { type Checkpoint, verifyCheckpointSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { latestCheckpoint } from "@/lib/domains/audit-chain/checkpoints/store";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import { consistencyPath } from "@/lib/domains/audit-chain/merkle/prove";
import { readCosignatures, readLastCosignature, timestampOf } from "@/lib/domains/audit-chain/witnesses/attestations";
import {
  findOrganisationsLacking,
  findTimestamp,
  insertCosignature,
  insertTimestamp,
  recordSubmission,
} from "@/lib/domains/audit-chain/witnesses/store";
import { type Submission, submitCheckpoint } from "@/lib/domains/audit-chain/witnesses/submit-checkpoint";
import { type ConfiguredWitness, env } from "@/lib/platform/config/env";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import { singleton } from "@/lib/platform/core/singleton";
import { failureText } from "@/lib/platform/outgoing/post";
import { requestTimestamp } from "@/lib/platform/signing/timestamp";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** The URLs that did not respond in this sweep. */
interface Unreachable {
  has(url: string): boolean;
  add(url: string): unknown;
}

/**
 * Obtains the missing cosignatures and the timestamp of a checkpoint. Idempotent, safe to run concurrently, and holds no
 * lock or transaction while waiting. A refusal by a witness is an integrity finding; if a witness does not respond, the
 * next sweep retries.
 */
export async function attestCheckpoint(
  checkpoint: Checkpoint,
  clock: Clock,
  unreachable: Unreachable = new Set<string>(),
): Promise<void> {
  // The note is signed again for the witnesses, so the checkpoint must be the service's own.
  if (!verifyCheckpointSignature(checkpoint)) return;
  const { WITNESSES: witnesses, TSA_URL: authority } = env();
  const held = await readCosignatures(checkpoint);
  const missing = witnesses.filter(({ vkey }) => !held.some(({ key }) => key === vkey));
  await Promise.all([
    ...missing.map((witness) => cosign(checkpoint, witness, clock, unreachable)),
    ...(authority === undefined ? [] : [timestamp(checkpoint, authority, clock, unreachable)]),
  ]);
}

const pageSize = 100;

/**
 * Attests the last checkpoint of every organisation. Runs once a minute. A server that does not respond is
 * skipped for the rest of the sweep.
 */
export async function attestCheckpoints(clock: Clock): Promise<{ organisations: number }> {
  const { WITNESSES, TSA_URL } = env();
  const witnesses = WITNESSES.filter(({ url }) => url !== undefined).map(({ vkey }) => vkey);
  const wanted = { witnesses, timestamp: TSA_URL !== undefined };
  const unreachable = new Set<string>();
  let organisations = 0;
  if (witnesses.length === 0 && TSA_URL === undefined) return { organisations };
  for (let after = ""; ; ) {
    const page = await findOrganisationsLacking(after, pageSize, wanted);
    for (const organisationId of page) {
      try {
        const checkpoint = await latestCheckpoint(organisationId);
        if (checkpoint) await attestCheckpoint(checkpoint, clock, unreachable);
      } catch (error) {
        log().error({ organisationId, err: error }, "checkpoint could not be submitted to witnesses");
      }
    }
    organisations += page.length;
    if (page.length < pageSize) return { organisations };
    after = page.at(-1) ?? after;
  }
}

async function cosign(
  checkpoint: Checkpoint,
  witness: ConfiguredWitness,
  clock: Clock,
  unreachable: Unreachable,
): Promise<void> {
  const { organisationId, size } = checkpoint;
  const { key, vkey, url } = witness;
  const last = await readLastCosignature(organisationId, witness);
  if (last && !last.cosignature) await reportFinding(checkpoint, "cosignature_invalid", last.size, clock);
  if (url === undefined || unreachable.has(url)) return;
  const lastSize = last?.size ?? 0;
  const prove = (from: number) => consistencyPath(organisationId, from, size);
  const submission = await submitCheckpoint(checkpoint, { key, url, lastSize, prove });
  if (submission.cosignature !== undefined) {
    const cosigned = { witness: vkey, cosignature: submission.cosignature };
    await insertCosignature(organisationId, size, cosigned, new Date(clock.now()));
  }
  await recordOutcome(checkpoint, witness, submission, clock);
  if (submission.outcome === "unreachable") unreachable.add(url);
}

/** Counts, stores and reports the response of a witness. */
async function recordOutcome(
  checkpoint: Checkpoint,
  { key: { name: witness }, vkey }: ConfiguredWitness,
  { outcome, detail, witnessedSize = 0 }: Submission,
  clock: Clock,
): Promise<void> {
  const { organisationId, size } = checkpoint;
  // Another process may have signed and submitted a larger checkpoint since.
  if (outcome === "ahead" && ((await latestCheckpoint(organisationId))?.size ?? 0) >= witnessedSize) return;
  witnessMetrics().submissions.inc({ witness, outcome });
  await recordSubmission(organisationId, { witness: vkey, outcome, detail, size, submittedAt: new Date(clock.now()) });
  const about = { organisationId, size, witness, witnessedSize, detail };
  switch (outcome) {
    case "refused":
      log().error(about, "witness refused a checkpoint: it contradicts one that the witness cosigned");
      await reportFinding(checkpoint, "witness_refused", witnessedSize, clock);
      break;
    case "ahead":
      log().error(about, "witness has cosigned a larger checkpoint than the chain's last one: the chain was shortened");
      await reportFinding(checkpoint, "witness_ahead", witnessedSize, clock);
      break;
    case "rejected":
      log().warn(about, "witness does not accept this chain or its key; check the witness's configuration");
      break;
    case "unreachable":
      log().warn(about, "witness returned no valid cosignature; the next run retries");
  }
}

/** One finding per size that a witness cosigned. */
async function reportFinding(checkpoint: Checkpoint, code: string, witnessedSize: number, clock: Clock): Promise<void> {
  await recordFinding(checkpoint.organisationId, {
    code,
    chainPosition: witnessedSize,
    storedHash: checkpoint.rootHash,
    computedHash: genesisHash,
    detectedAt: isoMilliseconds(clock.now()),
  });
}

async function timestamp(checkpoint: Checkpoint, url: string, clock: Clock, unreachable: Unreachable): Promise<void> {
  const { organisationId, size } = checkpoint;
  if (unreachable.has(url) || (await findTimestamp(organisationId, size))) return;
  try {
    const { token } = await requestTimestamp(url, timestampOf(checkpoint));
    await insertTimestamp(organisationId, size, token, new Date(clock.now()));
    witnessMetrics().timestamps.inc({ outcome: "stored" });
  } catch (error) {
    unreachable.add(url);
    witnessMetrics().timestamps.inc({ outcome: "failed" });
    const detail = failureText(error);
    log().warn({ organisationId, size, detail }, "checkpoint could not be timestamped; the next run retries");
  }
}

/** Metrics of cosignatures and timestamps, registered on first use. */
export function witnessMetrics() {
  return singleton("witness-metrics", () => {
    const registers = [metrics().registry];
    return {
      submissions: new Counter({
        name: "gas_checkpoint_submissions_total",
        help: "Checkpoints submitted to a witness, by outcome: cosigned, refused, ahead, rejected or unreachable.",
        labelNames: ["witness", "outcome"] as const,
        registers,
      }),
      timestamps: new Counter({
        name: "gas_checkpoint_timestamps_total",
        help: "Timestamps requested for checkpoints, by outcome: stored or failed.",
        labelNames: ["outcome"] as const,
        registers,
      }),
    };
  });
}
