import { Circle, Line, Path, Rect, Svg } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { isLate, lagOf } from "@/lib/domains/evidence/collect/recording";
import type { EvidenceReport, Reference, Register, RegisterRow } from "@/lib/domains/evidence/collect/registers";
import type { CoverageStatus } from "@/lib/domains/evidence/enums";
import {
  counted,
  enumerate,
  eventTypeLabel,
  severityLabel,
  shortHash,
  statusLabels,
  tableTime,
} from "@/lib/domains/evidence/pdf/labels";
import { Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { heading, partTitle } from "@/lib/platform/pdf/elements/text";
import type { Block, Mark, Part } from "@/lib/platform/pdf/flow";
import type { Tag } from "@/lib/platform/pdf/structure";
import { color, frame, space, type } from "@/lib/platform/pdf/theme";
import type { SetText, Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/** The input of every part. */
export interface PartInput {
  report: EvidenceReport;
  set: Typesetter;
  /** `4` or `A`; empty before the first numbered part. */
  number: string;
}

/** The space for the beginning of a part: less than this at the end of a page stays empty. */
const openingSpace = frame.height / 5;

/** A part with its title; `id` is unique in the document. It continues the page of the previous part if there is space. */
export function part(
  { set, number }: PartInput,
  id: string,
  title: string,
  blocks: readonly Block[],
  { startsPage = false } = {},
): Part {
  const mark: Mark = { id, title: `${number} ${title}`.trim(), listed: number !== "", number };
  const [first, ...others] = blocks;
  const needs = startsPage ? frame.height : openingSpace;
  const opening = { ...partTitle(set, number, title, mark), gap: 40, needs };
  // The title already has space below it, so the next heading needs none above it.
  const below = first ? [{ ...first, gap: Math.min(first.gap ?? 0, space.small) }, ...others] : [];
  return { mark, title, number, blocks: [opening, ...below] };
}

/** A package without events has a short form. */
export function isWithoutEvents({ summary }: EvidenceReport): boolean {
  return summary.totalEvents === 0;
}

/** An event as all parts refer to it: `E-0003 (#16)`. */
export function referenceTo({ evidenceId, chainPosition }: Reference): string {
  return `${evidenceId} (#${chainPosition})`;
}

/** Events of a kind: `2 events: E-0003 (#16) and E-0007 (#28)`; of many, the first and the newest. */
export function referencesText({ references }: EvidenceReport, kind: string, events: number): string {
  const found = references[kind] ?? [];
  const [first, ...newest] = found.map(referenceTo);
  if (first === undefined) return counted(events, "event");
  if (events === 1) return first;
  if (found.length === events) return `${counted(events, "event")}: ${enumerate([first, ...newest])}`;
  return `${counted(events, "event")}: first ${first}, latest ${enumerate(newest)}`;
}

/** The mark of a division of a part. */
export function division(under: string, id: string, title: string, listed = true): Mark {
  return { id: `${under}-${id}`, title, under, listed };
}

/** The heading of a division of a part. */
export function divisionHeading(set: Typesetter, under: string, id: string, title: string, listed = true): Block {
  return heading(set, title, division(under, id, title, listed));
}

const stroke = { stroke: color.ink, strokeWidth: 1.1, fill: "none" } as const;

/**
 * A shape for each status, distinguishable without colour: a warning, full, half, a full and an empty
 * sheet of paper, empty, a dash.
 */
const shapes: Readonly<Record<CoverageStatus, () => ReactElement>> = {
  ADVERSE: () => (
    <>
      <Path d="M5 0.6 L9.6 9.2 H0.4 Z" fill={color.ink} />
      <Line x1="5" y1="3.6" x2="5" y2="6.4" stroke={color.paper} strokeWidth={1.1} />
      <Circle cx="5" cy="7.7" r="0.6" fill={color.paper} />
    </>
  ),
  EVIDENCED: () => <Circle cx="5" cy="5" r="4.2" fill={color.accent} />,
  PARTIAL: () => (
    <>
      <Circle cx="5" cy="5" r="3.9" {...stroke} stroke={color.accent} />
      <Path d="M5 1.1 A3.9 3.9 0 0 0 5 8.9 Z" fill={color.accent} />
    </>
  ),
  SUPPLIED: () => <Rect x="1.6" y="0.9" width="6.8" height="8.2" fill={color.accent} />,
  NO_EVENTS_IN_PERIOD: () => <Circle cx="5" cy="5" r="3.9" {...stroke} />,
  NOT_EVIDENCED_BY_EVENTS: () => (
    <>
      <Rect x="1.6" y="0.9" width="6.8" height="8.2" {...stroke} />
      <Line x1="3.4" y1="3.7" x2="6.6" y2="3.7" {...stroke} strokeWidth={0.8} />
      <Line x1="3.4" y1="5.9" x2="6.6" y2="5.9" {...stroke} strokeWidth={0.8} />
    </>
  ),
  OUT_OF_SCOPE: () => <Line x1="1.2" y1="5" x2="8.8" y2="5" {...stroke} stroke={color.faint} strokeWidth={1.4} />,
};

interface StatusMarkProps {
  status: CoverageStatus;
  left?: number;
  top?: number;
  size?: number;
}

export function StatusMark({ status, left = 0, top = 0, size = 8 }: StatusMarkProps) {
  return (
    <Svg viewBox="0 0 10 10" style={{ position: "absolute", left, top, width: size, height: size }}>
      {shapes[status]()}
    </Svg>
  );
}

/** A status as shape and word. */
interface StatusBadge {
  width: number;
  height: number;
  draw(left?: number, top?: number): ReactElement;
}

const markSize = 8;
const markGap = 5;

export function statusBadge(set: Typesetter, status: CoverageStatus): StatusBadge {
  const style = type.smallStrong;
  const width = set.widthOf(statusLabels[status], style);
  const word: SetText = set.set(statusLabels[status], style, width + 4, 1);
  return {
    width: markSize + markGap + width,
    height: style.leading,
    draw: (left = 0, top = 0) => (
      <>
        <StatusMark status={status} left={left} top={top + 1.3} size={markSize} />
        <Print text={word} left={left + markSize + markGap} top={top} />
      </>
    ),
  };
}

/** Where the columns of the register begin; the hash ends at the right edge. */
const at = { id: 0, type: 80, time: 166, severity: 264, actor: 318, hash: 422 } as const;
const gutter = 8;
const padding = 3;

const strong = type.smallStrong;
const hashStyle = { ...type.hash, color: color.quiet } as const;

/** The rows of the register: event, time, actor and hash, with the event's detail below. */
export function registerTable(set: Typesetter, { rows }: Register): Block[] {
  if (rows.length === 0) return [];
  const within: Tag = { type: "Table" };
  const head = headOf(set, within);
  return [head, ...rows.map((row) => rowOf(set, row, head, within))];
}

function headOf(set: Typesetter, within: Tag): Block {
  const titles = [
    ["Evidence", at.id],
    ["Event", at.type],
    ["Time (UTC)", at.time],
    ["Severity", at.severity],
    ["Actor", at.actor],
  ] as const;
  const texts = titles.map(([title, left]) => ({
    left,
    text: set.set(title.toUpperCase(), type.label, 90, 1),
    tag: { type: "TH" } as const,
  }));
  const hash = set.set("HASH", type.label, frame.width - at.hash, 1);
  const height = type.label.leading + padding + 0.75;
  return {
    height,
    gap: 12,
    keepWithNext: true,
    tag: { type: "TR", within, once: true },
    draw: () => (
      <>
        {texts.map((title) => (
          <Print key={title.left} {...title} />
        ))}
        <Print text={hash} left={at.hash} align="right" tag={{ type: "TH" }} />
        <Rule top={height - 0.75} width={frame.width} tone={color.rule} weight={0.75} />
      </>
    ),
  };
}

function rowOf(set: Typesetter, row: RegisterRow, head: Block, within: Tag): Block {
  const id = set.set(referenceTo(row), strong, at.type - gutter, 1);
  const first = set.setRow(
    [
      { text: eventTypeLabel(row.eventType), left: 0, room: at.time - at.type - gutter },
      { text: tableTime(row.timestamp), left: at.time - at.type, room: at.severity - at.time - gutter },
      { text: severityLabel(row.severity), left: at.severity - at.type, room: at.actor - at.severity - gutter },
      { text: row.actor, left: at.actor - at.type, room: at.hash - at.actor - gutter },
    ],
    type.small,
    at.hash - at.type,
  );
  const below = set.set(`${receiptText(row)} \u00b7 ${row.detail || "\u2013"}`, type.small, frame.width - at.type);
  const words = below.direction === "ltr" ? joined(first, below) : first;
  const hash = set.set(shortHash(row.blockHash), hashStyle, frame.width - at.hash, 1);
  // One text for all columns between the identifier and the hash.
  const middle: Tag = { type: "TD", columns: 4 };
  return {
    height: first.height + below.height + 2 * padding,
    head,
    ruled: true,
    tag: { type: "TR", within },
    draw: () => (
      <>
        <Print text={id} top={padding} tag={{ type: "TD" }} />
        <Print text={words} left={at.type} top={padding} tag={middle} />
        {words === first && <Print text={below} left={at.type} top={padding + first.height} tag={middle} />}
        <Print text={hash} left={at.hash} top={padding} align="right" tag={{ type: "TD" }} />
      </>
    ),
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** When an event was received; marked if that was more than 24 hours after its own time. */
export function receiptText(row: Pick<RegisterRow, "timestamp" | "recordedAt">): string {
  const received = `Received ${tableTime(row.recordedAt)}`;
  if (!isLate(row)) return received;
  return `\u25b2 ${received}, ${counted(Math.floor((lagOf(row) ?? 0) / dayMs), "day")} late`;
}

/** Joins two texts of the same style, because every drawn text costs time and memory. */
function joined(above: SetText, below: SetText): SetText {
  return { ...below, lines: [`${above.lines.join("")} `, ...below.lines], height: above.height + below.height };
}
