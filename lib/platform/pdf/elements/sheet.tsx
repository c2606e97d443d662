import { Page, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { At, Hairlines } from "@/lib/platform/pdf/elements/drawing";
import type { Block, Mark, Placed } from "@/lib/platform/pdf/flow";
import { content } from "@/lib/platform/pdf/structure";
import { frame, hairline, page } from "@/lib/platform/pdf/theme";

interface SheetProps {
  blocks: readonly Placed<Block>[];
  /** The header and footer. */
  children: ReactNode;
}

/** An A4 page with the blocks that the flow placed in its frame. */
export function Sheet({ blocks, children }: SheetProps) {
  return (
    <BarePage>
      {blocks.map(({ row: { mark }, top }) => mark && <Target key={mark.id} mark={mark} top={page.top + top} />)}
      {blocks.map(({ row, top }) => (
        <At
          key={top}
          {...{ left: page.left, top: page.top + top, width: frame.width, height: row.height }}
          tag={row.tag ?? content}
        >
          {row.draw()}
        </At>
      ))}
      <Hairlines at={blocks.flatMap(({ row, top }) => (row.ruled ? [top + row.height - hairline / 2] : []))} />
      {children}
    </BarePage>
  );
}

/** An empty A4 page. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <Page size="A4" wrap={false} style={{ minHeight: page.height }}>
      {children}
    </Page>
  );
}

interface TargetProps {
  mark: Mark;
  top: number;
}

/** A destination of links and the outline. It is placed on the page itself, because its position would be relative to a parent. */
export function Target({ mark, top }: TargetProps) {
  const place = { position: "absolute", left: 0, top, width: 1, height: 1 } as const;
  return (
    <View {...{ id: mark.id, outline: { ...mark, top: Math.max(top - 24, 0), left: page.width } }} style={place} />
  );
}
