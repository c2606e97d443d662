import type { EvidenceEvent } from "@/lib/evidence/schemas-bundle";
import type { ExpectedHead } from "@/lib/evidence/verification/expected-head";
import type { OpenBundle, ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

/**
 * Whether what somebody kept of the chain is in the package as it was. A package has one model's events: of what was kept
 * of other positions it says nothing, unless an event names that position's as the one before it, or the package states
 * that it leaves none of its model out there.
 */
export class AnchorCheck {
  private readonly finder = new Finder("anchor");
  private readonly found = new Map<number, EvidenceEvent>();
  private readonly wanted: ReadonlySet<number>;

  constructor(
    private readonly bundle: OpenBundle,
    private readonly expected: readonly ExpectedHead[],
  ) {
    this.wanted = new Set(expected.flatMap(({ chainPosition }) => [chainPosition, chainPosition + 1]));
  }

  add({ event }: ReadEvent): void {
    if (this.wanted.has(event.chainPosition)) this.found.set(event.chainPosition, event);
  }

  finish(): Check {
    const { finder, expected } = this;
    if (expected.length === 0) {
      return finder.concludeUnchecked(
        "No receipt or checkpoint was given. One that somebody kept would show that the chain was not written anew since, by whoever has its keys.",
      );
    }
    const compared: number[] = [];
    const beyond: number[] = [];
    for (const head of expected) (this.examine(head) ? compared : beyond).push(head.chainPosition);
    const same = `What was kept of position ${compared.join(", ")} is in the package with the same hash.`;
    if (beyond.length === 0) return finder.conclude(same);
    const unknown = `What was kept of position ${beyond.join(", ")} cannot be compared: the package has no event there, and no checkpoint of that size. Ask the service for a consistency proof, or for a package that reaches there.`;
    return finder.concludeUnchecked(compared.length > 0 ? `${same} ${unknown}` : unknown);
  }

  /** False where the package says nothing of what was kept. */
  private examine({ organisationId, chainPosition, blockHash, rootHash }: ExpectedHead): boolean {
    const { finder } = this;
    const { organisation } = this.bundle.evidence.package;
    const { checkpoint, thread } = this.bundle.evidence.chain;
    const event = this.found.get(chainPosition);
    const place = event ?? { evidenceId: null, chainPosition };
    if (organisationId !== undefined && organisationId !== organisation.id) {
      finder.fail(`What was kept is of the organisation ${organisationId}, not of ${organisation.id}.`, place);
      return true;
    }
    const isCheckpoint = checkpoint?.size === chainPosition;
    const actual =
      event?.blockHash ?? (isCheckpoint ? checkpoint.headHash : this.found.get(chainPosition + 1)?.previousHash);
    if (actual === undefined) {
      const isStated = thread !== null && thread.from <= chainPosition && chainPosition <= thread.to;
      // A checkpoint names whichever event came last, of whichever model.
      if (!isStated || rootHash !== undefined) return false;
      finder.fail(
        `The package states that it has every event of its model from position ${thread.from} to ${thread.to}, and it has none at ${chainPosition}. Either what was kept is of another model's event, or the event was left out.`,
        place,
      );
    } else if (actual !== blockHash) {
      finder.fail(`It had the hash ${blockHash} when it was kept, and has ${actual} in the package.`, place);
    } else if (isCheckpoint && rootHash !== undefined && rootHash !== checkpoint.rootHash) {
      finder.fail(`The tree had the root ${rootHash} when it was kept, and has ${checkpoint.rootHash}.`, place);
    }
    return true;
  }
}
