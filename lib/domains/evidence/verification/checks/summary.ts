import { type Collected, EvidenceCollector } from "@/lib/domains/evidence/collect/collector";
import { totalCoverage } from "@/lib/domains/evidence/collect/coverage";
import { EarlierCounts } from "@/lib/domains/evidence/collect/earlier-counts";
import { isObject, memberOf } from "@/lib/domains/evidence/collect/payload";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import type { EvidenceKind, Framework } from "@/lib/domains/evidence/frameworks/types";
import type { Evidence } from "@/lib/domains/evidence/schemas-bundle";
import type { ReadEvent } from "@/lib/domains/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/domains/evidence/verification/report";
import { jcs } from "@/lib/platform/crypto/jcs";

/**
 * Recomputes summary, statistics, coverage and manifest. Counts that depend on withheld reviews are checked against
 * their possible range; model versions, and status and reason of such requirements, are not compared.
 */
export class SummaryCheck {
  private readonly finder = new Finder("summary");
  private readonly framework: Framework;
  private readonly isKnownMapping: boolean;
  private readonly collector: EvidenceCollector;
  private readonly earlier = new EarlierCounts();

  constructor(private readonly evidence: Omit<Evidence, "events">) {
    const { id, mappingVersion, documents } = evidence.framework;
    this.framework = frameworkOf(id);
    this.isKnownMapping = this.framework.mappingVersion === mappingVersion;
    const { sections, dateRange: period, includeHumanOversight } = evidence.package;
    this.collector = new EvidenceCollector({
      framework: this.framework,
      sections,
      period,
      includeHumanOversight,
      documents,
    });
  }

  add({ event, content }: ReadEvent): void {
    const {
      blockHash,
      evidenceId: _id,
      disclosure: _stated,
      content: _content,
      contentText: _text,
      erasure,
      ...header
    } = event;
    const added = { header, blockHash, content: content?.value, isErased: erasure !== undefined };
    const { disclosure } = this.collector.add(added);
    if (disclosure !== "outside_period") this.earlier.add(header.eventType, content?.value.payload);
  }

  finish(): Check {
    const { finder } = this;
    const collected = this.collector.finish();
    this.compareManifest(collected);
    const { chainIntact: _stated, integrity: _integrity, ...counts } = this.evidence.summary;
    const expected = this.earlier.restated(collected, this.evidence);
    this.compare(counts, expected.counts, "summary");
    this.compare(this.evidence.statistics, expected.statistics, "statistics", statisticsWith(collected.withheld));
    const { coverage, requirements } = this.evidence.framework;
    this.compare(withEveryStatus(coverage), withEveryStatus(totalCoverage(requirements)), "framework.coverage");
    if (!this.isKnownMapping) {
      const { mappingVersion, shortName } = this.evidence.framework;
      return finder.concludeUnchecked(
        `Summary and statistics match the events. The coverage was not recomputed: it uses mapping version ${mappingVersion} of ${shortName}, and this verifier has version ${this.framework.mappingVersion}.`,
      );
    }
    this.compareFramework(collected);
    const withheld =
      collected.withheld > 0 ? " The contribution of withheld reviews could not be checked exactly." : "";
    return finder.conclude(
      `Summary, statistics, coverage and manifest were recomputed from the events and match.${withheld}`,
    );
  }

  private compareManifest({ listed, withheld, outsidePeriod, erased }: Collected): void {
    const { manifest, package: about } = this.evidence;
    const { from, to } = about.dateRange;
    const { chainSize, hashAlgorithm, canonicalForm, eventSchema, ordering, firstRecordedAt } = manifest;
    const expected = {
      ...{ listed, withheld, outsidePeriod, chainSize, hashAlgorithm, canonicalForm, eventSchema, ordering },
      ...(erased > 0 && { erased }),
      ...(firstRecordedAt && { firstRecordedAt }),
      filter: { modelId: about.model.id, from, to },
    };
    this.compare(manifest, expected, "manifest");
  }

