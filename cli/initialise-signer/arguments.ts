import type { InitialisedChain } from "@/lib/domains/audit-chain";
import { parseFlags } from "../support/flags";

export const usage = `Usage: npm run checkpoints:initialise -- --reason <text> [--organisation <id>] [--accept-findings]

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

interface InitialiseArguments {
  reason: string;
  organisationId: string | undefined;
  acceptFindings: boolean;
}

/** What the command line requests; "help" if it requests the usage. Throws an Error with a sentence for its reader. */
export function parseArguments(argv: string[]): InitialiseArguments | "help" {
  const flags = parseFlags(argv, {
    reason: "string",
    organisation: "string",
    "accept-findings": "boolean",
    help: "boolean",
  });
  if (flags.help) return "help";
  const reason = flags.reason?.trim() ?? "";
  if (reason === "") throw new Error("--reason is required: why you accept the chains. See --help.");
  if (reason.length > 500) throw new Error("--reason must have at most 500 characters.");
  return { reason, organisationId: flags.organisation, acceptFindings: flags["accept-findings"] === true };
}

/** One chain's outcome in one line. */
export function describeChain({ organisationId, outcome, findings, previous, accepted }: InitialisedChain): string {
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
