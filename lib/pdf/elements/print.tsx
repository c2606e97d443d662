import { Text } from "@react-pdf/renderer";
import type { SetText } from "@/lib/pdf/typeset/typesetter";

interface PrintProps {
  text: SetText;
  left?: number;
  top?: number;
  align?: "left" | "right" | "center";
  color?: string;
}

/**
 * Room beside a line. Lines are broken before they come here, and none may be broken again because kerning makes it wider by
 * a hair than it was measured.
 */
const slack = 16;
const shift = { left: 0, center: slack / 2, right: slack } as const;

/** Draws text that was set, its first line at `top`. */
export function Print({ text, left = 0, top = 0, align = "left", color }: PrintProps) {
  const { style, families, direction, lines, width } = text;
  return (
    <Text
      hyphenationCallback={whole}
      style={{
        position: "absolute",
        left: left - shift[align],
        top,
        width: width + slack,
        height: text.height + style.leading / 2,
        fontFamily: families,
        fontWeight: style.weight,
        fontSize: style.size,
        lineHeight: style.leading / style.size,
        color: color ?? style.color,
        textAlign: align,
        direction,
        ...(style.tracking === undefined ? {} : { letterSpacing: style.tracking }),
      }}
    >
      {lines.join("\n")}
    </Text>
  );
}

function whole(word: string): string[] {
  return [word];
}
