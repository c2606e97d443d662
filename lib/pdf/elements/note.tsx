import { Print } from "@/lib/pdf/elements/print";
import { Area } from "@/lib/pdf/elements/rule";
import type { Block } from "@/lib/pdf/flow/block";
import { color, frame, space, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

const padding = 12;
const bar = 3;

/** A remark that must not be read over: a bar beside it, a title, a text. */
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

/** Commands, or texts that are hashed, as they have to be typed; what is longer than a line goes on in the next. */
export function code(set: Typesetter, lines: readonly string[]): Block {
  const texts = lines.map((line) => set.set(line, type.code, frame.width - 2 * padding, 6));
  const inner = texts.reduce((sum, text) => sum + text.height, 0);
  const height = inner + 2 * space.medium;
  return {
    height,
    gap: space.medium,
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
