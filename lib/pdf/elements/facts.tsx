import { Print } from "@/lib/pdf/elements/print";
import type { Block } from "@/lib/pdf/flow/block";
import { frame, space, type TextStyle, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

/** What a fact is called, what it is, and how that is set where it is not running text. */
export type Fact = readonly [name: string, value: string, style?: TextStyle];

const nameWidth = 132;
const padding = 3.5;
const linesMax = 12;

/** Names and values in two columns, with hairlines. */
export function facts(set: Typesetter, given: readonly Fact[]): Block[] {
  return given.map(([name, value, style = type.body], index) => {
    const label = set.set(name, { ...type.small, leading: style.leading }, nameWidth - 12);
    const text = set.set(value, style, frame.width - nameWidth, linesMax);
    const height = Math.max(label.height, text.height) + 2 * padding;
    return {
      height,
      gap: index === 0 ? space.small : 0,
      ruled: true,
      draw: () => (
        <>
          <Print text={label} top={padding + (style.size - type.small.size) * 1.069} color={type.smallQuiet.color} />
          <Print text={text} left={nameWidth} top={padding} />
        </>
      ),
    };
  });
}
