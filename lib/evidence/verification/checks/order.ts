import type { Evidence, EvidenceEvent } from "@/lib/evidence/schemas-bundle";
import { counted } from "@/lib/evidence/verification/counted";
import type { ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

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
