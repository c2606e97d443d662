import { canonicalHeader } from "@/lib/domains/audit-chain/block-text";
import { readErasure, recordsErasureOf } from "@/lib/domains/audit-chain/erasure/erasure-record";
import type { Evidence, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import type { Hasher } from "@/lib/domains/evidence/verification/bytes";
import { bytesOfText } from "@/lib/domains/evidence/verification/bytes";
import type { ReadEvent } from "@/lib/domains/evidence/verification/open-bundle";
import { type Check, counted, Finder } from "@/lib/domains/evidence/verification/report";

/** Listed events must have content that matches `contentHash`; others must have none. Erased events need a matching record. */
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
        this.finder.fail("The event is not listed, but the package contains its content.", event);
      }
      return;
    }
    if (!content) this.withoutContent(event);
    else if (contentText !== undefined)
      this.finder.fail("The package contains two versions of the content of the event.", event);
    else if (this.hasher.name(bytesOfText(content.text)) !== event.contentHash) {
      this.finder.fail("The content does not match contentHash: actor, payload, salt or tags were changed.", event);
    } else this.checked += 1;
  }

  finish(): Check {
    const listed =
      this.checked === 0
        ? "The package lists no events."
        : `Actor, payload and tags of ${counted(this.checked, "event")} match the contentHash in the event header.`;
    const erased =
      this.erased === 0
        ? ""
        : ` The content of ${counted(this.erased, "event")} was erased following a legal request. The package contains a consistent record of each erasure; only the chain of the service can show that these records are part of it.`;
    return this.finder.conclude(listed + erased);
  }

  private examineErasure(event: ReadEvent["event"]): void {
    const { disclosure, erasure } = event;
    if (disclosure !== "erased") {
      if (erasure)
        this.finder.fail("The event is not erased, but the package contains a record of its erasure.", event);
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
      this.finder.fail(
        "The event is marked as erased, but the package contains no matching record of the erasure.",
        event,
      );
  }

  private withoutContent(event: ReadEvent["event"]): void {
    this.finder.fail(
      event.contentText === undefined
        ? "The event is listed, but its content is missing."
        : "The stored content is not canonical JSON: it was changed in the database.",
      event,
    );
  }
}

/** The header of each event must match its `blockHash`. */
export class HeadersCheck {
  private readonly finder = new Finder("headers");
  private events = 0;

  constructor(private readonly hasher: Hasher) {}

  add({ event }: ReadEvent): void {
    this.events += 1;
    if (this.hasher.name(bytesOfText(canonicalHeader(event))) === event.blockHash) return;
    this.finder.fail("The header does not match blockHash: a time, type, link or other field was changed.", event);
  }

  finish(): Check {
    return this.finder.conclude(
      this.events === 0
        ? "The package has no events."
        : `The headers of ${counted(this.events, "event")} match their blockHash.`,
    );
  }
}

/** Events must belong to the organisation, model and period, be unique and in chain order, and have the right disclosure. */
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
        ? "The package contains no events of this model in this period."
        : `${counted(this.ids.size, "event")} of one model in chain order, without duplicates. Events listed: ${this.listed.toLocaleString("en")}, numbered without gaps.`,
    );
  }

  private examinePlace(event: EvidenceEvent): void {
    const { before, finder } = this;
    const { chainPosition, id, recordedAt } = event;
    if (this.ids.has(id)) finder.fail(`The package contains the event ${id} more than once.`, event);
    this.ids.add(id);
    if (chainPosition > this.evidence.manifest.chainSize) {
      finder.fail(
        `The position is beyond ${this.evidence.manifest.chainSize}, the last position that was read.`,
        event,
      );
    }
    if (!before) return;
    if (chainPosition <= before.chainPosition) {
      finder.fail(`The event follows position ${before.chainPosition}: events were reordered or duplicated.`, event);
      return;
    }
    if (recordedAt < before.recordedAt) {
      finder.fail(`The event was recorded at ${recordedAt}, before the previous event (${before.recordedAt}).`, event);
    }
    if (chainPosition === before.chainPosition + 1 && event.previousHash !== before.blockHash) {
      finder.fail("The event does not contain the hash of the previous event in the chain.", event);
    }
  }

  private examineOwner(event: EvidenceEvent): void {
    const { organisation, model } = this.evidence.package;
    if (event.organisationId !== organisation.id) {
      this.finder.fail(`The event belongs to organisation ${event.organisationId}, not ${organisation.id}.`, event);
    }
    if (event.modelId !== model.id)
      this.finder.fail(`The event belongs to model ${event.modelId}, not ${model.id}.`, event);
  }

  private examineDisclosure(event: EvidenceEvent): void {
    const { disclosure, evidenceId } = event;
    const expected = this.expectedDisclosure(event);
    if (disclosure !== expected) {
      this.finder.fail(
        `The event is marked as ${labels[disclosure]}, but its time and type require ${labels[expected]}.`,
        event,
      );
    }
    if (disclosure === "listed") this.listed += 1;
    const number = disclosure === "listed" ? `E-${String(this.listed).padStart(4, "0")}` : null;
    if (evidenceId !== number) {
      this.finder.fail(`The evidence number is ${evidenceId ?? "missing"}; expected ${number ?? "none"}.`, event);
    }
    if (disclosure === "outside_period" && this.evidence.chain.thread === null) {
      this.finder.fail(
        "The event is outside the period, and the package has no thread statement that requires it.",
        event,
      );
    }
  }

  /** ISO times of fixed length compare as text. */
  private expectedDisclosure({ timestamp, eventType, erasure }: EvidenceEvent): EvidenceEvent["disclosure"] {
    const { dateRange, includeHumanOversight } = this.evidence.package;
    if (timestamp < dateRange.from || timestamp > dateRange.to) return "outside_period";
    if (erasure) return "erased";
    return eventType === "HUMAN_REVIEW" && !includeHumanOversight ? "withheld" : "listed";
  }
}

const labels = {
  listed: "listed",
  withheld: "withheld",
  outside_period: "outside the period",
  erased: "erased",
} as const;
