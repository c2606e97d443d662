import { beforeAll, describe, expect, test } from "vitest";
import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { reportPages } from "@/lib/domains/evidence/pdf/render-report";
import { samples } from "@/lib/domains/evidence/pdf/testing/samples";
import { rowsOfThisRun } from "@/lib/platform/core/testing";
import type { LaidPage } from "@/lib/platform/pdf/flow";
import { scriptsOf } from "@/lib/platform/pdf/fonts/font-files";
import { type FontStacks, loadFonts } from "@/lib/platform/pdf/fonts/load-fonts";
import { frame } from "@/lib/platform/pdf/theme";
import { createTypesetter } from "@/lib/platform/pdf/typeset/typesetter";

let stacks: FontStacks;

beforeAll(async () => {
  stacks = await loadFonts(["arabic", "hebrew", "thai", "han", "hangul"]);
});

const laidOut = rowsOfThisRun(Object.entries(samples), ([name]) =>
  ["small", "empty", "failing", "foreign", "hostile"].includes(name),
);

describe.each(laidOut)("the pages of the %s report", (_name, make) => {
  let report: EvidenceReport;
  let pages: LaidPage[];

  beforeAll(() => {
    report = make();
    pages = reportPages(report, createTypesetter(stacks));
  });

  test("are numbered after the cover", () => {
    expect(pages.map(({ number }) => number)).toEqual(pages.map((_page, index) => index + 2));
  });

  test("end above the footer and contain at most forty rows", () => {
    for (const { blocks } of pages) {
      const last = blocks.at(-1);
      expect((last?.top ?? 0) + (last?.row.height ?? 0)).toBeLessThanOrEqual(frame.height);
      expect(blocks.filter(({ row }) => row.head).length).toBeLessThanOrEqual(40);
    }
  });

  test("start the summary on page 2 and start no part at the bottom of a page", () => {
    expect(pages[0]?.part.title).toBe("Summary");
    expect(pages[0]?.blocks[0]?.row.mark).toBe(pages[0]?.part.mark);
    for (const { blocks } of pages) {
      for (const { row, top } of blocks)
        if (row.needs) expect(top + frame.height / 5).toBeLessThanOrEqual(frame.height);
    }
  });

  test("are filled to at least a third, except before a part that starts a page and at the end", () => {
    pages.slice(0, -1).forEach(({ blocks }, index) => {
      const last = blocks.at(-1);
      const isBefore = pages[index + 1]?.blocks[0]?.row.needs === frame.height;
      const bottom = (last?.top ?? 0) + (last?.row.height ?? 0);
      if (!isBefore) expect(bottom).toBeGreaterThan(frame.height / 3);
    });
  });

  test("contain all parts in order", () => {
    const marks = pages.flatMap(({ blocks }) => blocks.flatMap(({ row }) => row.mark ?? []));
    const parts = marks.filter(({ under }) => under === undefined).map(({ title }) => title);
    const isShort = report.summary.totalEvents === 0;
    const titles = [
      ...["Integrity statement", "Scope and method", "Requirements"],
      ...(isShort ? [] : ["Activity", "Register of events"]),
      ...["Omissions", "Chain proof", "How to verify this package", "Signatures"],
    ];
    expect(parts).toEqual([
      ...["1 Summary", "Contents", "Document control"],
      ...titles.map((title, index) => `${index + 2} ${title}`),
      ...(isShort ? [] : ["A Glossary", "B Keys"]),
    ]);
  });

  test("have unique destinations, each after its parent", () => {
    const marks = pages.flatMap(({ blocks }) => blocks.flatMap(({ row }) => (row.mark ? [row.mark] : [])));
    const ids = marks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    marks.forEach(({ under }, index) => {
      if (under !== undefined) expect(ids.slice(0, index)).toContain(under);
    });
  });
});

test("fonts of other writing systems are loaded only if the text needs them", () => {
  expect(scriptsOf(JSON.stringify(samples.small()))).toEqual([]);
  expect(scriptsOf("Ärger, Ελλάδα, Україна, Tiếng Việt, हिन्दी, “quoted” – 🎉")).toEqual([]);
  expect(scriptsOf(JSON.stringify(samples.foreign()))).toEqual(["arabic", "hebrew", "thai", "han", "hangul"]);
});
