import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/components/ui/api/api-error";
import { type Column, DataTable, type DataTableProps } from "@/components/ui/data-table/data-table";
import { isPreferences, shownColumns } from "@/components/ui/data-table/preferences";
import { CardList, heightOfCards } from "@/components/ui/data-table/rows";

interface Row {
  id: string;
  host: string;
  cost: number;
}

const columns: Column<Row>[] = [
  { id: "host", header: "Host", cell: (row) => row.host, csv: (row) => row.host, rowHeader: true },
  { id: "cost", header: "Cost", cell: (row) => row.cost, sortable: true, align: "right" },
  { id: "seen", header: "Seen", cell: () => "now", sortable: true },
  { id: "note", header: "Note", cell: () => "note", hiddenByDefault: true },
];

const rows: Row[] = [
  { id: "r1", host: "one.example.com", cost: 1 },
  { id: "r2", host: "two.example.com", cost: 2 },
];

const doNothing = () => undefined;
const settled = {
  data: {},
  ...{ isPending: false, isFetching: false, error: null, isPlaceholderData: false, refetch: doNothing },
};
const firstPage = { total: 0, offset: 0, count: 2, hasMore: false, onNext: doNothing, onPrevious: doNothing };

function render(props: Partial<DataTableProps<Row>>): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <DataTable<Row>
        name="test"
        label="Detections"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowHref={(row) => `/shadow-ai/${row.id}`}
        query={settled}
        empty={<p>Nothing yet</p>}
        sort={{ by: "cost", order: "desc" }}
        onSort={doNothing}
        {...props}
      />
    </MantineProvider>,
  );
}

describe("a table with rows", () => {
  it("has a caption, sort states and linked row headers", () => {
    const html = render({});
    expect(html).toMatch(/<table[^>]*><caption[^>]*>Detections<\/caption>/);
    expect(html.match(/aria-sort="[a-z]+"/g)).toEqual(['aria-sort="descending"', 'aria-sort="none"']);
    expect(html).toMatch(/<th scope="row"[^>]*><a [^>]*href="\/shadow-ai\/r1"/);
  });

  it("has one heading for each group of rows", () => {
    const groups = render({ groupOf: ({ cost }) => (cost < 3 ? "Low" : "High") }).match(/scope="rowgroup"/g);
    expect(groups).toHaveLength(1);
    expect(render({ groupOf: ({ host }) => host }).match(/scope="rowgroup"/g)).toHaveLength(2);
  });

  it("names each checkbox after its row and shows the selection", () => {
    const html = render({ selection: { ids: new Set(["r2"]), onChange: doNothing, bulkBar: <b>Dismiss</b> } });
    expect(html).toContain('aria-label="Select all rows on this page"');
    expect(html).toContain('aria-label="Select one.example.com"');
    expect(html).toMatch(/role="status"[^>]*>1 selected</);
    expect(html).toContain("<b>Dismiss</b>");
  });

  it("has the live region for the selection before any row is selected", () => {
    expect(render({ selection: { ids: new Set(), onChange: doNothing } })).toMatch(/role="status"[^>]*><\/span>/);
  });

  it("marks the opened row", () => {
    expect(render({ activeId: "r2" })).toMatch(/data-row-id="r2"[^>]*aria-current="true"/);
  });

  it("shows the position in the list", () => {
    const html = render({ page: { ...firstPage, total: 312, offset: 25, hasMore: true } });
    expect(html).toContain("26–27 of 312");
    expect(html).toContain('aria-label="Detections pages"');
  });

  it("does not count a row that has left the list but is still shown", () => {
    expect(render({ toolbar: <b>Filters</b>, page: { ...firstPage, total: 1, count: 1 } })).toContain("1 result<");
  });

  it("keeps the rows if a refresh fails", () => {
    const error = new ApiError({ status: 0, code: "offline", message: "No answer." });
    expect(render({ query: { ...settled, error } })).toContain("one.example.com");
  });
});

