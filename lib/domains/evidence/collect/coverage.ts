import { type CitedEvents, CitedFinder } from "@/lib/domains/evidence/collect/cited-events";
import { EvidenceMatcher } from "@/lib/domains/evidence/collect/evidence-matcher";
import { referencesMax } from "@/lib/domains/evidence/collect/payload";
import { lagOf } from "@/lib/domains/evidence/collect/recording";
import type { Reference } from "@/lib/domains/evidence/collect/registers";
import { type CoverageStatus, coverageStatuses } from "@/lib/domains/evidence/enums";
import type {
  EvidenceKind,
  Framework,
  FrameworkSection,
  Requirement,
  Weight,
} from "@/lib/domains/evidence/frameworks/types";
import type {
  FoundEvidence,
  FrameworkReport,
  RequirementCoverage,
  SectionReport,
  SuppliedDocument,
} from "@/lib/domains/evidence/schemas-bundle";
import { isValidOn } from "@/lib/domains/evidence/schemas-coverage";

/** An event recorded later than this after its own time is not strong evidence. */
const strongWithinMs = 30 * 24 * 60 * 60 * 1000;

/** The part of an event of the period that coverage needs. */
interface CoveredEvent {
  id: string;
  eventType: string;
  timestamp: string;
  recordedAt: string;
  payload: unknown;
  /** null if the event is not listed. */
  evidenceId: string | null;
  chainPosition: number;
}

/** Marks the kinds of events that were recorded late. */
const lateSuffix = ".late";

/** In order of precedence, because an event counts once for a requirement. */
const weights: readonly Weight[] = ["adverse", "strong", "supporting", "reference"];

/** Counts the events that are relevant to each requirement, and reports on the framework. */
export class CoverageCounter {
  private readonly matcher: EvidenceMatcher;
  private readonly counted: readonly { requirement: Requirement; tally: Tally }[];
  /** The rules that name a kind, by its index. */
  private readonly rulesOf: readonly (readonly { target: number; kind: EvidenceKind; weight: Weight }[])[];
  private readonly referencesOf = new Map<string, Reference[]>();
  private readonly cited = new Map<string, CitedFinder>();

  constructor(
    private readonly framework: Framework,
    private readonly periodEnd: string,
    /** The organisation's documents for the model. */
    private readonly documents: readonly SuppliedDocument[] = [],
  ) {
    const { requirements, kinds, keyNames } = framework;
    this.counted = requirements.map((requirement) => ({ requirement, tally: emptyTally(requirement, kinds) }));
    this.matcher = new EvidenceMatcher(kinds, keyNames, periodEnd);
    this.rulesOf = kinds.map((kind) =>
      requirements.flatMap(({ rules }, target) =>
        rules.filter((rule) => rule.kind === kind.id).map(({ weight }) => ({ target, kind, weight })),
      ),
    );
  }

  /** Counts an event and returns whether it is adverse to a requirement. */
  add({ id: eventId, eventType, timestamp, recordedAt, payload, evidenceId, chainPosition }: CoveredEvent): boolean {
    const isLate = (lagOf({ timestamp, recordedAt }) ?? 0) > strongWithinMs;
    const heaviest = new Map<number, Weight>();
    for (const index of this.matcher.match(eventType, payload)) {
      const id = `${this.framework.kinds[index]?.id ?? ""}${isLate ? lateSuffix : ""}`;
      if (evidenceId !== null) this.refer(id, { evidenceId, chainPosition });
      for (const { target, kind, weight: mapped } of this.rulesOf[index] ?? []) {
        const weight = isLate && mapped === "strong" ? "supporting" : mapped;
        const known = heaviest.get(target);
        if (!known || weights.indexOf(weight) < weights.indexOf(known)) heaviest.set(target, weight);
        const tally = this.counted[target]?.tally;
        if (tally) count(foundIn(tally, kind, weight, isLate), evidenceId);
      }
    }
    for (const [target, weight] of heaviest) {
      const { requirement, tally } = this.counted[target] ?? {};
      if (!requirement || !tally) continue;
      this.citedOf(requirement.id).add({ id: eventId, eventType }, weight);
      count(tally, evidenceId);
      tally.byWeight[weight] += 1;
      tally.byType[eventType] = (tally.byType[eventType] ?? 0) + 1;
    }
    return [...heaviest.values()].includes("adverse");
  }

