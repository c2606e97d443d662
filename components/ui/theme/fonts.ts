import localFont from "next/font/local";

const inter = localFont({
  src: "../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "optional",
});

/** Characters of other European languages, loaded only by pages that contain them. */
const interExtended = localFont({
  src: "../../../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter-extended",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "unicode-range", value: "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1EFF" },
  ],
});

/**
 * Class names that define the font variables of `tokens.css`. Text does not move: the fallback font is scaled, and a font
 * that arrives late is used only after the page is loaded again.
 */
export const fontVariables = `${inter.variable} ${interExtended.variable}`;
