import { canonicalHeader } from "@/lib/audit-chain/block-text";
import { bytesOfText } from "@/lib/evidence/verification/bytes";
import { counted } from "@/lib/evidence/verification/counted";
import type { Hasher } from "@/lib/evidence/verification/hasher";
import type { ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

/** Whether the header of each event hashes to its blockHash. */
export class HeadersCheck {
  private readonly finder = new Finder("headers");
  private events = 0;

  constructor(private readonly hasher: Hasher) {}

  add({ event }: ReadEvent): void {
    this.events += 1;
    if (this.hasher.name(bytesOfText(canonicalHeader(event))) === event.blockHash) return;
    this.finder.fail(
      "Its header does not hash to its blockHash: a time, a type, a link or another member of it was changed.",
      event,
    );
  }

  finish(): Check {
    return this.finder.conclude(
      this.events === 0
        ? "The package has no event."
        : `The headers of ${counted(this.events, "event")} hash to the blockHash under which the chain knows them.`,
    );
  }
}
