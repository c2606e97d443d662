import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from "@libpdf/core";

interface Element {
  type: string;
  alt: string;
  attributes: PdfDict | undefined;
  children: Element[];
  /** Its content, as `page:id`. */
  marks: string[];
  annotations: PdfDict[];
}

/**
 * Violations of PDF/UA-1 (ISO 14289-1) and PDF/A-3b (ISO 19005-3) that a program can find in the structure of a file. It
 * reads the file with another library than the one that wrote it.
 */
export async function faultsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await PDF.load(bytes);
  const faults: string[] = [];
  const expect = (isRight: unknown, fault: string) => {
    if (!isRight) faults.push(fault);
  };
  const resolved = (object: PdfObject | null | undefined) =>
    object instanceof PdfRef ? document.context.resolve(object) : object;
  const dict = (object: PdfObject | null | undefined) => {
    const found = resolved(object);
    return found instanceof PdfDict ? found : undefined;
  };
  const list = (object: PdfObject | null | undefined): PdfObject[] => {
    const found = resolved(object);
    return found instanceof PdfArray ? [...found] : found ? [object as PdfObject] : [];
  };
  const name = (object: PdfObject | null | undefined) => {
    const found = resolved(object);
    return found instanceof PdfName ? found.value : undefined;
  };
  const number = (object: PdfObject | null | undefined) => {
    const found = resolved(object);
    return found instanceof PdfNumber ? found.value : undefined;
  };
  const text = (object: PdfObject | null | undefined) => {
    const found = resolved(object);
    return found instanceof PdfString ? found.asString() : "";
  };
  const stream = (object: PdfObject | null | undefined) => {
    const found = resolved(object);
    return found instanceof PdfStream ? Buffer.from(found.getDecodedData()) : Buffer.alloc(0);
  };

  const catalog = document.getCatalog();
  expect(/^%PDF-1\.7\n/.test(Buffer.from(bytes.subarray(0, 9)).toString("latin1")), "the version is not 1.7");
  expect(!catalog.has("Version"), "the catalog has another version");
  expect(text(catalog.get("Lang")), "no language");
  expect(dict(catalog.get("MarkInfo"))?.getBool("Marked")?.value, "not marked as tagged");
  expect(dict(catalog.get("ViewerPreferences"))?.getBool("DisplayDocTitle")?.value, "the title is not displayed");
  const { trailer } = document.context.info;
  expect(trailer.has("ID") && !trailer.has("Encrypt"), "no identifier, or encrypted");

  const packet = stream(catalog.get("Metadata")).toString();
  expect(/pdfaid:part="3" pdfaid:conformance="B"/.test(packet), "not identified as PDF/A-3b");
  expect(/pdfuaid:part="1"/.test(packet), "not identified as PDF/UA-1");
  expect(/<dc:title>.+<\/dc:title>/.test(packet), "no title");
  expect(/<pdfaSchema:prefix>pdfuaid<\/pdfaSchema:prefix>/.test(packet), "the name of PDF/UA is not described");

  const intents = list(catalog.get("OutputIntents")).map(dict);
  expect(intents.length === 1 && name(intents[0]?.get("S")) === "GTS_PDFA1", "no output intent");
  const profile = stream(intents[0]?.get("DestOutputProfile"));
  expect(
    profile.subarray(36, 40).toString() === "acsp" && profile.subarray(16, 20).toString() === "RGB ",
    "no profile",
  );

  for (const file of list(catalog.get("AF")).map(dict)) {
    expect(
      text(file?.get("F")) && text(file?.get("UF")) && name(file?.get("AFRelationship")),
      "an attachment is unnamed",
    );
    const attached = dict(dict(file?.get("EF"))?.get("F"));
    expect(name(attached?.get("Subtype"))?.includes("/"), "an attachment has no media type");
  }

  // The structure.
  const root = dict(catalog.get("StructTreeRoot"));
  const owners = new Map<string, PdfRef>();
  const elements: Element[] = [];
  const read = (reference: PdfObject): Element => {
    const data = dict(reference) ?? new PdfDict();
    const element: Element = {
      type: name(data.get("S")) ?? "",
      alt: text(data.get("Alt")),
      attributes: dict(data.get("A")),
      ...{ children: [], marks: [], annotations: [] },
    };
    elements.push(element);
    const mark = (page: PdfObject | undefined, id: number | undefined) => {
      const key = `${String(page)}:${id}`;
      expect(!owners.has(key), `content ${key} belongs to two elements`);
      owners.set(key, reference as PdfRef);
      element.marks.push(key);
    };
    for (const child of list(data.get("K"))) {
      const inner = dict(child);
      if (child instanceof PdfNumber) mark(data.get("Pg"), child.value);
      else if (name(inner?.get("Type")) === "MCR") mark(inner?.get("Pg"), number(inner?.get("MCID")));
      else if (name(inner?.get("Type")) === "OBJR") element.annotations.push(dict(inner?.get("Obj")) ?? new PdfDict());
      else {
        expect(String(inner?.get("P")) === String(reference), `a child of ${element.type} has another parent`);
        element.children.push(read(child));
      }
    }
    return element;
  };
  const top = list(root?.get("K")).map(read);
  expect(top.length === 1 && top[0]?.type === "Document", "the structure does not begin with a document");
  const parents = new Map<number | undefined, PdfObject | undefined>();
  const numbers = list(dict(root?.get("ParentTree"))?.get("Nums"));
  for (let at = 0; at < numbers.length; at += 2) parents.set(number(numbers[at]), numbers[at + 1]);

  // The content.
  document.getPages().forEach(({ dict: page, ref }, index) => {
    const where = `page ${index + 1}`;
    const owned = list(parents.get(number(page.get("StructParents"))));
    const { ids, stray } = marksOf(
      list(page.get("Contents"))
        .map((part) => stream(part).toString("latin1"))
        .join("\n"),
    );
    expect(stray === 0, `${where} draws ${stray} times without a tag`);
    ids.forEach((id) => {
      const owner = owners.get(`${String(ref)}:${id}`);
      expect(owner && String(owner) === String(owned[id]), `${where} has content ${id} without an element`);
    });
    const claimed = [...owners.keys()].filter((key) => key.startsWith(`${String(ref)}:`)).length;
    expect(claimed === ids.length, `${where} has ${ids.length} pieces of content, not ${claimed}`);
    expect(name(page.get("Tabs")) === "S", `${where} has no tab order`);
    for (const annotation of list(page.get("Annots")).map(dict)) {
      expect(((number(annotation?.get("F")) ?? 0) & 0b100111) === 4, `${where} has an annotation that is not printed`);
      if (name(annotation?.get("Subtype")) === "Widget") {
        const box = list(annotation?.get("Rect")).map(number);
        expect(text(annotation?.get("TU")) && (box[2] ?? 0) < 0, `${where} has a visible field, or one without a name`);
      } else {
        expect(text(annotation?.get("Contents")), `${where} has an annotation without a description`);
        const isOwned = elements.some(
          ({ type, annotations }) => type === "Link" && annotations.includes(annotation as PdfDict),
        );
        expect(
          isOwned && parents.has(number(annotation?.get("StructParent"))),
          `${where} has an annotation without a tag`,
        );
      }
    }
    for (const [, font] of dict(dict(page.get("Resources"))?.get("Font")) ?? []) {
      const descendant = dict(list(dict(font)?.get("DescendantFonts"))[0]);
      expect(dict(descendant?.get("FontDescriptor"))?.has("FontFile2"), `${where} uses a font that is not embedded`);
      expect(dict(font)?.has("ToUnicode"), `${where} uses a font whose characters are unknown`);
    }
  });

  // The meaning.
  let level = 0;
  for (const { type, alt, attributes, children, marks, annotations } of elements) {
    const next = /^H(\d)$/.exec(type)?.[1];
    if (next !== undefined) {
      expect(Number(next) <= level + 1, `a heading of level ${next} follows one of level ${level}`);
      level = Number(next);
    }
    if (type === "Figure") expect(alt.length > 10 && attributes?.has("BBox"), "a figure has no text, or no box");
    if (type === "Link")
      expect(annotations.length === 1 && marks.length > 0, "a link has no annotation, or no content");
    if (holders[type]) {
      expect(marks.length === 0, `${type} has content of its own`);
      expect(children.length > 0, `${type} is empty`);
      for (const child of children) expect(holders[type].includes(child.type), `${type} contains ${child.type}`);
    }
    if (type === "Table") for (const fault of tableFaults(children, number)) expect(false, fault);
  }
  expect(level > 0, "no heading");
  return faults;
}

