import { View } from "@react-pdf/renderer";
import type { ReactNode } from "react";

interface AtProps {
  left?: number;
  top?: number;
  width: number;
  height: number;
  children?: ReactNode;
}

/** Moves what was drawn from its own corner to a place. */
export function At({ left = 0, top = 0, width, height, children }: AtProps) {
  return <View style={{ position: "absolute", left, top, width, height }}>{children}</View>;
}