  /** The first listed event and the newest ones, by ID of a kind of evidence. */
  references(): Record<string, Reference[]> {
    return Object.fromEntries([...this.referencesOf].map(([kind, found]) => [kind, [...found]]));
  }

  /** The events that support or contradict a requirement, by its ID. Absent without such events. */
  citedEvents(): Map<string, CitedEvents> {
    return new Map([...this.cited].map(([id, finder]) => [id, finder.found()]));
  }

  private citedOf(requirement: string): CitedFinder {
    const known = this.cited.get(requirement) ?? new CitedFinder();
    this.cited.set(requirement, known);
    return known;
  }

  private refer(kind: string, reference: Reference): void {
    const found = this.referencesOf.get(kind);
    if (!found) this.referencesOf.set(kind, [reference]);
    else if (found.push(reference) > referencesMax + 1) found.splice(1, 1);
  }

  report(sections: ReadonlySet<string>, eventsOf: (type: string) => number): FrameworkReport {
    const { id, name, packageTitle, shortName, issuer, edition, mappingVersion, countedAs, statement } = this.framework;
    const { kinds, retention } = this.framework;
    const requirements = this.counted.map(({ requirement, tally }) =>
      coverRequirement(requirement, tally, {
        sections,
        kinds,
        documents: this.documents.filter((document) => document.requirement === requirement.id),
        lastDay: this.periodEnd.slice(0, 10),
      }),
    );
    return {
      ...{ id, name, packageTitle, shortName, issuer, edition, mappingVersion, countedAs, statement },
      ...(retention && { retention }),
      sections: this.framework.sections.map((section) => reportOf(section, sections.has(section.id), eventsOf)),
      requirements,
      ...(this.documents.length > 0 && { documents: [...this.documents] }),
      coverage: totalCoverage(requirements),
    };
  }
}

interface Counted {
  events: number;
  /** The first and the last of them that the package lists: `E-0001`. */
  first: string | null;
  last: string | null;
}

/** Counts of a requirement. */
interface Tally extends Counted {
  byWeight: Record<Weight, number>;
  byType: Record<string, number>;
  /** By ID of the kind, in the order of the rules. */
  found: Map<string, Counted & Pick<FoundEvidence, "kind" | "label" | "weight">>;
}

/** Late events of a kind are counted separately. */
function foundIn({ found }: Tally, { id, label }: EvidenceKind, weight: Weight, isLate: boolean): Counted {
  const kind = isLate ? id + lateSuffix : id;
  const known = found.get(kind);
  if (known) return known;
  const late = isLate ? " (recorded more than 30 days late)" : "";
  const added = { kind, label: `${label}${late}`, weight, events: 0, first: null, last: null };
  found.set(kind, added);
  return added;
}

export function emptyTally({ rules }: Requirement, kinds: readonly EvidenceKind[]): Tally {
  const named = rules.flatMap(({ kind: id, weight }) => {
    const kind = kinds.find((one) => one.id === id);
    return kind ? [{ kind, weight }] : [];
  });
  const none = { events: 0, first: null, last: null };
  return {
    ...none,
    byWeight: { adverse: 0, strong: 0, supporting: 0, reference: 0 },
    byType: Object.fromEntries(named.map(({ kind }) => [kind.type, 0])),
    found: new Map(named.map(({ kind, weight }) => [kind.id, { kind: kind.id, label: kind.label, weight, ...none }])),
  };
}

