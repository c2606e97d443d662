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

// A reader that repairs looks on from such a character for the next key, and may stay where it is for ever.
test.each([...'(){}<>[]/%"0A '])("a PDF with a %s in the place of any byte is read to an end", async (stray) => {
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
});
