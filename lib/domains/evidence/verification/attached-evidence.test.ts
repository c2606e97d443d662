import { PDF } from "@libpdf/core";
import { beforeAll, expect, test } from "vitest";
import { attachedEvidence } from "./attached-evidence";

const evidence = Buffer.from('{"evidence":{}}');
let pdf: Uint8Array;

async function pdfWith(name: string): Promise<Uint8Array> {
  const document = PDF.create();
  document.addPage();
  document.attachments.add(name, evidence);
  return await document.save();
}

beforeAll(async () => {
  pdf = await pdfWith("evidence.json");
});

test("what is attached as evidence.json is the evidence, and nothing else is", async () => {
  expect(await attachedEvidence(pdf)).toEqual(Uint8Array.from(evidence));
  expect(await attachedEvidence(await pdfWith("notes.json"))).toBeUndefined();
});

// A reader that repairs continues from such a character to the next key, and may never end.
const name = "reading ends for a PDF with a %s in place of any byte";
test.each([..."(<%"])(name, readsToTheEnd);
test.each([...'){}>[]/"0A '])(name, { tags: "full" }, readsToTheEnd);

async function readsToTheEnd(stray: string): Promise<void> {
  const ended = { read: 0, refused: 0 };
  for (let at = 0; at < pdf.length; at += 1) {
    const damaged = Uint8Array.from(pdf);
    damaged[at] = stray.charCodeAt(0);
    await attachedEvidence(damaged).then(
      () => (ended.read += 1),
      () => (ended.refused += 1),
    );
  }
  expect(ended.read + ended.refused).toBe(pdf.length);
  expect(ended.refused).toBeGreaterThan(0);
}
