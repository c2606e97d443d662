import { Link } from "@react-pdf/renderer";
import { type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { Print } from "@/lib/pdf/elements/print";
import { Rule } from "@/lib/pdf/elements/rule";
import type { Entry } from "@/lib/pdf/flow/assemble";
import type { Block, Part } from "@/lib/pdf/flow/block";
import { color, frame, space, type } from "@/lib/pdf/theme";
import type { Typesetter } from "@/lib/pdf/typeset/typesetter";

const indent = 34;
const pageWidth = 40;

/** The table of contents, each line a link. */
export function contents(input: PartInput, entries: readonly Entry[]): Part {
  return part(
    input,
    "contents",
    "Contents",
    entries.map((entry) => line(input.set, entry)),
  );
}

function line(set: Typesetter, { id, title: words, number, page }: Entry): Block {
  const isPart = number !== null;
  const style = isPart ? type.bodyStrong : { ...type.small, size: 8, leading: 11.5, color: color.quiet };
  const title = set.set(words, style, frame.width - indent - pageWidth - 16, 1);
  const numeral = set.set(number ?? "", { ...type.bodyStrong, color: color.accent }, indent, 1);
  const folio = set.set(String(page), style, pageWidth, 1);
  const titleEnd = indent + set.widthOf(title.lines.join(), style) + 8;
  const folioStart = frame.width - set.widthOf(String(page), style) - 8;
  return {
    height: style.leading,
    gap: isPart ? 6 : 0,
    draw: () => (
      <>
        <Print text={numeral} />
        <Print text={title} left={indent} />
        <Rule left={titleEnd} top={style.size * 1.05} width={Math.max(0, folioStart - titleEnd)} />
        <Print text={folio} left={frame.width - pageWidth} align="right" />
        <Link
          src={`#${id}`}
          style={{ position: "absolute", left: 0, top: 0, width: frame.width, height: style.leading + space.hair }}
        />
      </>
    ),
  };
}
