import { count, eventTypeWord, severityWord, shortHash, tableTime } from "@/lib/evidence/pdf/words";
import type { Register, RegisterRow } from "@/lib/evidence/report";
import { Print } from "@/lib/pdf/elements/print";
import { Rule } from "@/lib/pdf/elements/rule";
import type { Block } from "@/lib/pdf/flow/block";
import { color, frame, type } from "@/lib/pdf/theme";
import type { SetText, Typesetter } from "@/lib/pdf/typeset/typesetter";

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
  if (rows.length >= total) return total === 1 ? "It is listed here." : `All ${count(total)} of them are listed.`;
  return `The first ${count(rows.length)} of ${count(total)} are listed; all ${count(total)} are in the attached evidence.json.`;
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
      { text: eventTypeWord(row.eventType), left: 0, room: at.time - at.type - gutter },
      { text: tableTime(row.timestamp), left: at.time - at.type, room: at.severity - at.time - gutter },
      { text: severityWord(row.severity), left: at.severity - at.type, room: at.actor - at.severity - gutter },
      { text: row.actor, left: at.actor - at.type, room: at.hash - at.actor - gutter },
    ],
    type.small,
    at.hash - at.type,
  );
  const below = set.set(row.detail || "\u2013", type.small, frame.width - at.type - positionWidth, detailLines);
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

/** Two texts of one style as one, because every text that is drawn costs time and memory of its own. */
function joined(above: SetText, below: SetText): SetText {
  return { ...below, lines: [...above.lines, ...below.lines], height: above.height + below.height };
}
