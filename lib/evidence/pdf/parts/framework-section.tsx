import { registerTable, shortenedSentence } from "@/lib/evidence/pdf/elements/register-table";
import { division, type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { requirementCard, requirementPointer } from "@/lib/evidence/pdf/parts/requirement-card";
import { count, counted, eventTypeWord, sentenceCase } from "@/lib/evidence/pdf/words";
import type { RequirementCoverage, SectionReport } from "@/lib/evidence/schemas-bundle";
import { facts } from "@/lib/pdf/elements/facts";
import { heading, paragraph } from "@/lib/pdf/elements/prose";
import { spread, table } from "@/lib/pdf/elements/table";
import type { Block, Part } from "@/lib/pdf/flow/block";
import { frame, type } from "@/lib/pdf/theme";

/** Where a requirement is written out. */
export interface Home {
  section: string;
  /** Number of the section's part. */
  part: string;
}

interface SectionInput extends PartInput {
  section: SectionReport;
  /** By requirement id. */
  home: ReadonlyMap<string, Home>;
}

/** What the events say of one section of the framework: by type, by requirement, and one by one. */
export function frameworkSection(input: SectionInput): Part {
  const { set, section, report } = input;
  const id = `section-${section.id}`;
  const requirements = report.framework.requirements.filter(({ sections }) => sections.includes(section.id));
  return part(input, id, section.title, [
    ...paragraph(set, section.summary, { style: type.lead }),
    ...facts(set, [
      ["In the framework", section.reference],
      ["Events of these types", eventsWords(section)],
    ]),
    heading(set, "What events can show here", division(id, "types", "What events can show here", false)),
    ...typeTable(input),
    heading(set, "Requirements", requirementsMark(section.id)),
    ...requirements.flatMap((requirement, index) =>
      requirementBlocks(input, requirement, requirements[index - 1]?.group !== requirement.group),
    ),
    heading(set, "Register", division(id, "register", "Register")),
    ...registerBlocks(input),
  ]);
}

function eventsWords({ events, strong }: SectionReport): string {
  if (events === 0) return "None in the period";
  return `${sentenceCase(counted(events, "event"))}, ${strong === 0 ? "none" : count(strong)} of them of a type that is strong evidence`;
}

const strengthWords = { strong: "\u25cf Strong", supporting: "\u25cb Supporting" } as const;

function typeTable({ set, section }: SectionInput): Block[] {
  const [type_ = 0, strength = 0, shows = 0, events = 0] = spread([112, 74, 0, 48]);
  return table(
    set,
    [
      { title: "Event", width: type_, style: type.smallStrong },
      { title: "Evidence", width: strength },
      { title: "What it shows", width: shows },
      { title: "Events", width: events, align: "right" },
    ],
    section.eventTypes.map((row) => [
      eventTypeWord(row.type),
      strengthWords[row.strength],
      row.shows,
      count(row.events),
    ]),
  );
}

/** A requirement of several sections is written out in the first of them that is included; the others lead there. */
function requirementBlocks(
  { set, section, home }: SectionInput,
  requirement: RequirementCoverage,
  isFirstOfGroup: boolean,
): Block[] {
  const { id, title } = requirement;
  const at = home.get(id) ?? { section: section.id, part: "" };
  const mark = {
    id: `requirement-${id}`,
    title: `${id} ${title}`,
    under: requirementsMark(at.section).id,
    listed: false,
  };
  if (at.section !== section.id) return [requirementPointer(set, requirement, mark, at.part)];
  return requirementCard(set, requirement, mark, isFirstOfGroup);
}

function requirementsMark(section: string) {
  return division(`section-${section}`, "requirements", "Requirements");
}

function registerBlocks({ set, section, report }: SectionInput): Block[] {
  const register = report.registers[section.id];
  if (!register || register.total === 0) {
    return paragraph(set, "No listed event of the period is of a type that lands in this section.");
  }
  const chosen = register.rows.length < register.total ? " Strong evidence was chosen first." : "";
  const words = `${sentenceCase(counted(register.total, "listed event"))} of the period ${register.total === 1 ? "is" : "are"} of these types. ${shortenedSentence(register)}${chosen}`;
  return [...paragraph(set, words, { width: frame.width, keepWithNext: true }), ...registerTable(set, register)];
}
