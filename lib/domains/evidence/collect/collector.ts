import type { CitedEvents } from "@/lib/domains/evidence/collect/cited-events";
import { CoverageCounter } from "@/lib/domains/evidence/collect/coverage";
import { EvidenceMatcher } from "@/lib/domains/evidence/collect/evidence-matcher";
import { HighlightFinder } from "@/lib/domains/evidence/collect/highlights";
import { actorLengthMax, lineOf } from "@/lib/domains/evidence/collect/payload";
import type { EvidenceReport, Rank, RegisterRow } from "@/lib/domains/evidence/collect/registers";
import { LinkFinder, RankedRows } from "@/lib/domains/evidence/collect/registers";
import { rowDetail } from "@/lib/domains/evidence/collect/row-detail";
import { type CountedSummary, StatisticsCounter } from "@/lib/domains/evidence/collect/statistics";
import type { Disclosure } from "@/lib/domains/evidence/enums";
import { notableKinds } from "@/lib/domains/evidence/frameworks/evidence-kinds";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";
import type {
  EvidenceEvent,
  FrameworkReport,
  Statistics,
  SuppliedDocument,
} from "@/lib/domains/evidence/schemas-bundle";

/** An event of the model, in the order of positions. */
export interface CollectedEvent {
  header: Omit<EvidenceEvent, "blockHash" | "evidenceId" | "disclosure" | "content" | "contentText" | "erasure">;
  blockHash: string;
  /** Whether the chain records that its content was erased. */
  isErased?: boolean;
  /** Its payload. Undefined if unknown: it is withheld, erased, or was changed so that it cannot be read. */
  content:
    | {
        actor: { type: unknown; id: unknown; displayName?: unknown };
        payload: Readonly<Record<string, unknown>>;
        tags: readonly string[];
      }
    | undefined;
}

export interface CollectorOptions {
  framework: Framework;
  /** Ids of the requested sections. */
  sections: readonly string[];
  /** Both ends inclusive, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  period: { from: string; to: string };
  includeHumanOversight: boolean;
  /** The organisation's documents for the model. */
  documents?: readonly SuppliedDocument[] | undefined;
}

/** The results of a package's collected events. */
export interface Collected extends Pick<EvidenceReport, "register" | "highlights" | "references" | "link"> {
  framework: FrameworkReport;
  statistics: Statistics;
  counts: CountedSummary;
  /** By ID of a requirement. */
  cited: ReadonlyMap<string, CitedEvents>;
  listed: number;
  withheld: number;
  outsidePeriod: number;
  erased: number;
}

/**
 * Collects counts, statistics, coverage and printed rows from the events of a model: one pass, bounded memory, no I/O.
 * Runs for generation and for verification; no payload makes it fail. Withheld events count if their content is given;
 * events outside the period only take part in the link.
 */
export class EvidenceCollector {
  private readonly statistics: StatisticsCounter;
  private readonly coverage: CoverageCounter;
  private readonly rows = new RankedRows();
  private readonly highlights: HighlightFinder;
  private readonly notable: EvidenceMatcher;
  private readonly links = new LinkFinder();
  private readonly numbers: Record<Disclosure, number> = { listed: 0, withheld: 0, outside_period: 0, erased: 0 };

  constructor(private readonly options: CollectorOptions) {
    const { framework, period, documents } = options;
    this.statistics = new StatisticsCounter(period, framework.keyNames);
    this.coverage = new CoverageCounter(framework, period.to, documents);
    this.notable = new EvidenceMatcher(notableKinds, framework.keyNames, period.to);
    this.highlights = new HighlightFinder(framework.keyNames);
  }

  /** Adds the model's next event in chain order, and returns how the package shows it. */
  add(event: CollectedEvent): { evidenceId: string | null; disclosure: Disclosure } {
    const disclosure = this.disclosureOf(event);
    this.numbers[disclosure] += 1;
    const evidenceId = disclosure === "listed" ? `E-${String(this.numbers.listed).padStart(4, "0")}` : null;
    this.links.add(event, evidenceId !== null);
    if (disclosure === "outside_period") return { evidenceId, disclosure };
    const { id, eventType, severity, timestamp, recordedAt, chainPosition } = event.header;
    const { actor, payload } = event.content ?? {};
    this.statistics.add({ eventType, severity, timestamp, recordedAt, actor, payload });
    const isAdverse = this.coverage.add({ id, eventType, timestamp, recordedAt, payload, evidenceId, chainPosition });
    if (evidenceId !== null) this.addRow(event, evidenceId, isAdverse);
    return { evidenceId, disclosure };
  }

  /** The results after the last event. Can be called repeatedly, also between events. */
  finish(): Collected {
    const eventsOf = (type: string) => this.statistics.eventsOf(type);
    return {
      framework: this.coverage.report(new Set(this.options.sections), eventsOf),
      statistics: this.statistics.statistics(),
      counts: this.statistics.counts(),
      cited: this.coverage.citedEvents(),
      listed: this.numbers.listed,
      withheld: this.numbers.withheld,
      outsidePeriod: this.numbers.outside_period,
      erased: this.numbers.erased,
      register: this.rows.register(),
      highlights: this.highlights.highlights(),
      references: this.coverage.references(),
      link: this.links.link(),
    };
  }

  /** Times in the documented format are ordered as texts. Invalid times in altered rows are compared the same way. */
  private disclosureOf({ header: { timestamp, eventType }, isErased }: CollectedEvent): Disclosure {
    const { period, includeHumanOversight } = this.options;
    if (timestamp < period.from || timestamp > period.to) return "outside_period";
    if (isErased) return "erased";
    return eventType === "HUMAN_REVIEW" && !includeHumanOversight ? "withheld" : "listed";
  }

  private addRow(event: CollectedEvent, evidenceId: string, isAdverse: boolean): void {
    const { eventType } = event.header;
    const payload = event.content?.payload;
    const found = this.notable.match(eventType, payload).map((index) => notableKinds[index]?.id);
    const isIncident = found.includes("incident") || found.includes("seriousIncident");
    const row = rowOf(event, evidenceId, this.options.framework, isIncident);
    this.rows.add(rankOf(eventType, { isIncident, isReversal: found.length > 0, isAdverse }), row);
    if (found.includes("seriousIncident")) this.highlights.addIncident(row, payload);
    if (found.includes("rollback")) this.highlights.addRollback(row);
    this.highlights.addMetrics(row, payload);
  }
}

interface Notable {
  isIncident: boolean;
  /** An override or a rollback. */
  isReversal: boolean;
  isAdverse: boolean;
}

function rankOf(eventType: string, { isIncident, isReversal, isAdverse }: Notable): Rank {
  if (isIncident) return "incident";
  if (isReversal) return "override";
  if (isAdverse) return "adverse";
  return eventType === "INFERENCE" ? "inference" : "other";
}

function rowOf(
  { header, blockHash, content }: CollectedEvent,
  evidenceId: string,
  framework: Framework,
  isIncident: boolean,
): RegisterRow {
  const { displayName, id } = content?.actor ?? {};
  const name = typeof displayName === "string" && displayName !== "" ? displayName : id;
  return {
    evidenceId,
    chainPosition: header.chainPosition,
    timestamp: lineOf(header.timestamp, 40),
    recordedAt: lineOf(header.recordedAt, 40),
    eventType: lineOf(header.eventType, 64),
    severity: lineOf(header.severity, 64),
    actor: typeof name === "string" ? lineOf(name, actorLengthMax) : "",
    detail: content
      ? rowDetail(header.eventType, content.payload, framework.keyNames, isIncident)
      : "The stored content is not valid event content.",
    blockHash,
  };
}
