import { coverRequirement, type Tally, totalCoverage } from "@/lib/evidence/collect/coverage";
import { EvidenceMatcher } from "@/lib/evidence/collect/evidence-matcher";
import type { Framework, FrameworkSection, Requirement } from "@/lib/evidence/frameworks/types";
import type { FrameworkReport, SectionReport } from "@/lib/evidence/schemas-bundle";

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
