import { Link } from "@react-pdf/renderer";
import {
  division,
  divisionHeading,
  type PartInput,
  part,
  registerTable,
  shortenedSentence,
  statusBadge,
} from "@/lib/domains/evidence/pdf/elements";
import { count, counted, eventTypeLabel, sentenceCase } from "@/lib/domains/evidence/pdf/labels";
import type { FoundEvidence, RequirementCoverage, SectionReport } from "@/lib/domains/evidence/schemas-bundle";
import { Area, Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { table } from "@/lib/platform/pdf/elements/table";
import { facts, heading, type Layer, paragraph, stack } from "@/lib/platform/pdf/elements/text";
import type { Block, Mark, Part } from "@/lib/platform/pdf/flow";
import { color, frame, hairline, space, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

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

/** The events for one section of the framework: by type, by requirement, and one by one. */
export function frameworkSection(input: SectionInput): Part {
  const { set, section, report } = input;
  const id = `section-${section.id}`;
  const requirements = report.framework.requirements.filter(({ sections }) => sections.includes(section.id));
  return part(input, id, section.title, [
    ...paragraph(set, section.summary, { style: type.lead }),
    ...facts(set, [
      ["Reference", section.reference],
      ["Relevant events", eventsText(section)],
    ]),
    divisionHeading(set, id, "types", "Evidence by event type", false),
    ...typeTable(input),
    heading(set, "Requirements", requirementsMark(section.id)),
    ...inOrder(input, requirements).flatMap((requirement, index, ordered) =>
      requirementBlocks(input, requirement, ordered[index - 1]?.group !== requirement.group),
    ),
    ...registerBlocks(input, id),
  ]);
}

function eventsText({ events, strong }: SectionReport): string {
  if (events === 0) return "None in the period";
  return `${sentenceCase(counted(events, "event"))}, including ${strong === 0 ? "none" : count(strong)} of a type that can be strong evidence`;
}

const strengthLabels = { strong: "\u25cf Strong", supporting: "\u25cb Supporting" } as const;

function typeTable({ set, section }: SectionInput): Block[] {
  return table(
    set,
    [
      { title: "Event type", width: 98, style: type.smallStrong },
      { title: "Strength", width: 66 },
      { title: "Kinds of evidence", maxLines: 20 },
      { title: "Events", width: 48, align: "right" },
    ],
    section.eventTypes.map((row) => [
      eventTypeLabel(row.type),
      strengthLabels[row.strength],
      row.shows,
      count(row.events),
    ]),
  );
}

/** Requirements that are written out elsewhere come first, so that their lines do not fill a separate page. */
function inOrder({ section, home }: SectionInput, requirements: readonly RequirementCoverage[]): RequirementCoverage[] {
  const isElsewhere = ({ id }: RequirementCoverage) => (home.get(id)?.section ?? section.id) !== section.id;
  return [...requirements.filter(isElsewhere), ...requirements.filter((one) => !isElsewhere(one))];
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

/** A section without events has no register. */
function registerBlocks({ set, section, report }: SectionInput, under: string): Block[] {
  if (section.events === 0) return [];
  const register = report.registers[section.id];
  const head = divisionHeading(set, under, "register", "Register");
  if (!register || register.total === 0) {
    return [head, ...paragraph(set, "The period contains no listed events for this section.")];
  }
  const chosen =
    register.rows.length < register.total ? " Events of types that can be strong evidence are selected first." : "";
  const words = `${sentenceCase(counted(register.total, "listed event"))} ${register.total === 1 ? "relates" : "relate"} to this section. ${shortenedSentence(register)}${chosen}`;
  return [head, ...paragraph(set, words, { width: frame.width, keepWithNext: true }), ...registerTable(set, register)];
}

const idWidth = 56;
const textWidth = frame.width - idWidth;
const numberStyle = { ...type.heading, color: color.accent };
const groupStyle = type.label;

/** A requirement in full: its text, the basis of the mapping, the status with its reason, and documents to supply. */
function requirementCard(
  set: Typesetter,
  requirement: RequirementCoverage,
  mark: Mark,
  isFirstOfGroup: boolean,
): Block[] {
  const badge = statusBadge(set, requirement.status);
  const number = set.set(requirement.id, numberStyle, idWidth - 8, 2);
  const group = set.set(isFirstOfGroup ? requirement.group.toUpperCase() : "", groupStyle, textWidth, 1);
  const title = set.set(requirement.title, type.heading, textWidth - badge.width - space.large, 4);
  const body = stack(layersOf(set, requirement));
  const titleTop = isFirstOfGroup ? 10 + group.height + 1 : 8;
  const bodyTop = titleTop + Math.max(title.height, number.height) + 3;
  const head: Block = {
    height: bodyTop + body.height + space.small,
    gap: space.medium,
    mark,
    draw: () => (
      <>
        <Rule top={0} width={frame.width} tone={color.faint} />
        <Print text={group} left={idWidth} top={10} />
        <Print text={number} top={titleTop} />
        <Print text={title} left={idWidth} top={titleTop} />
        {badge.draw(frame.width - badge.width, titleTop + 3)}
        {body.draw(idWidth, bodyTop)}
      </>
    ),
  };
  const document = documentBlock(set, requirement);
  return document ? [{ ...head, keepWithNext: true }, document] : [head];
}

/** That a requirement is written out in another part, with its status; a link leads there. */
function requirementPointer(set: Typesetter, requirement: RequirementCoverage, mark: Mark, partNumber: string): Block {
  const badge = statusBadge(set, requirement.status);
  const number = set.set(requirement.id, type.smallStrong, idWidth - 8, 1);
  const room = textWidth - badge.width - space.large;
  const words = set.set(`${requirement.title} (see part ${partNumber})`, type.small, room, 2);
  const height = words.height + 9;
  return {
    height,
    gap: space.hair,
    draw: () => (
      <>
        <Rule top={0} width={frame.width} />
        <Print text={number} top={4} />
        <Print text={words} left={idWidth} top={4} />
        {badge.draw(frame.width - badge.width, 4)}
        <Link src={`#${mark.id}`} style={{ position: "absolute", left: 0, top: 0, width: frame.width, height }} />
      </>
    ),
  };
}

function layersOf(set: Typesetter, requirement: RequirementCoverage): Layer[] {
  const layers: Layer[] = [{ text: set.set(requirement.text, type.body, textWidth - 20, 14) }];
  if (requirement.basis) {
    layers.push({ text: set.set(`Basis: ${requirement.basis}`, type.smallQuiet, textWidth - 20, 5), gap: space.small });
  }
  const reason = reasonOf(requirement);
  const style = requirement.status === "ADVERSE" ? type.smallStrong : type.small;
  if (reason) layers.push({ text: set.set(reason, style, textWidth - 20, 16), gap: space.small });
  const words = evidenceWords(requirement);
  if (words !== "") {
    layers.push({ text: set.set(words, type.smallQuiet, textWidth - 20, 24), gap: space.hair });
  }
  return layers;
}

/** The reason without the document that has to be supplied: that is shown on its own. */
function reasonOf({ reason, document }: RequirementCoverage): string {
  return document !== null && reason.endsWith(document) ? reason.slice(0, -document.length).trimEnd() : reason;
}

const weightLabels = { strong: "Strong evidence", supporting: "Supporting evidence" } as const;

/** `Strong evidence: tests that met their thresholds (2 events, E-0004 to E-0009).` The reason names adverse evidence. */
function evidenceWords({ evidence = [] }: RequirementCoverage): string {
  return (["strong", "supporting"] as const)
    .map((weight) => ({ weight, found: evidence.filter((one) => one.weight === weight) }))
    .filter(({ found }) => found.length > 0)
    .map(({ weight, found }) => {
      const labels = found.map((one) => `${one.label} (${placesOf(one)})`);
      return `${weightLabels[weight]}: ${labels.join("; ")}.`;
    })
    .join(" ");
}

function placesOf({ events, first, last }: FoundEvidence): string {
  if (!first || !last) return counted(events, "event");
  return first === last ? first : `${counted(events, "event")}, ${first} to ${last}`;
}

function documentBlock(set: Typesetter, { document }: RequirementCoverage): Block | undefined {
  if (document === null) return undefined;
  const padding = 7;
  const words = stack([
    { text: set.set("TO BE SUPPLIED", type.label, textWidth - 40, 1) },
    { text: set.set(document, type.small, textWidth - 40, 8), gap: 1 },
  ]);
  const height = words.height + 2 * padding;
  return {
    height: height + space.medium,
    gap: space.hair,
    draw: () => (
      <>
        <Area left={idWidth} width={textWidth} height={height} outline={color.line} outlineWeight={hairline * 1.5} />
        {words.draw(idWidth + 12, padding)}
      </>
    ),
  };
}
