import { Circle, Line, Path, Rect, Svg } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { isLate, lagOf } from "@/lib/domains/evidence/collect/recording";
import type { EvidenceReport, Register, RegisterRow } from "@/lib/domains/evidence/collect/registers";
import type { CoverageStatus } from "@/lib/domains/evidence/enums";
import {
  count,
  counted,
  eventTypeLabel,
  severityLabel,
  shortHash,
  statusLabels,
  tableTime,
} from "@/lib/domains/evidence/pdf/labels";
import { Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { heading, partTitle } from "@/lib/platform/pdf/elements/text";
import type { Block, Mark, Part } from "@/lib/platform/pdf/flow";
import { color, frame, space, type } from "@/lib/platform/pdf/theme";
import type { SetText, Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/** The input of every part. */
export interface PartInput {
  report: EvidenceReport;
  set: Typesetter;
  /** `4` or `A`; empty before the first numbered part. */
  number: string;
}

/** A part with its title; `id` is unique in the document. */
export function part({ set, number }: PartInput, id: string, title: string, blocks: readonly Block[]): Part {
  const mark: Mark = { id, title: `${number} ${title}`.trim(), listed: number !== "" };
  const [first, ...others] = blocks;
  const opening = partTitle(set, number, title, mark);
  // The title has space below it already: a heading behind it needs none of its own.
  const below = first ? [{ ...first, gap: Math.min(first.gap ?? 0, space.small) }, ...others] : [];
  return { mark, title, number, blocks: [opening, ...below] };
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

/** A shape for each status, distinguishable without colour: a warning, full, half, empty, a sheet of paper, a dash. */
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

/** Where the columns of a register begin; the hash ends at the right edge. */
const at = { id: 0, type: 52, time: 146, severity: 244, actor: 300, hash: 416 } as const;
const gutter = 8;
const padding = 3.5;
/** Room for the position, below the hash. */
const positionWidth = 48;

const strong = type.smallStrong;
const hashStyle = { ...type.hash, color: color.quiet } as const;

/** The rows of a register, each of two or three lines: what, when, who and which hash; below it what the event says. */
export function registerTable(set: Typesetter, register: Register, detailLines = 2): Block[] {
  if (register.rows.length === 0) return [];
  const head = headOf(set);
  return [head, ...register.rows.map((row) => rowOf(set, row, head, detailLines))];
}

/** That a register was shortened, and where the rest is. */
export function shortenedSentence({ rows, total }: Register): string {
  if (rows.length >= total) return total === 1 ? "It is shown below." : "All of them are shown below.";
  return `The first ${count(rows.length)} of ${count(total)} are shown below. The attached evidence.json contains all of them.`;
}

function headOf(set: Typesetter): Block {
  const titles = [
    ["Evidence", at.id],
    ["Event", at.type],
    ["Time (UTC)", at.time],
    ["Severity", at.severity],
    ["Actor", at.actor],
  ] as const;
  const texts = titles.map(([title, left]) => ({ left, text: set.set(title.toUpperCase(), type.label, 90, 1) }));
  const hash = set.set("HASH", type.label, frame.width - at.hash, 1);
  const height = type.label.leading + padding + 0.75;
  return {
    height,
    gap: 12,
    keepWithNext: true,
    draw: () => (
      <>
        {texts.map(({ text, left }) => (
          <Print key={left} text={text} left={left} />
        ))}
        <Print text={hash} left={at.hash} align="right" />
        <Rule top={height - 0.75} width={frame.width} tone={color.rule} weight={0.75} />
      </>
    ),
  };
}

function rowOf(set: Typesetter, row: RegisterRow, head: Block, detailLines: number): Block {
  const id = set.set(row.evidenceId, strong, at.type - gutter, 1);
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
  const below = set.set(
    `${receiptText(row)} \u00b7 ${row.detail || "\u2013"}`,
    type.small,
    frame.width - at.type - positionWidth,
    detailLines,
  );
  const words = below.direction === "ltr" ? joined(first, below) : first;
  const hash = joined(
    set.set(shortHash(row.blockHash), hashStyle, frame.width - at.hash, 1),
    set.set(`#${count(row.chainPosition)}`, hashStyle, frame.width - at.hash, 1),
  );
  return {
    height: first.height + below.height + 2 * padding,
    head,
    ruled: true,
    draw: () => (
      <>
        <Print text={id} top={padding} />
        <Print text={words} left={at.type} top={padding} />
        {words === first && <Print text={below} left={at.type} top={padding + first.height} />}
        <Print text={hash} left={at.hash} top={padding} align="right" />
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

/** Two texts of one style as one, because every text that is drawn costs time and memory of its own. */
function joined(above: SetText, below: SetText): SetText {
  return { ...below, lines: [...above.lines, ...below.lines], height: above.height + below.height };
}