describe("cards", () => {
  const checkedOf = ({ cost }: Row) => (cost === 1 ? null : "2026-11-30");
  const facts = (options: Partial<Column<Row>>): Column<Row>[] => [
    { id: "host", header: "Host", cell: ({ host }) => host, csv: ({ host }) => host, rowHeader: true },
    { id: "zero", header: "Adverse", cell: () => 0, csv: () => 0 },
    { id: "checked", header: "Checked", cell: (row) => checkedOf(row) ?? options.none, csv: checkedOf, ...options },
    { id: "seen", header: "Seen", cell: () => "now", csv: () => "now" },
  ];
  const card = (
    columns: Column<Row>[],
    shown = rows.slice(0, 1),
    more: { shortensCards?: boolean; isPart?: boolean } = {},
  ) =>
    renderToStaticMarkup(
      <MantineProvider>
        <CardList<Row>
          label="Detections"
          card={undefined}
          columns={columns}
          rows={shown}
          rowId={({ id }) => id}
          rowLabel={({ host }) => host}
          selected={undefined}
          onSelect={undefined}
          {...more}
        />
      </MantineProvider>,
    );

  it("show zero and the text for a missing value", () => {
    expect(card(facts({ none: "Not checked" }))).toContain("<dt>Checked</dt><dd>Not checked</dd>");
    expect(card(facts({}))).toContain("<dt>Adverse</dt><dd>0</dd>");
    expect(card(facts({}))).not.toContain("Checked");
  });

  it("have the status next to the name, and leave out columns that do not decide", () => {
    const html = card([
      ...facts({ inCards: false, none: "Not checked" }),
      { id: "status", header: "Status", cell: () => <b>Active</b>, csv: () => "ACTIVE", inCards: "corner" },
    ]);
    expect(html).not.toContain("Checked");
    expect(html).not.toContain("<dt>Status");
    expect(html.indexOf("<b>Active</b>")).toBeLessThan(html.indexOf("<dl"));
  });

  it("name a value without a visible header for screen readers", () => {
    expect(card(facts({ inCards: "bare", none: "Not checked" }))).toContain(
      '<dt class="visually-hidden">Checked</dt><dd>Not checked</dd>',
    );
  });

  it("use the emptiness that a column states", () => {
    expect(card(facts({ isEmpty: () => false }))).toContain("<dt>Checked</dt>");
    expect(card(facts({ isEmpty: () => true, none: "Not checked" }))).not.toContain("Checked");
  });

  it("reserve a line for facts that fit in one, and more lines for longer facts", () => {
    const heightOf = (length: number) =>
      heightOfCards(
        rows.slice(0, 1),
        [{ id: "note", header: "Note", cell: () => "", csv: () => "x".repeat(length) }],
        {},
      );
    expect(heightOf(20)).toBe(heightOf(40));
    expect(heightOf(150)).toBeCloseTo(heightOf(20) + 3 * 1.2);
  });

  it("start with the first ten of a long list if the table shortens them", () => {
    const many = Array.from({ length: 11 }, (_, at) => ({ id: `r${at}`, host: `${at}.example.com`, cost: at }));
    const shortened = { shortensCards: true };
    expect(card(facts({}), many, shortened).match(/<dt>Seen/g)).toHaveLength(10);
    expect(card(facts({}), many, shortened)).toContain("Show all 11");
    expect(card(facts({}), many, { ...shortened, isPart: true })).toContain("Show 1 more on this page");
    expect(card(facts({}), many.slice(1), shortened)).not.toContain("Show all");
    expect(card(facts({}), many).match(/<dt>Seen/g)).toHaveLength(11);
    expect(heightOfCards(many, columns, shortened)).toBeLessThan(heightOfCards(many, columns, {}));
  });

  it("reserve the same height for each row if a missing value has a replacement text", () => {
    const heights = (columns: Column<Row>[]) => rows.map((row) => heightOfCards([row], columns, {}));
    expect(new Set(heights(facts({ none: "Not checked" }))).size).toBe(1);
  });
});

describe("a table without rows", () => {
  it("shows what is loading", () => {
    const html = render({ rows: [], query: { ...settled, isPending: true, isFetching: true } });
    expect(html).toContain("Loading Detections");
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain("Nothing yet");
  });

  it("distinguishes an empty list from filters without matches", () => {
    expect(render({ rows: [], noMatch: { count: 0, onClear: doNothing } })).toContain("Nothing yet");
    const html = render({ rows: [], noMatch: { count: 3, onClear: doNothing } });
    expect(html).toContain("Clear 3 filters");
    expect(html).not.toContain("Nothing yet");
  });

  it("shows an error with its request ID and a retry button", () => {
    const error = new ApiError({ status: 500, code: "internal_error", message: "Not now.", requestId: "req_9" });
    const html = render({ rows: [], query: { ...settled, error } });
    for (const part of ['role="alert"', "Detections could not be loaded", "req_9", "Try again"])
      expect(html).toContain(part);
    expect(html).not.toContain("Nothing yet");
  });

  it("has filters, but no tools, if the list could not be loaded", () => {
    const error = new ApiError({ status: 500, code: "internal_error", message: "Not now." });
    const list = { rows: [], toolbar: <b>Filters</b>, exportAll: { fileName: "x" } };
    const tools = /aria-label="(Export|Columns|Sort)/g;
    expect(render({ ...list, query: { ...settled, data: undefined } }).match(tools)).toHaveLength(3);
    const html = render({ ...list, query: { ...settled, data: undefined, error } });
    expect(html).toContain("<b>Filters</b>");
    expect(html.match(tools)).toBeNull();
  });

  it("has no filters if the list is empty without them", () => {
    const toolbar = <b>Filters</b>;
    const noMatch = { count: 0, onClear: doNothing };
    expect(render({ rows: [], toolbar })).not.toContain("<b>Filters</b>");
    for (const shown of [{ noMatch }, { query: { ...settled, data: undefined } }])
      expect(render({ rows: [], toolbar, ...shown })).toContain("<b>Filters</b>");
  });
});

describe("column preferences", () => {
  it("override the default columns", () => {
    const shown = (chosen: Record<string, boolean>) =>
      shownColumns(columns, { density: "compact", columns: chosen }).map(({ id }) => id);
    expect(shown({})).toEqual(["host", "cost", "seen"]);
    expect(shown({ note: true, cost: false, host: false })).toEqual(["host", "seen", "note"]);
  });

  it("show a column for wide screens on narrow ones only if the user chose it", () => {
    const wide = [{ id: "calls", header: "Calls", room: 3 }] as const;
    const roomOf = (chosen: Record<string, boolean>) =>
      shownColumns(wide, { density: "compact", columns: chosen }).map(({ room }) => room);
    expect([roomOf({}), roomOf({ calls: true }), roomOf({ calls: false })]).toEqual([[3], [undefined], []]);
  });

  it.each([
    [{ density: "compact", columns: { a: true } }, true],
    [null, false],
    ["x", false],
    [{}, false],
    [{ density: "huge", columns: {} }, false],
    [{ density: "compact", columns: { a: 1 } }, false],
  ])("read from storage as %j are valid: %s", (stored, isValid) => {
    expect(isPreferences(stored)).toBe(isValid);
  });
});
