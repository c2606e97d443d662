import { Path, Svg, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Tag } from "@/lib/platform/pdf/structure";
import { color, frame, hairline, page } from "@/lib/platform/pdf/theme";
import type { SetText } from "@/lib/platform/pdf/typeset/typesetter";

interface AtProps {
  left?: number;
  top?: number;
  width: number;
  height: number;
  tag?: Tag | undefined;
  children?: ReactNode;
}

/** Moves a drawing from its own origin to a position. */
export function At({ left = 0, top = 0, width, height, tag, children }: AtProps) {
  return (
    <View {...tagged(tag)} style={{ position: "absolute", left, top, width, height }}>
      {children}
    </View>
  );
}

/** Properties that give a drawing a tag. */
export function tagged(tag: Tag | undefined): object {
  return tag ? { tag } : {};
}

interface PrintProps {
  text: SetText;
  left?: number;
  top?: number;
  align?: "left" | "right" | "center";
  color?: string;
  tag?: Tag | undefined;
}

/** Additional width of a line: kerning can make it slightly wider than measured, and it must not be broken again. */
const slack = 16;
const shift = { left: 0, center: slack / 2, right: slack } as const;

/** Draws typeset text with its first line at `top`. */
export function Print({ text, left = 0, top = 0, align = "left", color, tag }: PrintProps) {
  const { style, families, direction, lines, width } = text;
  return (
    <Text
      {...tagged(tag)}
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

interface RuleProps {
  top: number;
  width: number;
  left?: number;
  weight?: number;
  tone?: string;
}

/** A horizontal line. */
export function Rule({ top, width, left = 0, weight = hairline, tone = color.line }: RuleProps) {
  return <View style={{ position: "absolute", left, top, width, height: weight, backgroundColor: tone }} />;
}

interface AreaProps {
  left?: number;
  top?: number;
  width: number;
  height: number;
  tone?: string;
  outline?: string;
  outlineWeight?: number;
}

/** A filled or outlined rectangle. */
export function Area({ left = 0, top = 0, width, height, tone, outline, outlineWeight = hairline }: AreaProps) {
  return (
    <View
      style={{
        position: "absolute",
        left,
        top,
        width,
        height,
        ...(tone ? { backgroundColor: tone } : {}),
        ...(outline ? { borderWidth: outlineWeight, borderColor: outline, borderStyle: "solid" } : {}),
      }}
    />
  );
}

interface HairlinesProps {
  /** Distances from the top of the frame. */
  at: readonly number[];
}

/** The lines below the rows of a page, as one drawing. */
export function Hairlines({ at }: HairlinesProps) {
  if (at.length === 0) return null;
  const style = {
    position: "absolute",
    left: page.left,
    top: page.top,
    width: frame.width,
    height: frame.height,
  } as const;
  return (
    <Svg viewBox={`0 0 ${frame.width} ${frame.height}`} style={style}>
      <Path
        d={at.map((y) => `M0 ${y} H${frame.width}`).join(" ")}
        stroke={color.line}
        strokeWidth={hairline}
        fill="none"
      />
    </Svg>
  );
}

/** Ticks from zero to at least `highest`: whole numbers, at most five steps of 1, 2 or 5 times a power of ten. */
export function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power);
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < highest) ticks.push(ticks.length * step);
  return ticks;
}
