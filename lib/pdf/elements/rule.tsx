import { Path, Svg, View } from "@react-pdf/renderer";
import { color, frame, hairline, page } from "@/lib/pdf/theme";

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

/** The lines that close the rows of a page, as one drawing. */
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
