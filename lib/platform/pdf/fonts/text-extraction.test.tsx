import { Page } from "@react-pdf/renderer";
import { expect, test } from "vitest";
import { drawDocument } from "@/lib/platform/pdf/document";
import { Print } from "@/lib/platform/pdf/elements/drawing";
import { scriptsOf } from "@/lib/platform/pdf/fonts/font-files";
import { loadFonts } from "@/lib/platform/pdf/fonts/load-fonts";
import { content } from "@/lib/platform/pdf/structure";
import { openPdf } from "@/lib/platform/pdf/testing/poppler";
import { type } from "@/lib/platform/pdf/theme";
import { createTypesetter } from "@/lib/platform/pdf/typeset/typesetter";

const metadata = {
  ...{ title: "Texts", author: "", subject: "", keywords: "", creator: "Test", language: "en" },
  at: "2026-01-01T00:00:00.000Z",
};

/** The text of a document with one line, as pdftotext extracts it. */
async function extracted(text: string): Promise<string> {
  const set = createTypesetter(await loadFonts(scriptsOf(text)));
  const file = await drawDocument(
    <Page>
      <Print text={set.set(text, type.body, 500)} tag={content} />
    </Page>,
    metadata,
  );
  const pdf = await openPdf(file);
  const [page = ""] = await pdf.pages().finally(pdf.close);
  // Marks of direction are invisible.
  return page.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim();
}

test.each([
  "بيت تين ثوب نبيل",
  "محمد عبد الله",
  "نموذج تقييم الائتمان",
  "ועדת סיכונים",
  "हिन्दी किताब",
  "कोई विरोधाभास नहीं",
  "क्षत्रिय कर्म",
  "ทดสอบ ที่นี่",
  "می‌خواهم الإسلام",
  "प्रतिभूति ऋण मूल्यांकन, र्कि द्धि श्री",
  "Đánh giá tín dụng",
  "Ärger 理由 한국",
])("pdftotext extracts “%s”", async (text) => {
  expect(await extracted(text)).toBe(text);
});
