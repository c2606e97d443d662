import { EvidenceMatcher } from "@/lib/domains/evidence/collect/evidence-matcher";
import { type CoverageStatus, coverageStatuses } from "@/lib/domains/evidence/enums";
import type { EvidenceRule, Framework, FrameworkSection, Requirement } from "@/lib/domains/evidence/frameworks/types";
import type { FrameworkReport, RequirementCoverage, SectionReport } from "@/lib/domains/evidence/schemas-bundle";

/** Counts, requirement by requirement, the events that speak to it, and reports on the framework. */
export class CoverageCounter {
  private readonly matcher: EvidenceMatcher;
  private readonly counted: readonly { requirement: Requirement; tally: Tally }[];

  constructor(private readonly framework: Framework) {
    const { requirements, keyNames } = framework;
    this.counted = requirements.map((requirement) => ({ requirement, tally: emptyTally(requirement) }));
    this.matcher = new EvidenceMatcher(
      requirements.map(({ rules }) => rules),
      keyNames,
    );
  }

  /** An event of the period; `evidenceId` is null where it is not listed. */
  add(eventType: string, payload: unknown, evidenceId: string | null): void {
    this.matcher.match(eventType, payload, (target, isStrong) => {
      const tally = this.counted[target]?.tally;
      if (!tally) return;
      tally.events += 1;
      if (isStrong) tally.strong += 1;
      tally.byType[eventType] = (tally.byType[eventType] ?? 0) + 1;
      tally.first ??= evidenceId;
      tally.last = evidenceId ?? tally.last;
    });
  }

  /** `eventsOf` counts all events of a type in the period, whatever they say. */
  report(sections: ReadonlySet<string>, eventsOf: (type: string) => number): FrameworkReport {
    const { id, name, shortName, issuer, edition, mappingVersion, countedAs, statement } = this.framework;
    const requirements = this.counted.map(({ requirement, tally }) =>
      coverRequirement(requirement, { ...tally, byType: { ...tally.byType } }, { sections, eventsOf }),
    );
    return {
      ...{ id, name, shortName, issuer, edition, mappingVersion, countedAs, statement },
      sections: this.framework.sections.map((section) => reportOf(section, sections.has(section.id), eventsOf)),
      requirements,
      coverage: totalCoverage(requirements),
    };
  }
}

function emptyTally({ rules }: Requirement): Tally {
  const byType = Object.fromEntries(rules.map(({ type }) => [type, 0]));
  return { events: 0, strong: 0, byType, first: null, last: null };
}

function reportOf(
  { id, title, summary, reference, eventTypes }: FrameworkSection,
  included: boolean,
  eventsOf: (type: string) => number,
): SectionReport {
  const counted = eventTypes.map((one) => ({ ...one, events: eventsOf(one.type) }));
  const sum = (types: typeof counted) => types.reduce((total, { events }) => total + events, 0);
  return {
    ...{ id, title, summary, reference, included },
    events: sum(counted),
    strong: sum(counted.filter(({ strength }) => strength === "strong")),
    eventTypes: counted,
  };
}

/** Members of a payload that a reason names. */
const namedMax = 4;

/** Counts of a requirement: events of mapped types that support it. */
export interface Tally {
  events: number;
  strong: number;
  byType: Record<string, number>;
  /** The first and the last of them that the package lists: `E-0001`. */
  first: string | null;
  last: string | null;
}

/** The input for a requirement's status, besides its own tally. */
interface CoverageContext {
  /** Requested sections. */
  sections: ReadonlySet<string>;
  /** All events of a type in the period, whatever they say. */
  eventsOf(type: string): number;
}

/** The coverage of one requirement. More events never lower its status. */
export function coverRequirement(
  requirement: Requirement,
  tally: Tally,
  context: CoverageContext,
): RequirementCoverage {
  const { id, group, title, text, sections, counted, document = null } = requirement;
  const status = statusOf(requirement, tally, context);
  const reason = reasons[status](requirement, tally, context);
  return { id, group, title, text, sections: [...sections], counted, status, reason, document, ...tally };
}

