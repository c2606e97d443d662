import type PDFDocument from "pdfkit";
import type { Reference } from "pdfkit";

/** A standard structure type (ISO 32000-1, 14.8.4). `H` is a heading of any level. */
type StructureType =
  | "Document"
  | "H"
  | "P"
  | "Code"
  | "Figure"
  | "Link"
  | "Reference"
  | `L${"" | "I" | "bl" | "Body"}`
  | `T${"able" | "R" | "H" | "D" | "OC" | "OCI"}`;

/** The role of content for assistive technology. All content with the same tag belongs to one structure element. */
export interface Tag {
  type: StructureType;
  /** Its parent. Default: the tag of the drawing around it. */
  within?: Tag;
  /** The text of a figure, or the description of a link. */
  alt?: string;
  /** The level of a heading. */
  level?: number;
  /** The cells that a header describes. Default: those of its column. */
  scope?: "Row" | "Column";
  /** The number of columns of a cell. Default 1. */
  columns?: number;
  /** Whether only its first occurrence has content. Later ones are decoration, like the header of a table on its next page. */
  once?: true;
}

/** The root. Each text directly in it is a paragraph. */
export const content: Tag = { type: "Document" };

/** The structure tree of a document (ISO 32000-1, 14.7), built while the document is drawn. */
export class Structure {
  readonly #elements = new Map<Tag, Reference>();
  /** The elements of the marked content of a page, or the element of an annotation. The index is the key in the file. */
  readonly #parents: (Reference | Reference[])[] = [];
  /** The levels of the last heading and of those above it. */
  readonly #levels: number[] = [];

  constructor(private readonly file: PDFDocument) {}

  has(tag: Tag): boolean {
    return this.#elements.has(tag);
  }

  /** The element of a tag. A new one becomes the last child of its parent. */
  element(tag: Tag, around: Tag = content): Reference {
    const known = this.#elements.get(tag);
    if (known) return known;
    const parent = tag === content ? undefined : this.element(tag.within ?? around);
    const element = this.file.ref({
      Type: "StructElem",
      S: tag.type === "H" ? this.#heading(tag.level ?? 1) : tag.type,
      ...(parent && { P: parent }),
      K: [],
      ...(tag.alt !== undefined && { Alt: Object(tag.alt) }),
      ...attributesOf(tag),
    });
    parent?.data.K.push(element);
    this.#elements.set(tag, element);
    return element;
  }

  /** Unused levels are left out, because none may be skipped. */
  #heading(level: number): string {
    while ((this.#levels.at(-1) ?? 0) >= level) this.#levels.pop();
    return `H${this.#levels.push(level)}`;
  }

  /** Draws content of an element on the current page. */
  mark(element: Reference, draw: () => void): void {
    const { dictionary: page } = this.file.page;
    page.data.StructParents ??= this.#parents.push([]) - 1;
    const id = (this.#parents[page.data.StructParents] as Reference[]).push(element) - 1;
    element.data.Pg ??= page;
    element.data.K.push(element.data.Pg === page ? id : { Type: "MCR", Pg: page, MCID: id });
    this.file.addContent(`/${element.data.S} <</MCID ${id}>> BDC`);
    draw();
    this.file.addContent("EMC");
  }

  /** Draws content that assistive technology skips. */
  skip(draw: () => void): void {
    this.file.addContent("/Artifact BMC");
    draw();
    this.file.addContent("EMC");
  }

  /** Adds an annotation to an element. `add` creates it on the current page with the given entries. */
  annotate(element: Reference, add: (entries: object) => void): void {
    const { page } = this.file;
    add({ StructParent: this.#parents.push(element) - 1 });
    element.data.K.push({ Type: "OBJR", Pg: page.dictionary, Obj: page.annotations.at(-1) });
  }

  /** Writes the tree. */
  end(): void {
    const leaves = this.#parents.map((parent) => (Array.isArray(parent) ? this.#write(parent) : parent));
    // pdfkit writes the two objects that it knows.
    const root = this.file.ref({
      Type: "StructTreeRoot",
      K: [this.element(content)],
      ParentTree: this.#write({ Nums: leaves.flatMap((leaf, key) => [key, leaf]) }),
      ParentTreeNextKey: leaves.length,
    });
    this.element(content).data.P = root;
    for (const element of this.#elements.values()) element.end();
    Object.assign(this.file._root.data, { MarkInfo: this.file.ref({ Marked: true }), StructTreeRoot: root });
  }

  #write(data: object): Reference {
    const reference = this.file.ref(data);
    reference.end();
    return reference;
  }
}

function attributesOf({ type, scope = "Column", columns = 1 }: Tag): object | false {
  if (type === "L") return { A: { O: "List", ListNumbering: "Disc" } };
  if (type === "TH") return { A: { O: "Table", Scope: scope } };
  return columns > 1 && { A: { O: "Table", ColSpan: columns } };
}
