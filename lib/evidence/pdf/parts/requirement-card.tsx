import { Link } from "@react-pdf/renderer";
import { statusBadge } from "@/lib/evidence/pdf/elements/status-mark";
import { count, eventTypeWord } from "@/lib/evidence/pdf/words";
import type { RequirementCoverage } from "@/lib/evidence/schemas-bundle";
import { Print } from "@/lib/pdf/elements/print";
import { Area, Rule } from "@/lib/pdf/elements/rule";
import { type Layer, stack } from "@/lib/pdf/elements/stack";
import type { Block, Mark } from "@/lib/pdf/flow/block";
import { color, frame, hairline, space, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

const idWidth = 56;
const textWidth = frame.width - idWidth;
const numberStyle = { ...type.heading, color: color.accent };
const groupStyle = type.label;

/** A requirement in full: what is asked, what the events say of it and why, and what has to be supplied beside them. */
export function requirementCard(
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
export function requirementPointer(
  set: Typesetter,
  requirement: RequirementCoverage,
  mark: Mark,
  partNumber: string,
): Block {
  const badge = statusBadge(set, requirement.status);
  const number = set.set(requirement.id, type.smallStrong, idWidth - 8, 1);
  const room = textWidth - badge.width - space.large;
  const words = set.set(`${requirement.title} \u2013 written out in part ${partNumber}`, type.small, room, 2);
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
  const reason = reasonOf(requirement);
  if (reason) layers.push({ text: set.set(reason, type.small, textWidth - 20, 8), gap: space.small });
  if (requirement.events > 0) {
    layers.push({ text: set.set(evidenceWords(requirement), type.smallQuiet, textWidth - 20, 5), gap: space.hair });
  }
  return layers;
}

/** The reason without the document that has to be supplied: that is shown on its own. */
function reasonOf({ reason, document }: RequirementCoverage): string {
  return document !== null && reason.endsWith(document) ? reason.slice(0, -document.length).trimEnd() : reason;
}

function evidenceWords({ byType, first, last }: RequirementCoverage): string {
  const types = Object.entries(byType).filter(([, number]) => number > 0);
  const counts = types.map(([type_, number]) => `${eventTypeWord(type_)} ${count(number)}`).join(", ");
  if (!first || !last) return `${counts}.`;
  return first === last ? `${counts}: ${first}.` : `${counts}. First ${first}, last ${last}.`;
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