/** All counted requirements: leaving sections out of the request does not make the denominator smaller. */
export function totalCoverage(requirements: readonly RequirementCoverage[]): FrameworkReport["coverage"] {
  const counted = requirements.filter((requirement) => requirement.counted);
  const of = (status: CoverageStatus) => counted.filter((requirement) => requirement.status === status).length;
  const byStatus = Object.fromEntries(coverageStatuses.map((status) => [status, of(status)]));
  return { total: counted.length, byStatus: byStatus as Record<CoverageStatus, number> };
}

function statusOf(requirement: Requirement, tally: Tally, { sections }: CoverageContext): CoverageStatus {
  if (!requirement.sections.some((section) => sections.has(section))) return "OUT_OF_SCOPE";
  if (requirement.rules.length === 0) return "NOT_EVIDENCED_BY_EVENTS";
  if (tally.events === 0) return "NO_EVENTS_IN_PERIOD";
  return tally.strong > 0 && requirement.document === undefined ? "EVIDENCED" : "PARTIAL";
}

type Reason = (requirement: Requirement, tally: Tally, context: CoverageContext) => string;

const reasons: Record<CoverageStatus, Reason> = {
  OUT_OF_SCOPE: ({ sections }) =>
    sections.length === 1
      ? `The section in which it is reported (${sections.join()}) was not asked for.`
      : `None of the sections in which it is reported (${sections.join(", ")}) was asked for.`,
  NOT_EVIDENCED_BY_EVENTS: ({ document }) => document ?? "No event can show this; a document has to be supplied.",
  NO_EVENTS_IN_PERIOD: ({ rules }, _tally, { eventsOf }) => {
    const types = typesOf(rules);
    const events = types.reduce((sum, type) => sum + eventsOf(type), 0);
    const noun = types.length === 1 ? "type" : "types";
    if (events === 0) return `The period has no event of the ${noun} ${listed(types, "or")}.`;
    const found = `${counted(events, "event")} of the ${noun} ${listed(types, "and")}`;
    return `The period has ${found}, but none that says what would show this: ${wanted(rules)}.`;
  },
  PARTIAL: ({ rules, document }, tally) => {
    const sentences = [figures(tally)];
    if (tally.strong === 0) {
      const strong = rules.filter(({ strength }) => strength === "strong");
      if (strong.length > 0) sentences.push(`Strong evidence would be ${wanted(strong)}.`);
      else sentences.push("Events can only support this; none can be strong evidence of it.");
    }
    if (document !== undefined) sentences.push(document);
    return sentences.join(" ");
  },
  EVIDENCED: (_requirement, tally) => figures(tally),
};

/** `12 events of 2 types, 5 of them strong evidence.` */
function figures({ events, strong, byType }: Tally): string {
  const types = Object.values(byType).filter((count) => count > 0).length;
  const share = strong === 0 ? "none" : strong === events ? "all" : grouped(strong);
  if (events === 1) return `1 event, ${strong === 1 ? "strong" : "supporting"} evidence.`;
  return `${grouped(events)} events of ${counted(types, "type")}, ${share} of them strong evidence.`;
}

/** `ALERT with metric or value; CONFIG_CHANGE with kind TIER, or with expiresAt`: by type, what an event must say. */
function wanted(rules: readonly EvidenceRule[]): string {
  return typesOf(rules)
    .map((type) => {
      const demands = rules.filter((rule) => rule.type === type).map(demandOf);
      return demands.includes("") ? type : `${type} with ${[...new Set(demands)].join(", or with ")}`;
    })
    .join("; ");
}

function demandOf({ keys, saying = [] }: EvidenceRule): string {
  const words = saying.map(({ key, words: [first = ""] }) => `${key} ${first.replaceAll("*", "")}`);
  return [words, keys]
    .filter((demands) => demands.length > 0)
    .map(someOf)
    .join(", and ");
}

/** The first few of what would do; the rest is in the documentation of the mapping. */
function someOf(demands: readonly string[]): string {
  return demands.length <= namedMax ? listed(demands, "or") : `${demands.slice(0, namedMax).join(", ")} or the like`;
}

function typesOf(rules: readonly EvidenceRule[]): string[] {
  return [...new Set(rules.map(({ type }) => type))];
}

function listed(names: readonly string[], word: string): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `12,345`, independent of the locale, because verifiers recompute it. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
