import { beforeAll, describe, expect, test } from "vitest";
import { count, text } from "@/lib/domains/reports/kinds/document";
import { columnWidths, guttersOf, shareOut } from "@/lib/domains/reports/pdf/column-widths";
import type { Cell, Column } from "@/lib/domains/reports/schemas";
import { loadFonts } from "@/lib/platform/pdf/fonts/load-fonts";
import { frame, type } from "@/lib/platform/pdf/theme";
import { createTypesetter, type Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

let set: Typesetter;

beforeAll(async () => {
  set = createTypesetter(await loadFonts([]));
});

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** The number of lines in a cell. */
function linesOf(columns: Column[], rows: Cell[][], at: number, room: number = frame.width): number[] {
  const width = (columnWidths(set, { columns, rows }, room)[at] ?? 0) - (guttersOf({ columns })[at] ?? 0);
  const style = at === 0 ? type.smallStrong : type.small;
  return rows.map((row) => set.set(String(row[at]), style, width).height / style.leading);
}

const counts = ["Events", "Info", "Medium", "High", "Critical"].map((label) => count(label, label));

describe("the columns of a printed table", () => {
  test.each<[string, Column[], Cell[]]>([
    ["a text and a count", [text("a", "Source"), count("b", "Events")], ["API", 12]],
    ["no text", [{ key: "day", label: "Day", type: "day" }, ...counts], ["2026-01-31", 1, 2, 3, 4, 5]],
    ["texts longer than the space", [text("a", "Model"), text("b", "Use")], ["long ".repeat(60), "short"]],
    ["a word longer than the space", [text("a", "Model"), text("b", "Use")], ["x".repeat(400), "y".repeat(400)]],
  ])("fill the frame: %s", (_, columns, row) => {
    const widths = columnWidths(set, { columns, rows: [row] }, frame.width);
    expect(sumOf(widths)).toBeCloseTo(frame.width);
    expect(Math.min(...widths)).toBeGreaterThan(0);
  });

  test("show type names on one line next to five counts and a bar", () => {
    const rows = ["SHADOW_AI_DETECTED", "TRAINING_COMPLETED"].map((name) => [name, 1_234, 1_234, 1_234, 1_234, 1_234]);
    expect(linesOf([text("type", "Type"), ...counts], rows, 0, frame.width - 76)).toEqual([1, 1]);
  });

  test("do not break an ID if adjacent texts can wrap", () => {
    const columns: Column[] = [
      ...[text("id", "Detection"), text("provider", "Provider"), text("department", "Department")],
      { key: "ends", label: "Ends", type: "time" },
    ];
    const provider = "Hugging Face Inference Endpoints in Frankfurt";
    const department = "Group operations and customer correspondence of the northern and the western regions";
    const rows = [["sad_01kahbc2g8m9n4q6r1s7t3v5wx", provider, department, "2026-06-01T00:00:00.000Z"]];
    expect(linesOf(columns, rows, 0)).toEqual([1]);
    expect(linesOf(columns, rows, 2)[0]).toBeGreaterThan(1);
  });

  test("have more space between a number and the following text", () => {
    const [toText, toNumber] = guttersOf({ columns: [count("a", "Events"), text("b", "Outcome")] });
    expect(toText).toBeGreaterThan(2 * (toNumber ?? 0));
  });
});

test.each([
  [[10, 20], [5, 5], 60, [25, 35]],
  [[10, 100], [5, 5], 60, [10, 50]],
  [[100, 100], [40, 10], 60, [45, 15]],
  [[100, 100], [50, 40], 60, [30, 30]],
])("for the widths %j with the minimums %j, a space of %i is divided into %j", (wanted, least, room, shares) => {
  expect(shareOut(wanted, least, room)).toEqual(shares);
});
