import type { ReactElement } from "react";
import { Print } from "@/lib/pdf/elements/print";
import type { SetText } from "@/lib/pdf/typeset/typesetter";

/** A text in a stack, with the space above it. */
export interface Layer {
  text: SetText;
  gap?: number;
  left?: number;
  color?: string;
}

export interface Stack {
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
