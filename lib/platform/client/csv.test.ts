import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRecord } from "@/lib/platform/client/csv";

const formulaStart = /^[=+\-@\t\r＝＋－＠]/;

describe("csvRecord", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["\rx", '"\'\rx"'],
    ["＝1", "'＝1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ])("escapes the formula %j", (cell, written) => {
    expect(csvRecord([cell])).toBe(`${written}\r\n`);
  });

  it("keeps the sign of numbers", () => {
    expect(csvRecord([-1.5, 0, true, null, undefined])).toBe("-1.5,0,true,,\r\n");
  });

  it("can be read back unchanged", () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('"', ",", "\r\n", "\n", '=","', '""', "'"));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
        const escaped = cells.map((text) => (formulaStart.test(text) ? `'${text}` : text));
        expect(readRecord(csvRecord(cells))).toEqual(escaped);
      }),
    );
  });

  it("starts no text cell with a formula character", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (cells) => {
        for (const text of readRecord(csvRecord(cells))) expect(text).not.toMatch(formulaStart);
      }),
    );
  });
});

/** Reads one RFC 4180 record. */
function readRecord(record: string): string[] {
  const cells: string[] = [];
  let [cell, quoted] = ["", false];
  const text = record.slice(0, -2);
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (sign === "," && !quoted) {
      cells.push(cell);
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell];
}
