import render from "@react-pdf/render";
import type PDFDocument from "pdfkit";
import type { Mark } from "@/lib/platform/pdf/flow";
import { content, Structure, type Tag } from "@/lib/platform/pdf/structure";

/** A node of the renderer, after layout. */
export interface Node {
  type: string;
  box?: { left: number; top: number; width: number; height: number; borderTopWidth?: number };
  style?: { backgroundColor?: string };
  props?: { id?: string; src?: string; tag?: Tag; outline?: Mark & { top: number; left: number } };
  lines?: readonly { string: string }[];
  children?: readonly Node[];
}

/**
 * Draws the pages of a document. Content with a tag becomes part of the structure; everything else is an artifact. The
 * renderer draws each node without tags.
 */
export function paintPages(file: PDFDocument, pages: readonly Node[]): void {
  const structure = new Structure(file);
  const outline = new Map<string | undefined, PDFDocument["outline"]>();

  const draw = (node: Node) => {
    render(file as never, { children: [node] } as never);
  };

  const paint = (node: Node, pageNumber: number, around?: Tag): void => {
    const { type, box, props = {}, children = [] } = node;
    const { tag = around } = props;
    if (props.outline) {
      const { title, id, under, top, left } = props.outline;
      const parent = outline.get(under) ?? file.outline;
      outline.set(id, parent.addItem(title, { pageNumber, top, left }));
    }
    if (tag === undefined || (props.tag?.once && structure.has(tag))) {
      if (!isEmpty(node)) structure.skip(() => draw(node));
      return;
    }
    const element = structure.element(type === "TEXT" && tag === content ? { type: "P" } : tag, around);
    const { left = 0, top = 0, width = 0, height = 0 } = box ?? {};
    if (tag.type === "Figure") {
      element.data.A = { O: "Layout", Placement: "Block", BBox: file._convertRect(left, top, width, height) };
      structure.mark(element, () => draw(node));
    } else if (type === "TEXT") {
      if (!isEmpty(node)) structure.mark(element, () => draw(node));
    } else if (type === "LINK") {
      const add = (entries: object) =>
        file.goTo(left, top, width, height, props.src?.slice(1) ?? "", { ...entries, Contents: Object(tag.alt) });
      structure.annotate(element, add);
    } else if (type === "VIEW") {
      if (isVisible(node)) structure.skip(() => draw({ ...node, children: [] }));
      file.save();
      file.translate(left, top);
      for (const child of children) paint(child, pageNumber, tag);
      file.restore();
    } else structure.skip(() => draw(node));
  };

  pages.forEach((page, pageNumber) => {
    draw({ ...page, children: [] });
    file.page.dictionary.data.Tabs = "S";
    for (const child of page.children ?? []) paint(child, pageNumber);
  });
  structure.end();
}

function isEmpty({ type, lines = [] }: Node): boolean {
  return type === "TEXT" && lines.every(({ string }) => string.trim() === "");
}

function isVisible({ box, style, props }: Node): boolean {
  return Boolean(style?.backgroundColor || box?.borderTopWidth || props?.id);
}
