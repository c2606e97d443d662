import { Print } from "@/lib/pdf/elements/print";
import { Rule } from "@/lib/pdf/elements/rule";
import type { Block, Mark } from "@/lib/pdf/flow/block";
import { color, frame, measure, space, type TextStyle, type } from "@/lib/pdf/theme";
import type { SetText, Typesetter } from "@/lib/pdf/typeset/typesetter";

/** More lines than this may be divided between pages. */
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
  return divide(set.set(text, style, width)).map((piece, index) => ({
    height: piece.height,
    gap: index === 0 ? gap : 0,
    keepWithNext,
    draw: () => <Print text={piece} left={left} />,
  }));
}

/** Sentences, each behind a dash. */
export function list(set: Typesetter, sentences: readonly string[], options: ProseOptions = {}): Block[] {
  const { style = type.body, gap = space.small, left = 0, width = measure } = options;
  const indent = 14;
  const dash = set.set("\u2013", style, indent);
  return sentences.flatMap((sentence) =>
    divide(set.set(sentence, style, width - indent)).map((piece, index) => ({
      height: piece.height,
      gap: index === 0 ? gap : 0,
      draw: () => (
        <>
          {index === 0 && <Print text={dash} left={left} color={color.accent} />}
          <Print text={piece} left={left + indent} />
        </>
      ),
    })),
  );
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
    draw: () => (
      <>
        <Print text={numeral} />
        <Print text={heading} left={indent} />
        <Rule top={height} width={frame.width} tone={color.rule} weight={0.75} />
      </>
    ),
  };
}

/** A heading inside of a part. */
export function heading(set: Typesetter, title: string, mark?: Mark): Block {
  return {
    ...line(set.set(title, type.heading, frame.width, 3), 24),
    keepWithNext: true,
    ...(mark ? { mark } : {}),
  };
}

export function subheading(set: Typesetter, title: string): Block {
  return { ...line(set.set(title, type.subheading, frame.width, 2), space.large), keepWithNext: true };
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
