import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A PDF file, as read by the programs of Poppler. */
export interface OpenedPdf {
  /** Text of each page in its layout. */
  pages(): Promise<string[]>;
  /** The output of `pdfinfo`, by name. */
  info(): Promise<Record<string, string>>;
  /** XMP metadata. */
  metadata(): Promise<string>;
  /** Fonts, with whether each is embedded. */
  fonts(): Promise<{ name: string; embedded: boolean }[]>;
  /** Outline entries in order, with their depth and target page. */
  outline(): Promise<{ title: string; depth: number; page: number }[]>;
  /** Target pages of the links of a page, without duplicates. */
  links(page: number): Promise<number[]>;
  /** Words with their boxes in points, by page. */
  words(): Promise<{ page: number; text: string; left: number; top: number; right: number; bottom: number }[]>;
  /** Structure elements in reading order. With their own texts, it takes a minute for a long document. */
  structure(option?: "-struct" | "-struct-text"): Promise<{ type: string; text: string }[]>;
  close(): Promise<void>;
}

export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const folder = await mkdtemp(join(tmpdir(), "evidence-pdf-"));
  const file = join(folder, "document.pdf");
  await writeFile(file, bytes);
  const output = async (program: string, ...options: string[]) =>
    (await run(program, options, { maxBuffer: 512 * 1024 * 1024 })).stdout;
  return {
    pages: async () => (await output("pdftotext", "-layout", file, "-")).split("\f").slice(0, -1),
    info: async () =>
      Object.fromEntries((await output("pdfinfo", "-isodates", file)).split("\n").map((line) => cut(line, ":"))),
    metadata: () => output("pdfinfo", "-meta", file),
    fonts: async () =>
      (await output("pdffonts", file))
        .split("\n")
        .slice(2, -1)
        .map((line) => ({
          name: line.slice(0, 36).trim(),
          embedded: /\s(yes|no) (yes|no) (yes|no)\s/.exec(line)?.[1] === "yes",
        })),
    outline: async () => outlineOf(await output("pdftohtml", "-xml", "-stdout", "-i", file)),
    links: async (page) => {
      const xml = await output("pdftohtml", "-xml", "-stdout", "-i", "-f", String(page), "-l", String(page), file);
      return [...new Set([...xml.matchAll(/<a href="[^"#]*#(\d+)">/g)].map(([, target]) => Number(target)))];
    },
    words: async () => wordsOf(await output("pdftotext", "-bbox", file, "-")),
    structure: async (option = "-struct") =>
      (await output("pdfinfo", option, file)).split(/^(?= *[A-Z])/m).map((element) => ({
        type: /\w+/.exec(element)?.[0] ?? "",
        text: Array.from(element.matchAll(/^ *"(.*)"$/gm), ([, part]) => part).join(""),
      })),
    close: () => rm(folder, { recursive: true }),
  };
}

function cut(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator);
  return [line.slice(0, at), line.slice(at + 1).trim()];
}

function outlineOf(xml: string) {
  const entries: { title: string; depth: number; page: number }[] = [];
  let depth = -1;
  for (const [, tag, page, title] of xml.matchAll(/<(outline|\/outline|item page="(\d+)")>(?:([^<]*)<\/item>)?/g)) {
    if (tag === "outline") depth += 1;
    else if (tag === "/outline") depth -= 1;
    else entries.push({ title: title ?? "", depth, page: Number(page) });
  }
  return entries;
}

function wordsOf(xml: string) {
  return xml
    .split("<page ")
    .slice(1)
    .flatMap((text, index) =>
      [...text.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g)].map(
        ([, left, top, right, bottom, word = ""]) => ({
          page: index + 1,
          text: word,
          left: Number(left),
          top: Number(top),
          right: Number(right),
          bottom: Number(bottom),
        }),
      ),
    );
}
