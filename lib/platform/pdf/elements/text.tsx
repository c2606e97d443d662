import type { ReactElement } from "react";
import { Area, Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import type { Block, Mark } from "@/lib/platform/pdf/flow";
import type { Tag } from "@/lib/platform/pdf/structure";
import { color, frame, measure, space, type TextStyle, type } from "@/lib/platform/pdf/theme";
import type { SetText, Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/** Longer texts may be divided between pages. */
const linesTogether = 14;

interface ProseOptions {
  style?: TextStyle;
  gap?: number;
  left?: number;
  width?: number;
  keepWithNext?: boolean;
}

/** Running text. */
export function paragraph(set: Typesetter, text: string, options: ProseOptions = {}): Block[] {
  const { style = type.body, gap = space.medium, left = 0, width = measure, keepWithNext = false } = options;
  const tag: Tag = { type: "P" };
  return divide(set.set(text, style, width)).map((piece, index) => ({
    tag,
    height: piece.height,
    gap: index === 0 ? gap : 0,
    keepWithNext,
    draw: () => <Print text={piece} left={left} />,
  }));
}

/** Sentences as a list with dashes. */
export function list(set: Typesetter, sentences: readonly string[], options: ProseOptions = {}): Block[] {
  const { style = type.body, gap = space.small, left = 0, width = measure } = options;
  const indent = 14;
  const dash = set.set("\u2013", style, indent);
  const within: Tag = { type: "L" };
  return sentences.flatMap((sentence) => {
    const tag: Tag = { type: "LI", within };
    const label: Tag = { type: "Lbl" };
    const body: Tag = { type: "LBody" };
    return divide(set.set(sentence, style, width - indent)).map((piece, index) => ({
      tag,
      height: piece.height,
      gap: index === 0 ? gap : 0,
      draw: () => (
        <>
          {index === 0 && <Print text={dash} left={left} color={color.accent} tag={label} />}
          <Print text={piece} left={left + indent} tag={body} />
        </>
      ),
    }));
  });
}

/** The title of a part, with its number. */
export function partTitle(set: Typesetter, number: string, title: string, mark: Mark): Block {
  const numeral = set.set(number, { ...type.title, weight: 400, color: color.accent }, 60);
  const indent = number === "" ? 0 : Math.max(34, set.widthOf(number, type.title) + 14);
  const heading = set.set(title, type.title, frame.width - indent, 3);
  const height = heading.height + space.medium;
  return {
    height: height + space.large,
    keepWithNext: true,
    mark,
    tag: { type: "H", level: 2 },
    draw: () => (
      <>
        <Print text={numeral} />
        <Print text={heading} left={indent} />
        <Rule top={height} width={frame.width} tone={color.rule} weight={0.75} />
      </>
    ),
  };
}

/** A heading within a part. */
export function heading(set: Typesetter, title: string, mark?: Mark): Block {
  return {
    ...line(set.set(title, type.heading, frame.width, 3), 24),
    keepWithNext: true,
    tag: { type: "H", level: 3 },
    ...(mark ? { mark } : {}),
  };
}

export function subheading(set: Typesetter, title: string): Block {
  const text = set.set(title, type.subheading, frame.width, 2);
  return { ...line(text, space.large), keepWithNext: true, tag: { type: "H", level: 4 } };
}

function line(text: SetText, gap: number): Block {
  return { height: text.height, gap, draw: () => <Print text={text} /> };
}

function divide(text: SetText): SetText[] {
  const pieces: SetText[] = [];
  for (let start = 0; start < text.lines.length; start += linesTogether) {
    const lines = text.lines.slice(start, start + linesTogether);
    pieces.push({ ...text, lines, height: lines.length * text.style.leading });
  }
  return pieces;
}

const padding = 12;
const bar = 3;

/** A prominent remark: a title and a text with a bar at the side. */
export function note(set: Typesetter, title: string, text: string): Block {
  const width = frame.width - bar - 2 * padding;
  const heading = set.set(title, type.subheading, width, 2);
  const body = set.set(text, type.body, width, 12);
  const height = heading.height + space.hair + body.height + 2 * padding;
  return {
    height,
    gap: space.large,
    draw: () => (
      <>
        <Area width={frame.width} height={height} tone={color.wash} />
        <Area width={bar} height={height} tone={color.ink} />
        <Print text={heading} left={bar + padding} top={padding} />
        <Print text={body} left={bar + padding} top={padding + heading.height + space.hair} />
      </>
    ),
  };
}

/** Commands or hashed texts to be typed exactly. Lines that are too long are wrapped. */
export function code(set: Typesetter, lines: readonly string[]): Block {
  const texts = lines.map((line) => set.set(line, type.code, frame.width - 2 * padding, 6));
  const inner = texts.reduce((sum, text) => sum + text.height, 0);
  const height = inner + 2 * space.medium;
  return {
    height,
    gap: space.medium,
    tag: { type: "Code", within: { type: "P" } },
    draw: () => {
      let top: number = space.medium;
      return (
        <>
          <Area width={frame.width} height={height} tone={color.wash} />
          {texts.map((text) => {
            const at = top;
            top += text.height;
            return <Print key={at} text={text} left={padding} top={at} />;
          })}
        </>
      );
    },
  };
}

/** Label and value of a fact, and the value's style if it is not body text. */
export type Fact = readonly [name: string, value: string, style?: TextStyle];

const nameWidth = 132;
const factPadding = 3.5;
const linesMax = 12;

/** Names and values in two columns, with hairlines. */
export function facts(set: Typesetter, given: readonly Fact[]): Block[] {
  const within: Tag = { type: "Table" };
  return given.map(([name, value, style = type.body], index) => {
    const label = set.set(name, { ...type.small, leading: style.leading }, nameWidth - 12);
    const text = set.set(value, style, frame.width - nameWidth, linesMax);
    const height = Math.max(label.height, text.height) + 2 * factPadding;
    const header: Tag = { type: "TH", scope: "Row" };
    const cell: Tag = { type: "TD" };
    return {
      height,
      gap: index === 0 ? space.small : 0,
      // Neither the first nor the last row is alone on a page.
      keepWithNext: index < given.length - 1 && (index === 0 || index === given.length - 2),
      ruled: true,
      tag: { type: "TR", within },
      draw: () => (
        <>
          <Print
            tag={header}
            text={label}
            top={factPadding + (style.size - type.small.size) * 1.069}
            color={type.smallQuiet.color}
          />
          <Print text={text} left={nameWidth} top={factPadding} tag={cell} />
        </>
      ),
    };
  });
}

/** A text in a stack, with the space above it. */
export interface Layer {
  text: SetText;
  gap?: number;
  left?: number;
  color?: string;
  tag?: Tag;
}

interface Stack {
  height: number;
  draw(left?: number, top?: number): ReactElement;
}

/** Texts below one another, measured together. */
export function stack(layers: readonly Layer[]): Stack {
  let height = 0;
  const placed = layers.map(({ text, gap = 0, left = 0, ...rest }) => {
    const top = height + gap;
    height = top + text.height;
    return { text, top, left, ...rest };
  });
  return {
    height,
    draw: (left = 0, top = 0) => (
      <>
        {placed.map((layer) => (
          <Print key={layer.top} {...layer} left={left + layer.left} top={top + layer.top} />
        ))}
      </>
    ),
  };
}
