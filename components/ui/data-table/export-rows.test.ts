import { describe, expect, it } from "vitest";
import { collectRows, exportText } from "@/components/ui/data-table/export-rows";
import type { Column } from "@/components/ui/data-table/types";

interface Row {
  id: number;
  host: string;
}

const columns: Column<Row>[] = [
  { id: "host", header: "Host", cell: (row) => row.host, csv: (row) => row.host, hiddenByDefault: true },
  { id: "action", header: "Action", cell: () => "…" },
  { id: "id", header: "Number", cell: (row) => row.id, csv: (row) => row.id },
];

/** Pages of 100 rows. */
function pagesOf(total: number) {
  return async (cursor: string | undefined) => {
    const from = Number(cursor ?? 0);
    const rows = Array.from({ length: Math.min(100, total - from) }, (_, at) => ({ id: from + at, host: "h" }));
    return { rows, nextCursor: from + 100 < total ? String(from + 100) : undefined };
  };
}

describe("an export", () => {
  it("reads all pages and reports its progress", async () => {
    const progress: number[] = [];
    const { rows, isCut } = await collectRows({ fetchPage: pagesOf(250), onProgress: (done) => progress.push(done) });
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, at) => at));
    expect(isCut).toBe(false);
    expect(progress).toEqual([100, 200, 250]);
  });

  it("stops at its limit", async () => {
    const cut = await collectRows({ fetchPage: pagesOf(301), onProgress: () => undefined, max: 300 });
    expect([cut.rows.length, cut.isCut]).toEqual([300, true]);
    const whole = await collectRows({ fetchPage: pagesOf(300), onProgress: () => undefined, max: 300 });
    expect([whole.rows.length, whole.isCut]).toEqual([300, false]);
  });

  it("fails if a page fails, instead of saving a partial file", async () => {
    const fetchPage = async () => Promise.reject(new Error("gone"));
    await expect(collectRows({ fetchPage, onProgress: () => undefined })).rejects.toThrow("gone");
  });

  it("writes columns with a CSV value, including hidden ones, and no formulas", () => {
    expect(exportText("csv", columns, [{ id: -1, host: "=cmd" }])).toBe("Host,Number\r\n'=cmd,-1\r\n");
    expect(exportText("ndjson", columns, [{ id: -1, host: "=cmd" }])).toBe('{"id":-1,"host":"=cmd"}\n');
  });
});
