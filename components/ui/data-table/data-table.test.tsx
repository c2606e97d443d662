import { MantineProvider } from "@mantine/core";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/components/ui/api/api-error";
import { type Column, DataTable, type DataTableProps } from "@/components/ui/data-table/data-table";
import { isPreferences, shownColumns } from "@/components/ui/data-table/preferences";

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

const settled = {
  isPending: false,
  isFetching: false,
  error: null,
  isPlaceholderData: false,
  refetch: () => undefined,
};
const noPage = { total: 0, offset: 0, limit: 25, hasMore: false, onNext: () => undefined, onPrevious: () => undefined };

function render(props: Partial<DataTableProps<Row>>): string {
  const table = (
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
      onSort={() => undefined}
      {...props}
    />
  );
  return markup(table);
}

function markup(element: ReactElement): string {
  return renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>);
}

describe("a table", () => {
  it("is a table with a caption, and says by what it is sorted", () => {
    const html = render({});
    expect(html).toMatch(/<table[^>]*><caption[^>]*>Detections<\/caption>/);
    expect(html.match(/aria-sort="[a-z]+"/g)).toEqual(['aria-sort="descending"', 'aria-sort="none"']);
    expect(html).toMatch(/<th scope="row"[^>]*><a [^>]*href="\/shadow-ai\/r1"/);
  });

  it("names the checkbox of each row after the row", () => {
    const html = render({ selection: { ids: new Set(["r2"]), onChange: () => undefined, bulkBar: <b>Dismiss</b> } });
    expect(html).toContain('aria-label="Select all rows on this page"');
    expect(html).toContain('aria-label="Select one.example.com"');
    expect(html).toMatch(/role="status"[^>]*>1 selected</);
    expect(html).toContain("<b>Dismiss</b>");
  });

  it("has the region for how many are selected before any are", () => {
    const html = render({ selection: { ids: new Set(), onChange: () => undefined } });
    expect(html).toMatch(/role="status"[^>]*><\/span>/);
  });

  it("marks the row that is open", () => {
    expect(render({ activeId: "r2" })).toMatch(/data-row-id="r2"[^>]*aria-current="true"/);
  });

  it("says where it stands", () => {
    const html = render({ page: { ...noPage, total: 312, offset: 25, hasMore: true } });
    expect(html).toContain("26–27 of 312");
    expect(html).toContain('aria-label="Detections pages"');
  });
});

describe("a table without rows", () => {
  it("waits, and says for what", () => {
    const html = render({ rows: [], query: { ...settled, isPending: true, isFetching: true } });
    expect(html).toContain("Loading Detections");
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain("Nothing yet");
  });

  it("tells an empty list from filters that leave nothing", () => {
    expect(render({ rows: [], noMatch: { count: 0, onClear: () => undefined } })).toContain("Nothing yet");
    const html = render({ rows: [], noMatch: { count: 3, onClear: () => undefined } });
    expect(html).toContain("Clear 3 filters");
    expect(html).not.toContain("Nothing yet");
  });

  it("shows an error with its request and another try", () => {
    const error = new ApiError({ status: 500, code: "internal_error", message: "Not now.", requestId: "req_9" });
    const html = render({ rows: [], query: { ...settled, error } });
    expect(html).toContain('role="alert"');
    expect(html).toContain("req_9");
    expect(html).toContain("Try again");
  });

  it("keeps rows that could not be updated", () => {
    const error = new ApiError({ status: 0, code: "offline", message: "No answer." });
    const html = render({ query: { ...settled, error } });
    expect(html).toContain("one.example.com");
    expect(html).toContain("could not be refreshed");
  });
});

describe("columns", () => {
  it("are the page's, but for what was chosen by hand", () => {
    const shown = (chosen: Record<string, boolean>) =>
      shownColumns(columns, { density: "compact", columns: chosen }).map(({ id }) => id);
    expect(shown({})).toEqual(["host", "cost", "seen"]);
    expect(shown({ note: true, cost: false, host: false })).toEqual(["host", "seen", "note"]);
  });

  it("are not made of whatever is stored", () => {
    expect(isPreferences({ density: "compact", columns: { a: true } })).toBe(true);
    for (const odd of [null, "x", {}, { density: "huge", columns: {} }, { density: "compact", columns: { a: 1 } }]) {
      expect(isPreferences(odd)).toBe(false);
    }
  });
});
