import type { CollectedEvent } from "@/lib/evidence/collect/collector";
import type { EvidenceReport } from "@/lib/evidence/report";

type Link = NonNullable<EvidenceReport["link"]>;

/**
 * Finds two events of which the second names the first as its predecessor in the model's thread: the first such two that are
 * both listed, else the first two.
 */
export class LinkFinder {
  private before: { line: Link["before"]; isListed: boolean } | undefined;
  private found: Link | null = null;
  private isFinal = false;

  add({ header, blockHash }: CollectedEvent, isListed: boolean): void {
    if (this.isFinal) return;
    const { id, chainPosition, previousModelHash, contentHash } = header;
    const line = { id, chainPosition, previousModelHash, blockHash, contentHash };
    const { before } = this;
    this.before = { line, isListed };
    if (before?.line.blockHash !== previousModelHash) return;
    this.isFinal = isListed && before.isListed;
    if (this.isFinal || this.found === null) this.found = { before: before.line, after: line };
  }

  link(): Link | null {
    return this.found;
  }
}
