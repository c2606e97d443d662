import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document, Page, renderToBuffer, Text } from "@react-pdf/renderer";
import { expect, test } from "vitest";
import { drawDocument } from "@/lib/platform/pdf/document";
import { Area, At, Print } from "@/lib/platform/pdf/elements/drawing";
import { BarePage, Sheet } from "@/lib/platform/pdf/elements/sheet";
import { table } from "@/lib/platform/pdf/elements/table";
import { code, facts, heading, list, note, paragraph, partTitle, subheading } from "@/lib/platform/pdf/elements/text";
import { type Block, cutRows } from "@/lib/platform/pdf/flow";
import { loadFonts } from "@/lib/platform/pdf/fonts/load-fonts";
import { content, type Tag } from "@/lib/platform/pdf/structure";
import { faultsOf } from "@/lib/platform/pdf/testing/faults";
import { openPdf } from "@/lib/platform/pdf/testing/poppler";
import { color, frame, type } from "@/lib/platform/pdf/theme";
import { createTypesetter } from "@/lib/platform/pdf/typeset/typesetter";
import { currentEvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import { signPdf } from "@/lib/platform/signing/sign-pdf";
import { rsaTestKey, startWith } from "@/lib/platform/signing/testing";

const metadata = {
  ...{ title: "A & B", author: "", subject: "", keywords: "", creator: "Test", language: "en-GB" },
  at: "2026-01-01T00:00:00.000Z",
};
const set = createTypesetter(await loadFonts([]));

const draw = (blocks: readonly Block[]) =>
  drawDocument(
    cutRows(blocks, frame.height).map((page, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
      <Sheet key={index} blocks={page}>
        <Print text={set.set("Running header", type.running, 200)} left={60} top={40} />
      </Sheet>
    )),
    metadata,
  );

const mark = { id: "part", title: "1 Title", listed: true };
const bar: Block = {
  height: 20,
  tag: { type: "Figure", alt: "Bar chart. Events: 3." },
  draw: () => <Area width={30} height={20} tone={color.ink} />,
};
const blocks = [
  partTitle(set, "1", "Title", mark),
  ...paragraph(set, "A paragraph that is long enough for more than one line of this page. ".repeat(3)),
  subheading(set, "Not directly below"),
  ...list(set, ["First item", "Second item"]),
  heading(set, "Facts"),
  ...facts(set, [["Name", "Value"]]),
  note(set, "Note", "A remark."),
  code(set, ["one", "two"]),
  bar,
  ...table(
    set,
    [{ title: "Left" }, { title: "Right" }, { title: "" }],
    Array.from({ length: 30 }, (_, row) => [`Row ${row}`, row === 0 ? "" : "Cell", bar]),
  ),
];

test("a document is tagged and passes the checks of PDF/A and PDF/UA, even when it is signed", async () => {
  const bytes = await draw(blocks);
  expect(await faultsOf(bytes)).toEqual([]);
  const directory = mkdtempSync(join(tmpdir(), "structure-"));
  try {
    startWith(directory, { EVIDENCE_KEY: rsaTestKey("one").pem });
    const attachment = { name: "a.json", description: "Data", mimeType: "application/json", bytes: Buffer.from("{}") };
    const options = { signedAt: metadata.at, reason: "Test", attachment };
    const signed = await signPdf(bytes, await currentEvidenceSigner(), options);
    expect(await faultsOf(signed.bytes)).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test("Poppler reads the structure in order, with a table header once and without running headers", async () => {
  const pdf = await openPdf(await draw(blocks));
  const [structure, pages] = await Promise.all([pdf.structure("-struct-text"), pdf.pages()]).finally(pdf.close);
  const types = structure.map(({ type: name }) => name).join(" ");
  expect(types).toMatch(
    /^Document H1 P H2 L LI Lbl LBody LI Lbl LBody H2 Table TR TH TD P P P Code Figure Table TR TH TH TR TD TD/,
  );
  expect(pages.length).toBeGreaterThan(1);
  const text = structure.map((element) => element.text).join("|");
  expect(text).toContain("this page. A paragraph");
  expect(text.match(/LEFT/g)).toHaveLength(1);
  expect(text).not.toContain("Running");
});

const print = (tag?: Tag, left = 0) => <Print key={left} text={set.set("x", type.body, 90)} left={left} tag={tag} />;
const within: Tag = { type: "Table" };
const row = (...cells: Tag["type"][]): Block => {
  return {
    height: 20,
    tag: { type: "TR", within },
    draw: () => <>{cells.map((cell, at) => print({ type: cell }, at))}</>,
  };
};

test.each<[fault: string, blocks: Block[]]>([
  ["no heading", paragraph(set, "Text")],
  ["a figure has no text, or no box", [{ ...bar, tag: { type: "Figure" } }]],
  ["a table has no headers", [row("TD", "TD")]],
  ["the rows of a table have 2 and 1 columns", [row("TH", "TH"), row("TD")]],
  ["TR has content of its own", [{ height: 20, tag: { type: "TR", within }, draw: () => print() }]],
  ["Table contains P", [{ height: 20, tag: { type: "P", within }, draw: () => print() }]],
  ["a link has no annotation, or no content", [{ height: 20, tag: { type: "Link" }, draw: () => print() }]],
])("the checks report: %s", async (fault, given) => {
  expect(await faultsOf(await draw(given))).toContain(fault);
});

test("the checks report every requirement that an untagged document fails", async () => {
  const bytes = await renderToBuffer(
    <Document>
      <Page>
        <Text>Text</Text>
      </Page>
    </Document>,
  );
  expect(await faultsOf(bytes)).toEqual(
    expect.arrayContaining([
      "no language",
      "not marked as tagged",
      "not identified as PDF/A-3b",
      "not identified as PDF/UA-1",
      "no output intent",
      "page 1 draws 1 times without a tag",
      "page 1 uses a font that is not embedded",
    ]),
  );
});

test("content on a bare page is tagged", async () => {
  const page = (
    <BarePage>
      <At width={90} height={90} tag={content}>
        {print({ type: "H", level: 1 })}
      </At>
    </BarePage>
  );
  expect(await faultsOf(await drawDocument(page, metadata))).toEqual([]);
});
