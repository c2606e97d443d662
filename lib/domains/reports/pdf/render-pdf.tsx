import { columnHeading, isNumeric, noRowsText, shownCell, utcText } from "@/lib/domains/reports/enums";
import { columnWidths, guttersOf } from "@/lib/domains/reports/pdf/column-widths";
import { dayChart } from "@/lib/domains/reports/pdf/day-chart";
import type { ReportDocument, Table } from "@/lib/domains/reports/schemas";
import { signerName } from "@/lib/platform/client/format";
import { type DocumentMetadata, drawDocument, oneLine } from "@/lib/platform/pdf/document";
import { Area, Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { Sheet } from "@/lib/platform/pdf/elements/sheet";
import { type Cell, type Column, table as printedTable } from "@/lib/platform/pdf/elements/table";
import { facts, heading, note as noteBox, paragraph, stack } from "@/lib/platform/pdf/elements/text";
import type { Block } from "@/lib/platform/pdf/flow";
import { cutRows } from "@/lib/platform/pdf/flow";
import { scriptsOf } from "@/lib/platform/pdf/fonts/font-files";
import { loadFonts } from "@/lib/platform/pdf/fonts/load-fonts";
import { color, frame, page, space, type } from "@/lib/platform/pdf/theme";
import { createTypesetter, type Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

/** The printed report: A4, embedded fonts, outline. Pure: the same document gives the same bytes. */
export async function renderPdf(document: ReportDocument): Promise<Uint8Array> {
  const set = createTypesetter(await loadFonts(scriptsOf(JSON.stringify(document))));
  const pages = cutRows(blocksOf(set, document), frame.height);
  const metadata = metadataOf(document);
  const header = set.set(`${document.title} \u00b7 ${document.organisation.name}`, type.running, frame.width, 1);
  const head = document.chain.headHash?.slice("sha256:".length, "sha256:".length + 12) ?? "none";
  const foot = set.set(
    `${document.id} \u00b7 chain ${document.chain.length} \u00b7 head ${head}`,
    type.runningMono,
    frame.width - 90,
    1,
  );
  return drawDocument(
    pages.map((blocks, index) => {
      const folio = set.set(`Page ${index + 1} of ${pages.length}`, type.running, 90, 1);
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
        <Sheet key={index} blocks={blocks}>
          {index > 0 && <Print text={header} left={page.left} top={page.headerTop} />}
          <Rule left={page.left} top={page.footerTop - 8} width={frame.width} />
          <Print text={foot} left={page.left} top={page.footerTop} />
          <Print text={folio} left={page.left + frame.width - 90} top={page.footerTop} align="right" />
        </Sheet>
      );
    }),
    metadata,
  );
}

function metadataOf({ id, title, organisation, period, generatedAt }: ReportDocument): DocumentMetadata {
  return {
    title: oneLine(`${title}: ${organisation.name}`),
    author: oneLine(organisation.name),
    subject: oneLine(`${period.from} to ${period.to}`),
    keywords: oneLine(`governance report; ${id}`),
    creator: "governance-audit-service",
    at: generatedAt,
    language: "en-GB",
  };
}

/** All printed parts of a document, in order. */
export function blocksOf(set: Typesetter, document: ReportDocument): Block[] {
  return [
    titleBlock(set, document),
    ...noticeBlocks(set, document),
    ...facts(set, aboutFacts(document)),
    ...sectionHeading(set, "figures", "Summary"),
    ...figureGrid(set, document.figures),
    ...document.tables.flatMap((table) => tableBlocks(set, table)),
  ];
}

function titleBlock(set: Typesetter, { title, organisation, period }: ReportDocument): Block {
  const text = stack([
    { text: set.set("GOVERNANCE REPORT", { ...type.label, color: color.accent }, frame.width, 1) },
    { text: set.set(title, type.display, frame.width, 2), gap: space.small, tag: { type: "H", level: 1 } },
    { text: set.set(organisation.name, type.lead, frame.width, 2), gap: space.small },
    {
      text: set.set(
        `${utcText(period.from)} to ${utcText(period.to)}`,
        { ...type.lead, color: color.quiet },
        frame.width,
        1,
      ),
    },
  ]);
  return {
    height: text.height + space.large,
    draw: () => text.draw(),
    mark: { id: "report", title, listed: false },
  };
}

function noticeBlocks(set: Typesetter, { data }: ReportDocument): Block[] {
  const text = data?.notices.map(({ message }) => message).join(" ");
  return text ? [noteBox(set, "About this period", text)] : [];
}

const verificationLabels = {
  PASSED: "The events in this period were verified for this report and are intact",
  FAILED: "The verification of the chain for this report failed",
  NOT_VERIFIED: "The events in this period were not verified for this report",
} as const;

function aboutFacts({ id, organisation, generatedAt, chain, data, signature }: ReportDocument) {
  const { checkpoint, withoutCheckpoint } = chain;
  return [
    ["Report", id, type.code],
    ["Organisation", organisation.id, type.code],
    ["Generated", utcText(generatedAt)],
    ...(data
      ? ([
          ["Includes data received until", utcText(data.until)],
          ["First record", data.firstRecordAt === null ? "None" : utcText(data.firstRecordAt)],
          ["Verification", verificationLabels[data.verification]],
        ] as const)
      : []),
    ...(signature
      ? ([
          [
            "Signed by",
            `${signerName(signature)}. The signature in this file contains the signing time, which pdfsig shows.`,
          ],
          ["Signing key", signature.keyId, type.code],
        ] as const)
      : []),
    ["Audit chain", `The report covers the first ${chain.length.toLocaleString("en-GB")} events of the chain.`],
    ["Head hash", chain.headHash ?? "\u2013", type.code],
    ...(checkpoint
      ? ([
          [
            "Signed checkpoint",
            `Issued at ${utcText(checkpoint.issuedAt)} and signed with the key ${checkpoint.keyId}`,
          ],
          ["Root hash", checkpoint.rootHash, type.code],
        ] as const)
      : ([["Signed checkpoint", withoutCheckpoint ?? "None"]] as const)),
  ] as Parameters<typeof facts>[1];
}

const figuresInRow = 4;
const figureGap = 12;

/** Figures in rows of four, each with its label above and its note below. */
function figureGrid(set: Typesetter, figures: ReportDocument["figures"]): Block[] {
  const width = (frame.width - (figuresInRow - 1) * figureGap) / figuresInRow;
  const cells = figures.map(({ label, value, type: kind, note }) =>
    stack([
      { text: set.set(label, type.smallStrong, width - 8, 2) },
      { text: fitted(set, shownCell(value, kind), width - 8), gap: space.hair },
      ...(note === null ? [] : [{ text: set.set(note, type.smallQuiet, width - 8), gap: space.hair }]),
    ]),
  );
  const rows: Block[] = [];
  for (let at = 0; at < cells.length; at += figuresInRow) {
    const row = cells.slice(at, at + figuresInRow);
    const height = Math.max(...row.map((cell) => cell.height));
    rows.push({
      height: height + space.small,
      gap: at === 0 ? space.medium : space.large,
      draw: () => (
        <>
          {row.map((cell, i) => {
            const left = i * (width + figureGap);
            return [
              <Area key={`bar ${left}`} left={left} width={1.5} height={height} tone={color.line} />,
              <FigureCell key={left} cell={cell} left={left + 8} />,
            ];
          })}
        </>
      ),
    });
  }
  return rows;
}

/** A value in the font size of figures, or smaller if it would be truncated. */
function fitted(set: Typesetter, value: string, width: number) {
  const sizes = [type.figure.size, 14, 11, 9];
  const size = sizes.find((one) => set.widthOf(value, { ...type.figure, size: one }) <= width) ?? 9;
  return set.set(value, { ...type.figure, size }, width, 1);
}

function FigureCell({ cell, left }: { cell: ReturnType<typeof stack>; left: number }) {
  return cell.draw(left, 0);
}

function sectionHeading(set: Typesetter, id: string, title: string): Block[] {
  return [{ ...heading(set, title, { id, title, under: "report", listed: false }), gap: space.huge }];
}

function tableBlocks(set: Typesetter, table: Table): Block[] {
  const filled = table.chart === "days" ? withoutEmpty(table) : table.rows;
  const shown = filled.length > 0 && table.rows.length <= rowsWithEmpty ? table.rows : filled;
  const omitted = table.rows.length - shown.length;
  const description =
    shown.length > 0 && omitted > 0
      ? `${table.description} ${omitted} ${omitted === 1 ? "row" : "rows"} in which every count is 0 ${omitted === 1 ? "is" : "are"} omitted.`
      : table.description;
  const blocks: Block[] = [
    ...sectionHeading(set, table.key, table.title),
    ...paragraph(set, description, { style: type.smallQuiet, gap: space.hair, width: frame.width, keepWithNext: true }),
  ];
  if (shown.length === 0) return [...blocks, ...paragraph(set, noRowsText(table), { style: type.small })];
  if (table.chart === "days") blocks.push(dayChart(set, table));
  blocks.push(
    ...printedTable(
      set,
      columnsOf(set, table),
      shown.map((cells) => rowOf(table, cells)),
    ),
  );
  const more = table.total - table.rows.length;
  if (table.chart === null && more > 0) {
    blocks.push(
      ...paragraph(set, `The table shows the first ${table.rows.length} of ${table.total} rows.`, {
        style: type.smallQuiet,
      }),
    );
  }
  return blocks;
}

/** Tables over time with more rows omit empty ones. */
const rowsWithEmpty = 31;

function withoutEmpty({ rows }: Table): Table["rows"] {
  return rows.filter((cells) => cells.slice(1).some((value) => value !== 0));
}

const barWidth = 76;

function columnsOf(set: Typesetter, table: Table): Column[] {
  const { columns, chart } = table;
  const widths = columnWidths(set, table, frame.width - (chart === "bars" ? barWidth : 0));
  const gutters = guttersOf(table);
  const printed = columns.map(
    (column, i): Column => ({
      title: columnHeading(column),
      width: widths[i] ?? 0,
      align: isNumeric(column.type) ? "right" : "left",
      style: i === 0 ? type.smallStrong : type.small,
      gutter: gutters[i] ?? 0,
      maxLines: 3,
    }),
  );
  return chart === "bars" ? [...printed, { title: "", width: barWidth }] : printed;
}

function rowOf(table: Table, cells: Table["rows"][number]): Cell[] {
  const printed = table.columns.map(({ type: kind }, i) => shownCell(cells[i], kind));
  if (table.chart !== "bars") return printed;
  const highest = Math.max(1, ...table.rows.map((row) => Number(row[1] ?? 0)));
  return [...printed, bar(Number(cells[1] ?? 0) / highest)];
}

/** A bar with the share of the highest value, next to its number. */
function bar(part: number): Cell {
  const length = part === 0 ? 0 : Math.max(1, part * barWidth);
  return { height: type.small.leading, draw: () => <Area top={2.5} width={length} height={6} tone={color.accent} /> };
}
