import { type InitialisedChain, initialiseSigner } from "@/lib/domains/audit-chain";
import { systemClock } from "@/lib/platform/core/clock";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { UsageError } from "./support/errors";

const usage = `Usage: npm run checkpoints:initialise -- --reason <text> [--organisation <id>] [--accept-findings]

Accepts the audit chains in the database as the signer's new baseline. Run it once when you upgrade from a version without
signer state, or after you restored a backup. Each chain is verified first. The log and an event on each chain record the
reason, the previous record and the accepted checkpoint.

Run it only if you know why the signer's state and the database differ. If you do not know, treat it as tampering:
docs/operations/broken-chain.md.

  --reason <text>       Why you accept the chains, 1 to 500 characters. Stored permanently on each chain: no personal data.
  --organisation <id>   Replace the signer's record of this chain only. Without it, initialise the state for all
                        chains; this is refused if the state is already initialised.
  --accept-findings     Also accept a chain whose verification has findings.
  --help                This text.

Ends with 0 when every chain was accepted, and with 1 when one was left out because its verification has findings.
The state is stored where SIGNER_STATE says, by default in DATA_DIR/signer-state. The database is the one of DATABASE_URL,
or the embedded one of DATA_DIR (default .data).`;

export const command = defineCommand({
  usage,
  flags: { reason: "string", organisation: "string", "accept-findings": "boolean" },
  async run(flags, { out, program }) {
    const reason = flags.reason?.trim() ?? "";
    if (reason === "") throw new UsageError("--reason is required: why you accept the chains. See --help.");
    if (reason.length > 500) throw new UsageError("--reason must have at most 500 characters.");
    const request = { reason, organisationId: flags.organisation, acceptFindings: flags["accept-findings"] === true };
    const chains = await withServiceDatabase(program, () => initialiseSigner(request, systemClock));
    for (const chain of chains) out.write(`${describeChain(chain)}\n`);
    if (chains.length === 0) out.write("The database has no organisations. The signer's state is initialised.\n");
    return chains.some(({ outcome }) => outcome === "not_verified") ? 1 : 0;
  },
});

/** One chain's outcome in one line. */
function describeChain({ organisationId, outcome, findings, previous, accepted }: InitialisedChain): string {
  const now = accepted ? `a checkpoint of ${accepted.size} events` : "a chain without a checkpoint";
  if (outcome === "not_verified") {
    return `${organisationId}: not accepted. Its verification has ${findings} findings: run npm run fsck.`;
  }
  return `${organisationId}: accepted ${now}; previous record: ${describePrevious(previous)}.`;
}

function describePrevious(previous: InitialisedChain["previous"]): string {
  if (previous === null || previous === "state_missing") return "none";
  return previous === "state_altered" ? "altered" : `a checkpoint of ${previous.size} events`;
}
