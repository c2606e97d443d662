import type { Evidence, EvidenceEvent } from "@/lib/evidence/schemas-bundle";
import { counted } from "@/lib/evidence/verification/counted";
import type { ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

/** Whether the verification of the stored chain, as the package reports it, passed, and was of these events. */
export class VerdictCheck {
  private readonly finder = new Finder("verdict");
  private first: EvidenceEvent | undefined;
  private last: EvidenceEvent | undefined;

  constructor(private readonly evidence: Omit<Evidence, "events">) {}

  add({ event }: ReadEvent): void {
    this.first ??= event;
    this.last = event;
  }

  finish(): Check {
    const { finder } = this;
    const { verification } = this.evidence.chain;
    const { status, verdicts, findings, findingsTotal, from, to } = verification;
    const isIntact = status === "ok";
    if (this.evidence.summary.chainIntact !== isIntact) {
      finder.fail("The summary says something else about the chain than its verification did.");
    }
    if (!isIntact) {
      finder.fail(
        `The package itself reports that the chain was not intact when it was made: ${counted(findingsTotal, "finding")} in the events from position ${from} to ${to}.`,
      );
      for (const { chainPosition, code, expected, actual } of findings) {
        finder.fail(`${code}: expected ${expected ?? "nothing"}, found ${actual ?? "nothing"}.`, {
          evidenceId: null,
          chainPosition,
        });
      }
      return finder.conclude("");
    }
    if (findingsTotal > 0 || findings.length > 0 || Object.values(verdicts).includes("failed")) {
      finder.fail("The verification is said to have passed, and has findings.");
    }
    const { first, last } = this;
    if (first && last && (first.chainPosition < from || last.chainPosition > to)) {
      finder.fail(`The positions from ${from} to ${to} were verified, and events of the package lie outside them.`);
    }
    return finder.conclude(
      `${counted(verification.eventsVerified, "stored event")} of all models, from position ${from} to ${to}, passed at ${verification.verifiedAt}. The service says so of itself.`,
    );
  }
}
