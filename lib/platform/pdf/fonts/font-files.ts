import { createRequire } from "node:module";
import { join } from "node:path";

/** The font families of a document. The first two are in every document, the others only if its text needs them. */
export type Family = "sans" | "mono" | Script;

/** Writing systems that the first two families do not support. */
export type Script = "arabic" | "hebrew" | "thai" | "han" | "hangul";

interface FontFile {
  weight: number;
  file: string;
}

/** Files by family. All may be embedded (SIL Open Font License). */
export const fontFiles: Readonly<Record<Family, readonly FontFile[]>> = {
  sans: [
    { weight: 300, file: "@expo-google-fonts/noto-sans/300Light/NotoSans_300Light.ttf" },
    { weight: 400, file: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" },
    { weight: 600, file: "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf" },
  ],
  mono: [{ weight: 400, file: "@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf" }],
  arabic: [
    { weight: 400, file: "@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf" },
    { weight: 600, file: "@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf" },
  ],
  hebrew: [
    { weight: 400, file: "@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf" },
    { weight: 600, file: "@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf" },
  ],
  thai: [
    { weight: 400, file: "@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf" },
    { weight: 600, file: "@expo-google-fonts/noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf" },
  ],
  // Ten megabytes per weight, so only one is included.
  han: [{ weight: 400, file: "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf" }],
  hangul: [
    { weight: 400, file: "@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf" },
    { weight: 600, file: "@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf" },
  ],
};

// From the working directory, so that it is the same wherever the code was bundled to.
const require = createRequire(join(process.cwd(), "package.json"));

export function modulePath(file: string): string {
  return require.resolve(file);
}

const needed: Readonly<Record<Script, RegExp>> = {
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  thai: /\p{Script=Thai}/u,
  han: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff01-\uffee]/u,
  hangul: /\p{Script=Hangul}/u,
};

/** The writing systems of a text that need a separate font family, in a fixed order. */
export function scriptsOf(text: string): Script[] {
  // All of them are outside Latin, Greek and Cyrillic, so most documents return here.
  if (!/[\u0590-\u{10ffff}]/u.test(text)) return [];
  return (Object.keys(needed) as Script[]).filter((script) => needed[script].test(text));
}