/** Types that hold other elements only. */
const holders: Readonly<Record<string, readonly string[]>> = {
  Table: ["TR"],
  TR: ["TH", "TD"],
  L: ["LI"],
  LI: ["Lbl", "LBody"],
  TOC: ["TOCI"],
  TOCI: ["Reference"],
  Reference: ["Link"],
};

/** All cells of the first row are headers, or else the first one of every row. All rows have as many columns. */
function tableFaults(
  rows: readonly Element[],
  number: (object: PdfObject | undefined) => number | undefined,
): string[] {
  const scopes = rows.map(({ children }) =>
    children.map(({ type, attributes }) => (type === "TH" ? (attributes?.getName("Scope")?.value ?? "none") : "")),
  );
  const hasHeaders = scopes[0]?.every((scope) => scope === "Column") || scopes.every(([scope]) => scope === "Row");
  const widths = rows.map(({ children }) =>
    children.reduce((sum, { attributes }) => sum + (number(attributes?.get("ColSpan")) ?? 1), 0),
  );
  return [
    ...(hasHeaders ? [] : ["a table has no headers"]),
    ...(new Set(widths).size === 1 ? [] : [`the rows of a table have ${[...new Set(widths)].join(" and ")} columns`]),
  ];
}

const painting = /(?:^|[\s\]>])(?:TJ|Tj|S|s|f|F|f\*|B|B\*|b|b\*|Do|sh)$/;

/** The identifiers of the marked content of a page, and how often it draws outside of content and artifacts. */
function marksOf(operators: string): { ids: number[]; stray: number } {
  const ids: number[] = [];
  let depth = 0;
  let stray = 0;
  for (const line of operators.split("\n")) {
    const [, id] = /^\/\w+ <<\/MCID (\d+)>> BDC$/.exec(line) ?? [];
    if (id !== undefined) ids.push(Number(id));
    if (/ B[DM]C$/.test(line)) depth += 1;
    else if (line === "EMC") depth -= 1;
    else if (painting.test(line) && depth !== 1) stray += 1;
  }
  return { ids, stray: stray + Math.abs(depth) };
}
