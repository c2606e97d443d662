import { type InitialisedChain, initialiseSigner } from "@/lib/domains/audit-chain";
import { systemClock } from "@/lib/platform/core/clock";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { UsageError } from "./support/errors";

const usage = `Usage: npm run checkpoints:initialise -- --reason <text> [--organisation <id>] [--accept-findings]

Accepts the audit chains in the database as the signer's new baseline. Run it once when you upgrade from a version without
signer state, or after you restore a backup. Each chain is verified first. The log and an event on each chain record the
reason, the previous record and the accepted checkpoint.

Run it only if you know why the signer's state and the database differ. If you don't, treat the difference as tampering and
follow docs/operations/broken-chain.md.

  --reason <text>       Why you accept the chains, 1 to 500 characters. The reason is stored permanently on each chain, so
                        don't include personal data.
  --organisation <id>   Replace the signer's record of this organisation only. Default: initialise the state for all
                        organisations, unless it is already initialised.
  --accept-findings     Accept chains even if their verification has findings.
  --help                Show this help.

Exit status: 0 if every chain was accepted, 1 if a chain was not accepted because its verification has findings.
The state is stored at SIGNER_STATE, by default in DATA_DIR/signer-state. The command uses the database in DATABASE_URL, or
the embedded database in DATA_DIR (default .data).`;

export const command = defineCommand({
  usage,
  flags: { reason: "string", organisation: "string", "accept-findings": "boolean" },
  async run(flags, { out, program }) {
    const reason = flags.reason?.trim() ?? "";
    if (reason === "") throw new UsageError("--reason is required. Explain why you accept the chains. See --help.");
    if (reason.length > 500) throw new UsageError("--reason must have at most 500 characters.");
    const request = { reason, organisationId: flags.organisation, acceptFindings: flags["accept-findings"] === true };
    const chains = await withServiceDatabase(program, () => initialiseSigner(request, systemClock));
    for (const chain of chains) out.write(`${describeChain(chain)}\n`);
    if (chains.length === 0) out.write("The database has no organisations. The signer's state is initialised.\n");
    return chains.some(({ outcome }) => outcome === "not_verified") ? 1 : 0;
  },
});

function describeChain({ organisationId, outcome, findings, previous, accepted }: InitialisedChain): string {
  const now = accepted ? describeCheckpoint(accepted.size) : "a chain without a checkpoint";
  if (outcome === "not_verified") {
    return `${organisationId}: not accepted, because its verification has ${findings} ${findings === 1 ? "finding" : "findings"}. Run npm run fsck.`;
  }
  return `${organisationId}: accepted ${now}; previous record: ${describePrevious(previous)}.`;
}

function describePrevious(previous: InitialisedChain["previous"]): string {
  if (previous === null || previous === "state_missing") return "none";
  return previous === "state_altered" ? "altered" : describeCheckpoint(previous.size);
}

function describeCheckpoint(size: number): string {
  return `a checkpoint of ${size} ${size === 1 ? "event" : "events"}`;
}
