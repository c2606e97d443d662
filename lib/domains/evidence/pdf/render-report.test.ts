import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { renderReport } from "@/lib/domains/evidence/pdf/render-report";
import { samples } from "@/lib/domains/evidence/pdf/testing/samples";
import { isFullRun } from "@/lib/platform/core/testing";
import { faultsOf } from "@/lib/platform/pdf/testing/faults";
import { type OpenedPdf, openPdf } from "@/lib/platform/pdf/testing/poppler";
import { page } from "@/lib/platform/pdf/theme";

const patience = 300_000;

interface Drawn {
  report: EvidenceReport;
  bytes: Uint8Array;
  pdf: OpenedPdf;
  pages: string[];
}

const { full: _takesLong, banking, one, partial, withheld, foreign, ...daily } = samples;
const drawnSamples = isFullRun ? { ...daily, banking, one, partial, withheld, foreign } : daily;
/** The layout does not depend on the content, so each run checks one typical and one hostile report. */
const laidOut = isFullRun ? Object.keys(drawnSamples) : ["small", "hostile"];
const drawn = new Map<string, Drawn>();

beforeAll(async () => {
  for (const [name, make] of Object.entries(drawnSamples)) {
    const report = make();
    const bytes = await renderReport(report);
    const pdf = await openPdf(bytes);
    drawn.set(name, { report, bytes, pdf, pages: await pdf.pages() });
  }
}, patience);

afterAll(async () => {
  for (const { pdf } of drawn.values()) await pdf.close();
});

