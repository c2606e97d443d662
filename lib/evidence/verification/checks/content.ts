import { canonicalHeader } from "@/lib/audit-chain/block-text";
import { readErasure, recordsErasureOf } from "@/lib/audit-chain/erasure/erasure-record";
import { bytesOfText } from "@/lib/evidence/verification/bytes";
import { counted } from "@/lib/evidence/verification/counted";
import type { Hasher } from "@/lib/evidence/verification/hasher";
import type { ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

/**
 * Whether each listed event has a content that hashes to its contentHash, and no other event has any. Of an erased one, whether
 * the event that the package carries for it records just this erasure.
 */
export class ContentCheck {
  private readonly finder = new Finder("content");
  private checked = 0;
  private erased = 0;

  constructor(private readonly hasher: Hasher) {}

  add({ event, content }: ReadEvent): void {
    const { disclosure, contentText } = event;
    this.examineErasure(event);
    if (disclosure !== "listed") {
      if (content || contentText !== undefined) {
        this.finder.fail("It is not listed, and its content stands in the package all the same.", event);
      }
      return;
    }
    if (!content) this.withoutContent(event);
    else if (contentText !== undefined) this.finder.fail("It has two contents.", event);
    else if (this.hasher.name(bytesOfText(content.text)) !== event.contentHash) {
      this.finder.fail(
        "Its content does not hash to its contentHash: actor, payload, salt or tags were changed.",
        event,
      );
    } else this.checked += 1;
  }

  finish(): Check {
    const listed =
      this.checked === 0
        ? "The package lists no event."
        : `Actor, payload and tags of ${counted(this.checked, "event")} hash to the contentHash in the event's header.`;
    const erased =
      this.erased === 0
        ? ""
        : ` The content of ${counted(this.erased, "event")} was erased on a legal request, by the events that record it, which the package carries and which agree with themselves. That those stand on the chain only the service's chain can show.`;
    return this.finder.conclude(listed + erased);
  }

  private examineErasure(event: ReadEvent["event"]): void {
    const { disclosure, erasure } = event;
    if (disclosure !== "erased") {
      if (erasure) this.finder.fail("It is not erased, and the package carries a record of its erasure.", event);
      return;
    }
    const isRecord =
      erasure !== undefined &&
      erasure.organisationId === event.organisationId &&
      this.hasher.name(bytesOfText(erasure.contentText)) === erasure.contentHash &&
      this.hasher.name(bytesOfText(canonicalHeader(erasure))) === erasure.blockHash &&
      recordsErasureOf(readErasure({ ...erasure, content: erasure.contentText }), erasure.chainPosition, event);
    if (isRecord) this.erased += 1;
    else
      this.finder.fail("It is said to be erased, and the event that the package carries does not record that.", event);
  }

  private withoutContent(event: ReadEvent["event"]): void {
    this.finder.fail(
      event.contentText === undefined
        ? "It is listed, and its content is missing."
        : "What is stored as its content is not the canonical text of a content any more: it was changed in the database.",
      event,
    );
  }
}
