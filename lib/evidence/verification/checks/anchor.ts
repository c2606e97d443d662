import type { EvidenceEvent } from "@/lib/evidence/schemas-bundle";
import type { ExpectedHead } from "@/lib/evidence/verification/expected-head";
import type { OpenBundle, ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

/** Whether what somebody kept of the chain is in the package as it was. */
export class AnchorCheck {
  private readonly finder = new Finder("anchor");
  private readonly found = new Map<number, EvidenceEvent>();
  private readonly wanted: ReadonlySet<number>;

  constructor(
    private readonly bundle: OpenBundle,
    private readonly expected: readonly ExpectedHead[],
  ) {
    this.wanted = new Set(expected.map(({ chainPosition }) => chainPosition));
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
    for (const head of expected) this.examine(head);
    const positions = expected.map(({ chainPosition }) => chainPosition).join(", ");
    return finder.conclude(`What was kept of position ${positions} is in the package with the same hash.`);
  }

  private examine({ organisationId, chainPosition, blockHash, rootHash }: ExpectedHead): void {
    const { finder } = this;
    const { organisation } = this.bundle.evidence.package;
    const { checkpoint } = this.bundle.evidence.chain;
    const event = this.found.get(chainPosition);
    const place = event ?? { evidenceId: null, chainPosition };
    if (organisationId !== undefined && organisationId !== organisation.id) {
      finder.fail(`What was kept is of the organisation ${organisationId}, not of ${organisation.id}.`, place);
      return;
    }
    const isCheckpoint = checkpoint?.size === chainPosition;
    const actual = event?.blockHash ?? (isCheckpoint ? checkpoint.headHash : undefined);
    if (actual === undefined) {
      finder.fail(
        "What was kept cannot be compared: the package has no event of this position, and its checkpoint is of another size. Ask the service for a consistency proof, or for a package that reaches there.",
        place,
      );
    } else if (actual !== blockHash) {
      finder.fail(`It had the hash ${blockHash} when it was kept, and has ${actual} in the package.`, place);
    } else if (isCheckpoint && rootHash !== undefined && rootHash !== checkpoint.rootHash) {
      finder.fail(`The tree had the root ${rootHash} when it was kept, and has ${checkpoint.rootHash}.`, place);
    }
  }
}