function count(counted: Counted, evidenceId: string | null): void {
  counted.events += 1;
  counted.first ??= evidenceId;
  counted.last = evidenceId ?? counted.last;
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

/** The input for a requirement's status, besides its own tally. */
interface CoverageContext {
  /** Requested sections. */
  sections: ReadonlySet<string>;
  kinds: readonly EvidenceKind[];
  /** The documents that were supplied for the requirement. */
  documents?: readonly SuppliedDocument[];
  /** Last day of the period, `YYYY-MM-DD`. A document counts if it is valid on this day. */
  lastDay?: string;
}

/** The coverage of one requirement. Adverse evidence takes precedence. */
export function coverRequirement(
  requirement: Requirement,
  tally: Tally,
  context: CoverageContext,
): RequirementCoverage {
  const { id, group, title, text, basis, sections, counted, document = null } = requirement;
  const status = statusOf(requirement, tally, context);
  const { events, byWeight, byType, first, last } = tally;
  return {
    ...{ id, group, title, text, basis, sections: [...sections], counted, status, document },
    reason: reasons[status](requirement, tally, context),
    ...{ events, strong: byWeight.strong, adverse: byWeight.adverse, byType: { ...byType }, first, last },
    evidence: evidenceOf(tally),
  };
}

/** All counted requirements: leaving sections out of the request does not make the denominator smaller. */
export function totalCoverage(requirements: readonly RequirementCoverage[]): FrameworkReport["coverage"] {
  const counted = requirements.filter((requirement) => requirement.counted);
  const of = (status: CoverageStatus) => counted.filter((requirement) => requirement.status === status).length;
  const present = coverageStatuses.filter((status) => status !== "SUPPLIED" || of(status) > 0);
  const byStatus = Object.fromEntries(present.map((status) => [status, of(status)]));
  return { total: counted.length, byStatus: byStatus as FrameworkReport["coverage"]["byStatus"] };
}

function statusOf(
  { sections: own, rules, document }: Requirement,
  tally: Tally,
  context: CoverageContext,
): CoverageStatus {
  const { byWeight } = tally;
  if (!own.some((section) => context.sections.has(section))) return "OUT_OF_SCOPE";
  if (rules.every(({ weight }) => weight === "reference")) {
    return validDocuments(context).length > 0 ? "SUPPLIED" : "NOT_EVIDENCED_BY_EVENTS";
  }
  if (byWeight.adverse > 0) return "ADVERSE";
  if (byWeight.strong + byWeight.supporting === 0) return "NO_EVENTS_IN_PERIOD";
  return byWeight.strong > 0 && document === undefined ? "EVIDENCED" : "PARTIAL";
}

function validDocuments({ documents = [], lastDay = "" }: CoverageContext): SuppliedDocument[] {
  return documents.filter((document) => isValidOn(lastDay, document));
}

/** `Supplied, not assessed by this service: System description, version 2.1, signed by the Head of Models.` */
function suppliedText(context: CoverageContext): string {
  const valid = validDocuments(context);
  const others = (context.documents ?? []).filter((document) => !valid.includes(document));
  const list = (documents: readonly SuppliedDocument[]) =>
    documents
      .map(({ title, version, signedBy }) =>
        [title, version && `version ${version}`, signedBy && `signed by ${signedBy}`].filter(Boolean).join(", "),
      )
      .join("; ");
  return sentences(
    valid.length > 0 && `Supplied by the organisation and not assessed by this service: ${list(valid)}.`,
    others.length > 0 && `Not valid at the end of the period: ${list(others)}.`,
  );
}

/** The document that a requirement still needs: none while a valid one is supplied. */
function demand(document: string | undefined, context: CoverageContext): string | undefined {
  return validDocuments(context).length > 0 ? undefined : document;
}

type Reason = (requirement: Requirement, tally: Tally, context: CoverageContext) => string;

const reasons: Record<CoverageStatus, Reason> = {
  OUT_OF_SCOPE: ({ sections }) =>
    sections.length === 1
      ? `The section for this requirement (${sections.join()}) was not requested.`
      : `None of the sections for this requirement (${sections.join(", ")}) was requested.`,
  SUPPLIED: (_requirement, tally, context) => sentences(referring(tally), suppliedText(context)),
  NOT_EVIDENCED_BY_EVENTS: ({ document }, tally, context) =>
    sentences(
      referring(tally),
      suppliedText(context),
      document ?? "Events cannot address this requirement. It needs a document.",
    ),
  ADVERSE: ({ document }, tally, context) =>
    sentences(
      `Adverse evidence from ${figure(tally.byWeight.adverse, "event", "events")}: ${labelled(tally, "adverse")}.`,
      tally.events > tally.byWeight.adverse &&
        `${figure(tally.events - tally.byWeight.adverse, "other event is", "other events are")} relevant but ${tally.events - tally.byWeight.adverse === 1 ? "does" : "do"} not change the status.`,
      suppliedText(context),
      demand(document, context),
    ),
  NO_EVENTS_IN_PERIOD: ({ rules, document }, _tally, context) =>
    sentences(
      `The period contains no events that support this requirement. Examples of such events: ${examplesOf(rules, context.kinds)}.`,
      suppliedText(context),
      demand(document, context),
    ),
  PARTIAL: ({ rules, document: needed }, tally, context) => {
    const document = demand(needed, context);
    const { strong, supporting } = tally.byWeight;
    const supplied = suppliedText(context);
    if (strong > 0) return sentences(supported(tally), supplied, document);
    if (!rules.some(({ weight }) => weight === "strong")) {
      return sentences(
        `${figure(supporting, "event partially supports", "events partially support")} this requirement. No event type fully supports it.`,
        supplied,
        document,
      );
    }
    const wanted = `The following would be strong evidence: ${labelsOf(rules, context.kinds, "strong").join("; ")}.`;
    const without = supporting === 1 ? "but not as strong evidence" : "but none of them as strong evidence";
    return sentences(
      `${figure(supporting, "event supports", "events support")} this requirement, ${without}. ${wanted}`,
      supplied,
      document,
    );
  },
  EVIDENCED: (_requirement, tally) => supported(tally),
};

/** Events that name the document of a requirement without containing it. */
function referring(tally: Tally): string | false {
  return (
    tally.byWeight.reference > 0 &&
    `Events refer to the document but do not contain it: ${labelled(tally, "reference")}.`
  );
}

/** `12 events support this requirement, 5 of them as strong evidence.` */
function supported({ byWeight: { strong, supporting } }: Tally): string {
  const all = strong + supporting;
  const support = `${figure(all, "event supports", "events support")} this requirement`;
  return strong === all
    ? `${support} as strong evidence.`
    : `${support}, ${grouped(strong)} of them as strong evidence.`;
}

function sentences(...given: readonly (string | false | undefined)[]): string {
  return given.filter(Boolean).join(" ");
}

/** The events found and where to find them. Kinds of a weight are listed in the order of the rules. */
function labelled({ found }: Tally, of: Weight): string {
  const those = [...found.values()].filter(({ weight, events }) => weight === of && events > 0);
  return those
    .map(({ label, events, first }) => {
      const number = figure(events, "event", "events");
      if (first === null) return `${label} (${number})`;
      return events === 1 ? `${label} (${first})` : `${label} (${number}, first ${first})`;
    })
    .join("; ");
}

function labelsOf(rules: Requirement["rules"], kinds: readonly EvidenceKind[], of: Weight): string[] {
  return rules.flatMap((rule) => {
    const kind = rule.weight === of ? kinds.find(({ id }) => id === rule.kind) : undefined;
    return kind ? [kind.label] : [];
  });
}

/** Kinds that a sentence names as examples. */
const examplesMax = 4;

/** The first kinds that would support a requirement, the strong ones before the others. */
function examplesOf(rules: Requirement["rules"], kinds: readonly EvidenceKind[]): string {
  const labels = [...labelsOf(rules, kinds, "strong"), ...labelsOf(rules, kinds, "supporting")];
  return labels.slice(0, examplesMax).join("; ");
}

/** The evidence that was found, in order of precedence. */
function evidenceOf({ found }: Tally): FoundEvidence[] {
  const given = [...found.values()].filter(({ events }) => events > 0).map((one) => ({ ...one }));
  return given.sort((a, b) => weights.indexOf(a.weight) - weights.indexOf(b.weight));
}

function figure(number: number, one: string, many: string): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** `12,345`, independent of the locale, because verifiers recompute it. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
