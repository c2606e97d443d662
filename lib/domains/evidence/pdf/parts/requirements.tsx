import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import {
  division,
  divisionHeading,
  isWithoutEvents,
  type PartInput,
  part,
  referencesText,
  referenceTo,
  statusBadge,
} from "@/lib/domains/evidence/pdf/elements";
import { count, counted, enumerate, eventTypeLabel, sentenceCase } from "@/lib/domains/evidence/pdf/labels";
import type { RequirementCoverage, SectionReport, SuppliedDocument } from "@/lib/domains/evidence/schemas-bundle";
import { coverageSentence, needsDocument } from "@/lib/domains/evidence/schemas-coverage";
import { Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { table } from "@/lib/platform/pdf/elements/table";
import { type Layer, paragraph, stack } from "@/lib/platform/pdf/elements/text";
import type { Block, Mark, Part } from "@/lib/platform/pdf/flow";
import type { Tag } from "@/lib/platform/pdf/structure";
import { color, frame, space, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/** All requirements in one table and, if the period has events, each with its evidence below its section. */
export function requirements(input: PartInput): Part {
  const { set, report } = input;
  const isShort = isWithoutEvents(report);
  return part(
    input,
    "requirements",
    "Requirements",
    [
      ...paragraph(set, overviewSentence(report), { width: frame.width, keepWithNext: true }),
      ...(isShort ? supplyTable(input) : countTable(input)),
      ...documentTable(input),
      ...(isShort ? [] : sectionsOf(report).flatMap((one) => sectionBlocks(input, one))),
    ],
    { startsPage: !isShort },
  );
}

function overviewSentence({ framework }: EvidenceReport): string {
  const beside = framework.requirements.length - framework.coverage.total;
  const uncounted =
    beside === 0
      ? ""
      : ` ${sentenceCase(counted(beside, "requirement"))} in the table ${beside === 1 ? "does" : "do"} not count towards the total.`;
  return `${coverageSentence(framework)}. The table lists all requirements of the framework, including those in sections that were not requested.${uncounted}`;
}

function countTable({ set, report }: PartInput): Block[] {
  return table(
    set,
    [
      { title: "ID", width: 48, style: type.smallStrong },
      { title: "Requirement" },
      { title: "Counted", width: 48 },
      { title: "Status", width: 84 },
      { title: "Events", width: 48, align: "right" },
      { title: "Strong", width: 44, align: "right" },
      { title: "Adverse", width: 48, align: "right" },
    ],
    report.framework.requirements.map((requirement) => [
      requirement.id,
      requirement.title,
      requirement.counted ? "Yes" : "No",
      statusBadge(set, requirement.status),
      count(requirement.events),
      count(requirement.strong),
      count(requirement.adverse ?? 0),
    ]),
  );
}

/** The short form for packages without events: only the documents to supply for each requirement. */
function supplyTable({ set, report }: PartInput): Block[] {
  return table(
    set,
    [
      { title: "ID", width: 44, style: type.smallStrong },
      { title: "Requirement", width: 172 },
      { title: "Status", width: 64 },
      { title: "To supply" },
    ],
    report.framework.requirements.map((requirement) => [
      requirement.id,
      requirement.title,
      statusBadge(set, requirement.status),
      supplyText(requirement, report.framework.requirements),
    ]),
  );
}

function supplyText(requirement: RequirementCoverage, all: readonly RequirementCoverage[]): string {
  const { document, status } = requirement;
  if (document === null) return "Events of this model";
  if (needsDocument(requirement, all)) return sentenceCase(document.replace(/^.* needs to supply /, ""));
  return status === "OUT_OF_SCOPE" ? "\u2013" : "Supplied, not assessed";
}

/** The documents that the organisation supplied, including documents that are invalid at the end of the period. */
function documentTable({ set, report }: PartInput): Block[] {
  const { documents = [] } = report.framework;
  if (documents.length === 0) return [];
  return [
    divisionHeading(set, "requirements", "documents", "Supplied documents"),
    ...paragraph(
      set,
      "The organisation provided these details and stores the documents. The service recorded the SHA-256 hash of each document on the audit chain, but did not read or assess the documents.",
      { style: type.small, gap: space.hair, keepWithNext: true },
    ),
    ...table(
      set,
      [
        { title: "For", width: 48, style: type.smallStrong },
        { title: "Document" },
        { title: "Valid", width: 84 },
        { title: "SHA-256 hash and event", width: 190, style: type.hash },
      ],
      documents.map((document) => [
        document.requirement,
        [
          document.title,
          document.version && `version ${document.version}`,
          document.signedBy && `signed by ${document.signedBy}`,
          document.reference,
        ]
          .filter(Boolean)
          .join(", "),
        validityText(document),
        `${document.contentHash.replace("sha256:", "")} ${document.suppliedBy}`,
      ]),
    ),
  ];
}

function validityText({ validFrom, validUntil }: SuppliedDocument): string {
  if (validFrom === null) return validUntil === null ? "No limit stated" : `Until ${validUntil}`;
  return validUntil === null ? `From ${validFrom}` : `${validFrom} to ${validUntil}`;
}

interface SectionContent {
  section: SectionReport;
  /** Requirements that no earlier section has. */
  own: RequirementCoverage[];
  /** IDs of the others. */
  earlier: string[];
}

/** Each requirement belongs to the first of its sections that is included. */
function sectionsOf({ framework }: EvidenceReport): SectionContent[] {
  const seen = new Set<string>();
  return framework.sections
    .filter(({ included }) => included)
    .map((section) => {
      const all = framework.requirements.filter(({ sections }) => sections.includes(section.id));
      const own = all.filter(({ id }) => !seen.has(id));
      const earlier = all.filter(({ id }) => seen.has(id)).map(({ id }) => id);
      for (const { id } of own) seen.add(id);
      return { section, own, earlier };
    });
}

function sectionBlocks({ set, report }: PartInput, { section, own, earlier }: SectionContent): Block[] {
  const types = section.eventTypes.filter(({ events }) => events > 0);
  const events =
    types.length === 0
      ? "No relevant events in the period."
      : `Relevant events: ${types.map(({ type, events }) => `${eventTypeLabel(type)} ${count(events)}`).join(", ")}.`;
  const others =
    earlier.length === 0 ? "" : ` Relevant requirements listed in an earlier section: ${enumerate(earlier)}.`;
  return [
    divisionHeading(set, "requirements", section.id, section.title),
    ...paragraph(set, section.summary, { gap: space.hair, keepWithNext: true }),
    ...paragraph(set, `${section.reference}. ${events}${others}`, {
      style: type.smallQuiet,
      gap: space.hair,
      keepWithNext: own.length > 0,
    }),
    ...own.map((requirement, index) => requirementCard(set, report, requirement, own[index - 1]?.group)),
  ];
}

const idWidth = 56;
const textWidth = frame.width - idWidth;

/** A requirement with its text, the basis of its mapping, its status with the reason, and documents to supply. */
function requirementCard(
  set: Typesetter,
  report: EvidenceReport,
  requirement: RequirementCoverage,
  groupBefore: string | undefined,
): Block {
  const { id, title, group, sections, status } = requirement;
  const under = division("requirements", sections.find((one) => isIncluded(report, one)) ?? "", "").id;
  const mark: Mark = { id: `requirement-${id}`, title: `${id} ${title}`, under, listed: false };
  const tag: Tag = { type: "H", level: 4 };
  const badge = statusBadge(set, status);
  const number = set.set(id, { ...type.subheading, color: color.accent }, idWidth - 8, 2);
  const label = group === groupBefore ? undefined : set.set(group.toUpperCase(), type.label, textWidth, 1);
  const heading = set.set(title, type.subheading, textWidth - badge.width - space.large, 4);
  const body = stack(layersOf(set, report, requirement));
  const titleTop = label ? 7 + label.height : 6;
  const bodyTop = titleTop + Math.max(heading.height, number.height) + 1;
  return {
    height: bodyTop + body.height,
    gap: space.medium,
    mark,
    draw: () => (
      <>
        <Rule top={0} width={frame.width} />
        {label && <Print text={label} left={idWidth} top={6} />}
        <Print text={number} top={titleTop} tag={tag} />
        <Print text={heading} left={idWidth} top={titleTop} tag={tag} />
        {badge.draw(frame.width - badge.width, titleTop + 1)}
        {body.draw(idWidth, bodyTop)}
      </>
    ),
  };
}

function isIncluded({ framework }: EvidenceReport, id: string): boolean {
  return framework.sections.some((section) => section.id === id && section.included);
}

function layersOf(set: Typesetter, report: EvidenceReport, requirement: RequirementCoverage): Layer[] {
  const { text, basis, status, document } = requirement;
  const isNeeded = needsDocument(requirement, report.framework.requirements);
  const evidence = evidenceSentences(report, requirement);
  const given: [words: string, style: (typeof type)[keyof typeof type]][] = [
    [text, type.small],
    [basis ? `Basis: ${basis}` : "", type.smallQuiet],
    [evidence.adverse, type.smallStrong],
    [status === "ADVERSE" ? "" : reasonOf(report, requirement), type.small],
    [evidence.other, type.small],
    [isNeeded && document ? document : "", type.small],
  ];
  return given
    .filter(([words]) => words !== "")
    .map(([words, style], index) => ({
      text: set.set(words, style, textWidth - 20, 24),
      gap: index === 0 ? 0 : space.hair,
    }));
}

/** The reason without the document to supply, which has its own line, and with the positions of events. */
function reasonOf(report: EvidenceReport, { reason, document }: RequirementCoverage): string {
  const words = document !== null && reason.endsWith(document) ? reason.slice(0, -document.length).trimEnd() : reason;
  const known = Object.values(report.references).flat();
  return words.replace(/E-\d{4,}/g, (evidenceId) => {
    const found = known.find((one) => one.evidenceId === evidenceId);
    return found ? referenceTo(found) : evidenceId;
  });
}

const weightLabels = { adverse: "Adverse evidence", strong: "Strong evidence", supporting: "Supporting evidence" };

/** `Strong evidence: tests that met their thresholds (2 events: E-0004 (#22) and E-0009 (#37)).` */
function evidenceSentences(report: EvidenceReport, { evidence = [] }: RequirementCoverage) {
  const of = (weight: keyof typeof weightLabels) => {
    const labels = evidence
      .filter((one) => one.weight === weight)
      .map(({ label, kind, events }) => `${label} (${referencesText(report, kind, events)})`);
    return labels.length === 0 ? "" : `${weightLabels[weight]}: ${labels.join("; ")}.`;
  };
  return { adverse: of("adverse"), other: [of("strong"), of("supporting")].filter(Boolean).join(" ") };
}