  private compareFramework({ framework, withheld }: Collected): void {
    const { coverage: _compared, ...stated } = this.evidence.framework;
    const { coverage: _computed, ...computed } = framework;
    this.compare(stated, computed, "framework", this.requirementsWith(withheld));
  }

  private compare(stated: unknown, computed: unknown, path: string, how: (path: string) => Comparison = () => "exact") {
    for (const difference of differences(stated, computed, how, path)) {
      this.finder.fail(
        `${difference.path}: the package states ${shown(difference.stated)}, but its events result in ${shown(difference.computed)}.`,
      );
    }
  }

  /** Comparison of requirement counts that depend on withheld reviews. */
  private requirementsWith(withheld: number): (path: string) => Comparison {
    const ofReviews = this.framework.kinds.filter(asksReviews).map(({ id }) => id);
    const dependent = this.framework.requirements.map(({ rules }) =>
      rules.some(({ kind }) => ofReviews.includes(kind)),
    );
    return (path) => {
      const [, index = "", member = ""] = /^framework\.requirements\.(\d+)\.(.+)$/.exec(path) ?? [];
      if (withheld === 0 || dependent[Number(index)] !== true) return "exact";
      if (["status", "reason", "evidence"].includes(member)) return "none";
      return ["events", "strong", "adverse", "byType.HUMAN_REVIEW"].includes(member) ? { slack: withheld } : "exact";
    };
  }
}

/** Earlier mappings state no number of adverse evidence, and packages without documents none of supplied ones. */
function withEveryStatus({ total, byStatus }: Evidence["framework"]["coverage"]) {
  return { total, byStatus: { ADVERSE: 0, SUPPLIED: 0, ...byStatus } };
}

/** Whether a kind depends on the content of a review. */
function asksReviews({ type, conditions }: EvidenceKind): boolean {
  return type === "HUMAN_REVIEW" && conditions.length > 0;
}

const ofReviews = new Set([
  "statistics.oversight.overridden",
  "statistics.oversight.withOutcome",
  "statistics.oversight.reviewers",
  "statistics.actors",
]);

const ofReviewKinds = /^statistics\.oversight\.kinds\.\w+\.(?:reviews|withOutcome|outcomes\.\w+)$/;

function statisticsWith(withheld: number): (path: string) => Comparison {
  return (path) => {
    if (withheld === 0) return "exact";
    if (path === "statistics.modelVersions") return "none";
    return ofReviews.has(path) || ofReviewKinds.test(path) ? { slack: withheld } : "exact";
  };
}

type Comparison =
  | "exact"
  /** Withheld events may add at most `slack` to the computed count. */
  | { slack: number }
  | "none";

interface Difference {
  path: string;
  stated: unknown;
  computed: unknown;
}

/** Differences of two JSON values by path. Lists of different lengths count as one difference. */
function* differences(
  stated: unknown,
  computed: unknown,
  how: (path: string) => Comparison,
  path: string,
): Generator<Difference, void, undefined> {
  const comparison = how(path);
  if (comparison === "none" || isSame(stated, computed)) return;
  if (comparison !== "exact") {
    if (isWithin(stated, computed, comparison.slack)) return;
    yield { path, stated, computed };
  } else if (Array.isArray(stated) && Array.isArray(computed) && stated.length === computed.length) {
    for (const [i, element] of stated.entries()) yield* differences(element, computed[i], how, `${path}.${i}`);
  } else if (isObject(stated) && isObject(computed)) {
    for (const key of new Set([...Object.keys(stated), ...Object.keys(computed)])) {
      yield* differences(memberOf(stated, key), memberOf(computed, key), how, `${path}.${key}`);
    }
  } else yield { path, stated, computed };
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = jcs(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function isWithin(stated: unknown, computed: unknown, slack: number): boolean {
  return typeof stated === "number" && typeof computed === "number" && stated >= computed && stated <= computed + slack;
}

function isSame(stated: unknown, computed: unknown): boolean {
  return stated === computed || (stated !== undefined && computed !== undefined && jcs(stated) === jcs(computed));
}