describe.each(laidOut)("the %s report", (name) => {
  const document = () => drawn.get(name) as Drawn;

  test("has text and a page number on every page", () => {
    const { pages } = document();
    expect(pages.length).toBeGreaterThan(8);
    pages.slice(1).forEach((text, index) => {
      expect(text).toContain(`Page ${index + 2} of ${pages.length}`);
      expect(text.replace(/\s/g, "").length).toBeGreaterThan(120);
    });
  });

  test("shows the package, key, head and classification on every page", () => {
    const { pages, report } = document();
    const head = report.chain.checkpoint?.headHash.slice(7, 19) ?? "no checkpoint";
    for (const text of pages.slice(1)) {
      for (const word of [report.package.id, report.sealKeyId, head]) expect(text).toContain(word);
      expect(text).toContain(report.package.classification.toUpperCase().slice(0, 12));
    }
  });

  test("shows the package ID, framework, recipient and chain status on the cover", () => {
    const { pages, report } = document();
    const cover = squeezed(pages[0] ?? "");
    const { recipientName, id } = report.package;
    expect(cover).toContain(id);
    expect(cover).toContain(squeezed(report.framework.name));
    if (name !== "foreign") expect(cover).toContain(squeezed((recipientName ?? "").slice(0, 20)));
    const status = report.summary.integrity?.status;
    expect(cover.includes("CHAINNOTINTACT")).toBe(status === "NOT_INTACT");
    expect(cover.includes("Chainintact")).toBe(status === "INTACT");
    expect(cover.includes("Chainnotverified")).toBe(status === "NOT_VERIFIED");
  });

  test("has a table of contents with correct page numbers", () => {
    const { pages } = document();
    const entries = entriesOf(pages);
    expect(entries.length).toBeGreaterThan(name === "empty" ? 7 : 12);
    for (const { title, number } of entries) expect(squeezed(pages[number - 1] ?? "")).toContain(squeezed(title));
  });

  test("has a link to the page of every entry in the table of contents", async () => {
    const { pdf, pages } = document();
    const tables = pages.flatMap((text, index) => (/^\s*Contents\s*$/m.test(text) ? [index + 1] : []));
    const targets = (await Promise.all(tables.map((number) => pdf.links(number)))).flat();
    expect(targets).toEqual(expect.arrayContaining(entriesOf(pages).map(({ number }) => number)));
  });

  test("lists every event of the register once, with its number, position and hash", () => {
    const { pages, report } = document();
    const printed = pages.join("\n").matchAll(/^ *(E-\d{4,} \(#\d+\)) .* ([0-9a-f]{12}|block\d+)$/gm);
    const expected = report.register.rows.map(
      ({ evidenceId, chainPosition, blockHash }) => `${evidenceId} (#${chainPosition}) ${blockHash.slice(7, 19)}`,
    );
    expect(Array.from(printed, ([, id, hash]) => `${id} ${hash}`)).toEqual(expected);
  });

  test("has an outline with the same pages, and divisions below their parts", async () => {
    const { pdf, pages } = document();
    const outline = await pdf.outline();
    const parts = outline.filter(({ depth }) => depth === 0).map(({ title, page: at }) => [title, at]);
    expect(parts.slice(0, 4)).toEqual([
      ["Cover", 1],
      ["1 Summary", 2],
      ["Contents", expect.any(Number)],
      ["Document control", expect.any(Number)],
    ]);
    for (const { number, title } of entriesOf(pages)) {
      expect(outline).toContainEqual({ title, page: number, depth: /^(?:\d+|[A-D]) /.test(title) ? 0 : 1 });
    }
    const divisions = outline.filter(({ depth }) => depth === 2).length;
    if (name !== "empty") expect(divisions).toBeGreaterThan(1);
  });

  test("is tagged and passes the structural checks of PDF/A and PDF/UA", async () => {
    expect(await faultsOf(document().bytes)).toEqual([]);
  });

  test("has a second-level heading for each part", async () => {
    const { pdf } = document();
    const headings = (await pdf.structure()).filter(({ type }) => type === "H2");
    const parts = (await pdf.outline()).filter(({ depth, title }) => depth === 0 && title !== "Cover");
    expect(headings).toHaveLength(parts.length);
  });

  test("embeds all fonts", async () => {
    const fonts = await document().pdf.fonts();
    expect(fonts.length).toBeGreaterThan(2);
    expect(fonts.filter(({ embedded }) => !embedded)).toEqual([]);
  });

  test("keeps its text within the margins", async () => {
    for (const word of await document().pdf.words()) {
      const where = `${word.text} on page ${word.page}`;
      expect(word.left, where).toBeGreaterThan(page.left - 3);
      expect(word.right, where).toBeLessThan(page.width - page.right + 6);
      expect(word.bottom, where).toBeLessThan(page.height - 30);
    }
  });

  test("makes no compliance claims", () => {
    expect(document().pages.join("\n")).not.toMatch(/\b(?:compliant|certified|conforms?)\b/i);
  });
});

describe("the metadata of a report", () => {
  test("contains the title, author, keywords, language and times", async () => {
    const { pdf } = drawn.get("small") as Drawn;
    const info = await pdf.info();
    expect(info).toMatchObject({
      Title: "Evidence package: Consumer credit scoring, EU AI Act, Annex IV",
      Author: "Northgate Building Society",
      CreationDate: "2026-04-02T09:31:05Z",
      ModDate: "2026-04-02T09:31:05Z",
      Producer: "Governance Audit Service 0.1.0",
      "Page size": "595.28 x 841.89 pts (A4)",
      "PDF version": "1.7",
      Tagged: "yes",
    });
    expect(info.Keywords).toContain("mdl_01kd3v7r9z2m4n6p8q0s1t3v5w");
    const metadata = await pdf.metadata();
    expect(metadata).toContain("<rdf:li>en-GB</rdf:li>");
    expect(metadata).toContain('xmp:ModifyDate="2026-04-02T09:31:05Z"');
  });

  test("is well-formed if a name contains markup", async () => {
    const { pdf } = drawn.get("hostile") as Drawn;
    const metadata = await pdf.metadata();
    expect(metadata).toContain("&amp; &lt;Sons&gt;");
    expect(metadata).toContain("</rdf:RDF>");
    expect((await pdf.info()).Author).toMatch(/^W{200} & <Sons>$/);
  });
});

describe("the text of a report", () => {
  const text = (name: string) => (drawn.get(name) as Drawn).pages.join("\n").replace(/\s+/g, " ");

  test("starts with the findings if the chain is not intact", () => {
    const cover = (drawn.get("broken") as Drawn).pages[0]?.replace(/\s+/g, " ") ?? "";
    expect(cover.indexOf("CHAIN NOT INTACT")).toBeLessThan(cover.indexOf("Consumer credit scoring"));
    expect(cover).toContain("The stored content of event 1,267 does not match its content hash");
    expect(cover).toContain("Events are missing, starting at position 1,402.");
    expect(cover).toContain("Part 2 lists 5 more findings.");
    expect(text("broken")).toContain("The first 2 of 7 findings");
  });

  test("makes no statement about the integrity of an unverified chain", () => {
    const cover = (drawn.get("empty") as Drawn).pages[0]?.replace(/\s+/g, " ") ?? "";
    expect(cover).toContain("Chain not verified The chain was not verified: no event of any model was recorded");
    expect(text("empty")).toContain("No checks were run, so this package makes no statement about the chain.");
    expect(text("empty")).not.toMatch(/is intact|Chain intact|found no (?:event|problems)/);
  });

  test("states on the cover that events were recorded late and marks each of them", () => {
    const cover = (drawn.get("backdated") as Drawn).pages[0]?.replace(/\s+/g, " ") ?? "";
    expect(cover).toContain(
      "322 of 322 events were recorded more than 24 hours after the time stated by their senders.",
    );
    expect(cover).toContain("All events in the period were received on 2 April 2026, 09:12:44 UTC.");
    expect(cover).toContain("The service received the first event of this model on");
    expect(text("backdated")).toMatch(/\u25b2 Received 2026-04-02 09:12:44\.120, 9[01] days late/);
    expect(text("small")).toMatch(/Received 2026-01-0\d [\d:.]+ \u00b7/);
    expect(text("small")).not.toContain("days late");
  });

  test("states numerator and denominator for each kind of review", () => {
    expect(text("backdated")).toMatch(
      /Case reviews \d+ \d+ of \d+ \d+ of \d+ confirmed \(\d+%\), \d+ of \d+ overridden/,
    );
    expect(text("backdated")).toMatch(/\d+ of \d+ inferences \(\S+\) (is|are) recorded as reviewed by a person/);
  });

  test("states whom you have to trust, and refers to the signature for the signing time", () => {
    expect(text("small")).toContain("No independent witness cosigned the chain for this package, so you have to trust");
    expect(text("small")).toContain("Time The file's signature contains the signing time");
    expect(text("small")).not.toMatch(/do not need to trust/);
  });

  test("states every limit", () => {
    for (const [name, { report }] of drawn) {
      const words = squeezed(text(name));
      for (const limit of report.limits) expect(words).toContain(squeezed(limit).slice(0, 60));
    }
  });

  test("has at most ten pages without events, and states that each group of the summary is empty", () => {
    const { pages } = drawn.get("empty") as Drawn;
    expect(pages.length).toBeLessThanOrEqual(10);
    for (const words of [
      "Coverage of the 9 points of EU AI Act, Annex IV: 0 evidenced, 0 partial, 0 adverse, 2 to supply, 7 without events.",
      "There is no adverse evidence for the requirements in the requested sections.",
      "No serious incidents were recorded in the period.",
      "No rollbacks were recorded in the period.",
      "No test, validation or alert in the period records a metric with a threshold.",
    ]) {
      expect(pages[1]?.replace(/\s+/g, " ")).toContain(words);
    }
    expect(pages[1]?.replace(/\s+/g, " ")).toContain("Documents still have to be supplied for 9 of 9 points.");
    expect(text("empty")).toContain("The provider Documents 1(a), 1(b),");
  });

  test("summarises a failing model on page 2, with references to its events", () => {
    const [, summary = "", next = ""] = (drawn.get("failing") as Drawn).pages.map((page) => page.replace(/\s+/g, " "));
    expect(summary).toContain(
      "Adverse evidence exists for 13 sub-principles (2.4, 3.2, 3.3, 3.4, 3.6, 4.1, 4.2, 4.3, 4.4, 4.5, 5.1, 5.2 and 5.3). 1 serious incident is recorded, without a recorded report to an authority.",
    );
    expect(summary).toContain("Tests that failed E-0002 (#13) 3.3");
    expect(summary).toMatch(/E-0012 \(#43\) .*INCIDENT, auc 0.41 No report recorded No resolution/);
    expect(next).toContain("auc 0.41 at least 0.7 \u25b2 Missed 2 of 2 E-0012 (#43)");
    expect(next).toContain("The firm Documents 1.1 Model definition;");
    expect(text("failing")).toContain(
      "Adverse evidence: tests that failed (E-0002 (#13)); tests with a metric that missed its threshold (E-0002 (#13)).",
    );
  });

  test("lists adverse evidence on the cover and warns about short retention", () => {
    const [cover = ""] = text("failing").split("1 Summary");
    expect(cover).toContain(
      "Coverage of 23 sub-principles: 0 evidenced, 4 partial, 13 adverse, 0 to supply, 6 without events",
    );
    expect(cover).toContain("tests that failed (E-0002 (#13)), affecting 3.3; ");
    expect(cover).toContain("validations with a negative outcome (E-0003 (#16)), affecting 4.2, 4.3 and 4.5; ");
    expect(text("small")).toContain("This package is stored for less than ten years.");
  });

  test("states how many reviews were withheld, without their content", { tags: "full" }, () => {
    expect(text("withheld")).toContain(
      "The register is empty, because no event in the period is included with its content. The content of 12 human reviews was left out on request",
    );
    expect(text("withheld")).not.toContain("CONFIRMED");
  });

  test("states what was left out on request, and uses the singular for one event", { tags: "full" }, () => {
    expect(text("partial")).toContain("The content of human reviews is left out, but the reviews are counted.");
    expect(text("partial")).toContain("requested without the chain proof");
    expect(text("partial")).toContain("0 to supply, 6 not requested");
    expect(text("one")).toContain("This register shows 1 event.");
  });

  test("contains an example of a link with matching hashes and the command to recompute them", () => {
    const { report } = drawn.get("small") as Drawn;
    const words = text("small");
    expect(report.link?.before.blockHash).toBe(report.link?.after.previousModelHash);
    expect(words.split(report.link?.before.blockHash ?? "-").length).toBe(3);
    expect(words).toContain("Lines 3 and 5 match");
    expect(words).toContain("select(.chainPosition == ");
  });

  test("explains how to verify the package", () => {
    for (const words of [
      "sha256sum package.pdf",
      "openssl dgst -sha256 -verify key.pem",
      "pdfsig package.pdf",
      "curl -O <service>/verify-evidence.mjs",
      "node verify-evidence.mjs package.pdf --keys keys.json",
      "A file cannot contain its own hash.",
    ]) {
      expect(text("small")).toContain(words);
    }
  });

  test("shows names in their own writing systems", { tags: "full" }, () => {
    const words = squeezed(text("foreign").normalize("NFC"));
    for (const name of [
      "北方银行股份有限公司",
      "株式会社",
      "한국신용평가",
      "Комитет по рискам",
      "Επιτροπή κινδύνων",
      "Đánh giá tín dụng",
      "Українська",
      "消費者信用スコアリングモデル",
    ]) {
      expect(words).toContain(squeezed(name));
    }
  });

  test("shows hostile input as truncated text", () => {
    const words = text("hostile");
    expect(words).toContain("<script>alert(1)</script>");
    expect(words).toMatch(/W{20,}…/);
    expect(words).not.toMatch(/[\u202a-\u202e]/);
  });
});

describe("rendering the same report", () => {
  const expected = () =>
    createHash("sha256")
      .update((drawn.get("foreign") as Drawn).bytes)
      .digest("hex");

  test("again, and twice in parallel, produces the same bytes", {
    tags: "full",
    timeout: patience,
  }, async () => {
    const both = await Promise.all([renderReport(samples.foreign()), renderReport(samples.foreign())]);
    expect(both.map((bytes) => createHash("sha256").update(bytes).digest("hex"))).toEqual([expected(), expected()]);
  });

  test("in another process with another mode, time zone and language produces the same bytes", {
    tags: "full",
    timeout: patience,
  }, async () => {
    const program = `
      import { createHash } from "node:crypto";
      import { renderReport } from ${JSON.stringify(join(import.meta.dirname, "render-report.tsx"))};
      import { samples } from ${JSON.stringify(join(import.meta.dirname, "testing", "samples.ts"))};
      console.log(createHash("sha256").update(await renderReport(samples.foreign())).digest("hex"));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", program],
      { env: { ...process.env, NODE_ENV: "production", TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8" } },
    );
    expect(stdout.trim()).toBe(expected());
  });
});

/** Removes white space, because PDF readers insert it wherever they detect gaps. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Returns the entries of the table of contents: numbered titles and their pages. */
function entriesOf(pages: readonly string[]): { title: string; number: number }[] {
  const [, table = ""] = pages.join("\n").split(/^\s*(?:Contents|Document control)\s*$/m);
  return table.split("\n").flatMap((line) => {
    const [, title, number] = /^\s*(\S.*?)\s{3,}(\d+)\s*$/.exec(line) ?? [];
    if (!title || !number) return [];
    return [{ title: title.replace(/\s+/g, " "), number: Number(number) }];
  });
}
