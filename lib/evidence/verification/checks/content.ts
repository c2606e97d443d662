import { bytesOfText } from "@/lib/evidence/verification/bytes";
import { counted } from "@/lib/evidence/verification/counted";
import type { Hasher } from "@/lib/evidence/verification/hasher";
import type { ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

/** Whether each listed event has a content that hashes to its contentHash, and no other event has any. */
export class ContentCheck {
  private readonly finder = new Finder("content");
  private checked = 0;

  constructor(private readonly hasher: Hasher) {}

  add({ event, content }: ReadEvent): void {
    const { disclosure, contentText } = event;
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
    return this.finder.conclude(
      this.checked === 0
        ? "The package lists no event."
        : `Actor, payload and tags of ${counted(this.checked, "event")} hash to the contentHash in the event's header.`,
    );
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
