import { beforeAll, describe, expect, test } from "vitest";
import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { reportPages } from "@/lib/domains/evidence/pdf/render-report";
import { samples } from "@/lib/domains/evidence/pdf/testing/samples";
import type { LaidPage } from "@/lib/platform/pdf/flow";
import { scriptsOf } from "@/lib/platform/pdf/fonts/font-files";
import { type FontStacks, loadFonts } from "@/lib/platform/pdf/fonts/load-fonts";
import { frame } from "@/lib/platform/pdf/theme";
import { createTypesetter } from "@/lib/platform/pdf/typeset/typesetter";

let stacks: FontStacks;

beforeAll(async () => {
  stacks = await loadFonts(["arabic", "hebrew", "thai", "han", "hangul"]);
});

describe.each(Object.entries(samples))("the pages of a report: %s", (_name, make) => {
  let report: EvidenceReport;
  let pages: LaidPage[];

  beforeAll(() => {
    report = make();
    pages = reportPages(report, createTypesetter(stacks));
  });

  test("are numbered on from the cover", () => {
    expect(pages.map(({ number }) => number)).toEqual(pages.map((_page, index) => index + 2));
  });

  test("end above the footer, and hold no more than forty rows", () => {
    for (const { blocks } of pages) {
      const last = blocks.at(-1);
      expect((last?.top ?? 0) + (last?.row.height ?? 0)).toBeLessThanOrEqual(frame.height);
      expect(blocks.filter(({ row }) => row.head).length).toBeLessThanOrEqual(40);
    }
  });

  test("begin every part on a new page, with its title first", () => {
    const titles = pages.filter(({ part }, index) => part !== pages[index - 1]?.part);
    for (const { part, blocks } of titles) expect(blocks[0]?.row.mark).toBe(part.mark);
    expect(new Set(titles.map(({ part }) => part.mark.id)).size).toBe(titles.length);
  });

  test("have all parts in their order", () => {
    const sections = report.framework.sections.filter(({ included }) => included).map(({ title }) => title);
    const parts = [...new Set(pages.map(({ part }) => part))];
    expect(parts.map(({ title }) => title)).toEqual([
      ...["Document control", "Contents", "Integrity statement", "Scope and method", "Executive summary"],
      ...sections,
      ...["Detections and decisions", "Omissions", "Chain proof", "How to verify this package", "Signatures"],
      ...["List of events", "Coverage", "Glossary", "Keys"],
    ]);
    expect(parts.map(({ number }) => number).join(" ")).toMatch(/^ {2}1 2 3 4( \d+)* A B C D$/);
  });

  test("give the summary one page", () => {
    expect(pages.filter(({ part }) => part.title === "Executive summary")).toHaveLength(1);
  });

  test("have unique destinations, each below an earlier one", () => {
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
