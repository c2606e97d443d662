import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import {
  type ChainReport,
  checkSignature,
  findHeldStates,
  listChains,
  pooledRanges,
  verifyStoredChain,
} from "@/lib/domains/audit-chain";
import { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import type { ExpectedHead } from "@/lib/domains/audit-chain/schemas-verification";
import { findPackageCheckpoints } from "@/lib/domains/evidence";
import { bundleOf } from "@/lib/domains/evidence/verification/attached-evidence";
import { openCanonical } from "@/lib/domains/evidence/verification/open-bundle";
import { env } from "@/lib/platform/config/env";
import { findCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import type { PublicKey } from "@/lib/platform/signing/ed25519";
import type { Surroundings } from "../support/command";
import { UsageError } from "../support/errors";
import { createBar } from "../support/progress";
import { readPackage } from "../verify-bundle/read-package";

interface FsckArguments {
  organisation: string | undefined;
  expectedHeads: ExpectedHead[];
  /** Paths of evidence packages. */
  packages: string[];
  withoutSignerState: boolean;
  publicKeys: PublicKey[] | undefined;
  json: boolean;
  withoutSchema: boolean;
}

export async function verifyChains(
  given: FsckArguments,
  out: Writable,
  err: Surroundings["err"],
): Promise<ChainReport[]> {
  const saved = given.expectedHeads.filter(
    ({ organisationId }) => given.organisation === undefined || organisationId === given.organisation,
  );
  if (saved.length < given.expectedHeads.length)
    throw new UsageError("--expect-head: a receipt or checkpoint belongs to another organisation.");
  const inPackages = await readPackages(given.packages);
  const known = await listChains();
  // A saved receipt proves that a deleted chain existed.
  const all = [...new Set([...known, ...[...saved, ...inPackages].map(({ organisationId }) => organisationId)])];
  const chosen = given.organisation === undefined ? all : all.filter((id) => id === given.organisation);
  if (given.organisation !== undefined && chosen.length === 0) {
    throw new UsageError(`--organisation: organisation ${given.organisation} not found.`);
  }
  const verifySignature = signatureCheck(given.publicKeys);
  for (const { organisationId, size, keyId, ...checkpoint } of inPackages) {
    if (verifySignature({ organisationId, size, keyId, ...checkpoint }) === "valid") continue;
    throw new Error(
      `--packages: the checkpoint of ${organisationId} at position ${size} has no valid signature by a known key (${keyId}).`,
    );
  }
  const reports: ChainReport[] = [];
  for (const organisationId of chosen) {
    const bar = createBar(err, organisationId);
    const [expectedHead, ...others] = saved.filter((head) => head.organisationId === organisationId);
    const findIssued = async () => [...(await findPackageCheckpoints(organisationId)), ...inPackages];
    const held = await findHeldStates(organisationId, verifySignature, findIssued, given);
    const options = {
      databaseUrl: env().DATABASE_URL,
      verifySignature,
      held,
      onProgress: bar.show,
      withSchema: !given.withoutSchema,
      ranges: pooledRanges(constants.priority.PRIORITY_NORMAL),
    };
    try {
      const report = await verifyStoredChain({ organisationId, expectedHead }, options);
      for (const other of others) {
        const position = "size" in other ? other.size : other.chainPosition;
        const examination = { organisationId, from: position, to: position, expectedHead: other };
        addAnchor(report, await verifyStoredChain(examination, { verifySignature, held: [] }));
      }
      reports.push(report);
    } finally {
      bar.clear();
    }
    const report = reports.at(-1);
    if (report && !given.json) out.write(renderReport(report));
  }
  return reports;
}

/** Adds the findings about a further saved receipt from a run over one position. */
function addAnchor(report: ChainReport, further: ChainReport): void {
  const findings = further.findings.filter(({ code }) => code === "anchor_mismatch" || code === "checkpoint_missing");
  if (findings.length === 0) return;
  report.status = "failed";
  report.findings.push(...findings);
  report.findingsTotal += findings.length;
  if (findings.some(({ code }) => code === "anchor_mismatch")) report.verdicts.anchor = "failed";
  if (findings.some(({ code }) => code === "checkpoint_missing")) report.verdicts.checkpoints = "failed";
}

/** Does not generate a key: without one, signatures cannot be checked. */
function signatureCheck(
  publicKeys: PublicKey[] | undefined,
): NonNullable<NonNullable<Parameters<typeof verifyStoredChain>[1]>["verifySignature"]> {
  const find = publicKeys
    ? (keyId: string) => publicKeys.find(({ id }) => id === keyId)
    : (keyId: string) => {
        const { CHECKPOINT_KEY, DATA_DIR } = env();
        if (CHECKPOINT_KEY === undefined && !existsSync(join(DATA_DIR, "checkpoint-key.pem"))) {
          throw new Error("No key to verify checkpoints was found. Use --public-key.");
        }
        return findCheckpointKey(keyId);
      };
  return (checkpoint) => checkSignature(checkpoint, find);
}

const marks = {
  ok: "ok",
  failed: "FAILED",
  not_verified: "NOT VERIFIED",
  not_checked: "not checked",
  not_sealed: "not sealed",
  unreadable: "UNREADABLE",
} as const;

function renderReport(report: ChainReport): string {
  const { organisationId, status, verdicts, eventsVerified, erased, findings, findingsTotal, durationMs } = report;
  const verdictLine = Object.entries(verdicts)
    .map(([question, verdict]) => `${question} ${marks[verdict]}`)
    .join(", ");
  const lines = [
    `${status === "ok" ? "ok    " : marks[status]} ${organisationId}: ${eventsVerified} ${eventsVerified === 1 ? "event" : "events"}${erased > 0 ? ` (${erased} erased)` : ""} in ${(durationMs / 1000).toFixed(1)} s; ${verdictLine}`,
    ...findings.map(
      ({ chainPosition, eventId, code, expected, actual, table, recordId }) =>
        `       at ${chainPosition}${eventId ? ` (${eventId})` : ""}: ${code}${table === undefined ? "" : ` ${table} ${recordId}`}; expected ${expected ?? "nothing"}, found ${actual ?? "nothing"}`,
    ),
  ];
  if (findingsTotal > findings.length) lines.push(`       and ${findingsTotal - findings.length} more`);
  const { recordsVerified, recordsUnsealed } = report;
  if (recordsUnsealed > 0) {
    lines.push(
      `       ${recordsOf(recordsVerified)} verified, ${recordsUnsealed} not sealed yet. Run npm run records:seal.`,
    );
  } else if (recordsVerified > 0) lines.push(`       ${recordsOf(recordsVerified)} verified`);
  return `${lines.join("\n")}\n`;
}

function recordsOf(count: number): string {
  return `${count} governed ${count === 1 ? "record" : "records"}`;
}

/** The checkpoints in evidence packages. @throws Error with the name of a file that has none. */
async function readPackages(paths: string[]): Promise<Checkpoint[]> {
  const checkpoints: Checkpoint[] = [];
  for (const path of paths) {
    const checkpoint = Checkpoint.safeParse(await checkpointOf(await readPackage(path)));
    if (!checkpoint.success) throw new Error(`--packages: ${path} is not an evidence package with a checkpoint.`);
    checkpoints.push(checkpoint.data);
  }
  return checkpoints;
}

async function checkpointOf(file: Uint8Array): Promise<unknown> {
  try {
    const bundle = await bundleOf(file);
    return bundle && openCanonical(bundle).evidence.chain.checkpoint;
  } catch {
    return undefined;
  }
}
