import { Font } from "@react-pdf/renderer";
import { type Family, fontFiles, modulePath, type Script } from "@/lib/platform/pdf/fonts/font-files";
import { quicken } from "@/lib/platform/pdf/fonts/quick-layout";
import { keepCharacters, keepMarks, type Shaper, separateTexts } from "@/lib/platform/pdf/fonts/shaper";
import type { TextStyle } from "@/lib/platform/pdf/theme";

/** The members of a fontkit font that are used here. */
export interface FontMetrics {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { advanceWidth: number };
  layout(text: string): { advanceWidth: number };
}

/** The glyph of a character. */
export interface Glyph {
  font: FontMetrics;
  /** In ems. */
  width: number;
}

/** Fonts in the order in which they are searched for a glyph. */
export interface FontStack {
  /** Names under which the renderer knows them. */
  families: string[];
  fonts: FontMetrics[];
  /** Glyphs found so far, by code point; undefined if no font has the character. */
  glyphs: Map<number, Glyph | undefined>;
}

/** Of the first family, in ems. */
const ascent = 1.069;

export type FontStacks = (style: Pick<TextStyle, "face" | "weight">) => FontStack;

/** Loads the fonts of a document: sans, mono and those of its writing systems. Fonts are read once in a process. */
export async function loadFonts(scripts: readonly Script[]): Promise<FontStacks> {
  registerOnce();
  const stacks = new Map<string, FontStack>();
  for (const face of ["sans", "mono"] as const) {
    const others: Family[] = [face === "sans" ? "mono" : "sans", ...scripts];
    for (const weight of [300, 400, 600] as const) {
      stacks.set(`${face} ${weight}`, await loadStack([face, ...others], weight));
    }
  }
  return ({ face, weight }) => stacks.get(`${face} ${weight}`) as FontStack;
}

async function loadStack(families: readonly Family[], weight: number): Promise<FontStack> {
  const fonts: FontMetrics[] = [];
  for (const family of families) {
    const descriptor = { fontFamily: nameOf(family), fontWeight: weight };
    await Font.load(descriptor);
    const { data } = Font.getFont(descriptor);
    if (!data) throw new Error(`The font ${family} ${weight} could not be read.`);
    fonts.push(prepared(data as unknown as RendererFont, family));
  }
  return { families: families.map(nameOf), fonts, glyphs: new Map() };
}

type RendererFont = FontMetrics & Shaper & { ascent: number };

const preparedFonts = new WeakSet<RendererFont>();

/** Uses the ascent of the first family, so that all writing systems in a row share one baseline. */
function prepared(font: RendererFont, family: Family): RendererFont {
  if (preparedFonts.has(font)) return font;
  preparedFonts.add(font);
  Object.defineProperty(font, "ascent", { value: ascent * font.unitsPerEm, configurable: true });
  keepCharacters(font);
  separateTexts(font);
  if (family === "sans" || family === "mono") quicken(font);
  else keepMarks(font, family === "arabic" || family === "hebrew");
  return font;
}

let registered = false;

function registerOnce(): void {
  if (registered) return;
  registered = true;
  for (const [family, files] of Object.entries(fontFiles)) {
    Font.register({
      family: nameOf(family as Family),
      fonts: files.map(({ weight, file }) => ({ src: modulePath(file), fontWeight: weight })),
    });
  }
}

function nameOf(family: Family): string {
  return `evidence ${family}`;
}
