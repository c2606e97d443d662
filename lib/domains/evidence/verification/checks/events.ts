import { canonicalHeader } from "@/lib/domains/audit-chain/block-text";
import { readErasure, recordsErasureOf } from "@/lib/domains/audit-chain/erasure/erasure-record";
import type { Evidence, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import type { Hasher } from "@/lib/domains/evidence/verification/bytes";
import { bytesOfText } from "@/lib/domains/evidence/verification/bytes";
import type { ReadEvent } from "@/lib/domains/evidence/verification/open-bundle";
import { type Check, counted, Finder } from "@/lib/domains/evidence/verification/report";

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

/**
 * Whether the events are those of the package's organisation, model and period, each once, in the order of the chain, and
 * shown as far as the package says that it shows them.
 */
export class OrderCheck {
  private readonly finder = new Finder("order");
  private readonly ids = new Set<string>();
  private before: EvidenceEvent | undefined;
  private listed = 0;

  constructor(private readonly evidence: Omit<Evidence, "events">) {}

  add({ event }: ReadEvent): void {
    this.examinePlace(event);
    this.examineOwner(event);
    this.examineDisclosure(event);
    this.before = event;
  }

  finish(): Check {
    return this.finder.conclude(
      this.ids.size === 0
        ? "The package has no event: there was none of this model in this period."
        : `${counted(this.ids.size, "event")} of one model stand in the order of the chain, each once; ${counted(this.listed, "event")} of the period ${this.listed === 1 ? "is" : "are"} listed, numbered without a gap.`,
    );
  }

  private examinePlace(event: EvidenceEvent): void {
    const { before, finder } = this;
    const { chainPosition, id, recordedAt } = event;
    if (this.ids.has(id)) finder.fail(`The event ${id} stands in the package more than once.`, event);
    this.ids.add(id);
    if (chainPosition > this.evidence.manifest.chainSize) {
      finder.fail(`Its position is beyond ${this.evidence.manifest.chainSize}, up to which the chain was read.`, event);
    }
    if (!before) return;
    if (chainPosition <= before.chainPosition) {
      finder.fail(`It stands behind position ${before.chainPosition}: events were exchanged or doubled.`, event);
      return;
    }
    if (recordedAt < before.recordedAt) {
      finder.fail(`It was received at ${recordedAt}, before the event in front of it (${before.recordedAt}).`, event);
    }
    if (chainPosition === before.chainPosition + 1 && event.previousHash !== before.blockHash) {
      finder.fail("It is the next event of the chain and does not name the one before it.", event);
    }
  }

  private examineOwner(event: EvidenceEvent): void {
    const { organisation, model } = this.evidence.package;
    if (event.organisationId !== organisation.id) {
      this.finder.fail(`It is of the organisation ${event.organisationId}, not of ${organisation.id}.`, event);
    }
    if (event.modelId !== model.id) this.finder.fail(`It is of the model ${event.modelId}, not of ${model.id}.`, event);
  }

  private examineDisclosure(event: EvidenceEvent): void {
    const { disclosure, evidenceId } = event;
    const due = this.disclosureDue(event);
    if (disclosure !== due) {
      this.finder.fail(`It is shown as ${words[disclosure]}, and by its time and type it is ${words[due]}.`, event);
    }
    if (disclosure === "listed") this.listed += 1;
    const number = disclosure === "listed" ? `E-${String(this.listed).padStart(4, "0")}` : null;
    if (evidenceId !== number) {
      this.finder.fail(`It has ${evidenceId ?? "no evidence number"}, and would have ${number ?? "none"}.`, event);
    }
    if (disclosure === "outside_period" && this.evidence.chain.thread === null) {
      this.finder.fail(
        "It is outside the period, and the package makes no statement for which it would be there.",
        event,
      );
    }
  }

  /** Times of the one form that events have are in order as texts. */
  private disclosureDue({ timestamp, eventType, erasure }: EvidenceEvent): EvidenceEvent["disclosure"] {
    const { dateRange, includeHumanOversight } = this.evidence.package;
    if (timestamp < dateRange.from || timestamp > dateRange.to) return "outside_period";
    if (erasure) return "erased";
    return eventType === "HUMAN_REVIEW" && !includeHumanOversight ? "withheld" : "listed";
  }
}

const words = {
  listed: "listed",
  withheld: "withheld",
  outside_period: "outside the period",
  erased: "erased",
} as const;
