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

test("only the attachment evidence.json is read as evidence", async () => {
  expect(await attachedEvidence(pdf)).toEqual(Uint8Array.from(evidence));
  expect(await attachedEvidence(await pdfWith("notes.json"))).toBeUndefined();
});

// A lenient reader may loop forever on such characters.
const name = "reading terminates for a PDF with %s in place of any byte";
test.each([..."(<%"])(name, readsToTheEnd);
test.each([...'){}>[]/"0A '])(name, { tags: "full" }, readsToTheEnd);

async function readsToTheEnd(stray: string): Promise<void> {
  const ended = { read: 0, rejected: 0 };
  for (let at = 0; at < pdf.length; at += 1) {
    const damaged = Uint8Array.from(pdf);
    damaged[at] = stray.charCodeAt(0);
    await attachedEvidence(damaged).then(
      () => (ended.read += 1),
      () => (ended.rejected += 1),
    );
  }
  expect(ended.read + ended.rejected).toBe(pdf.length);
  expect(ended.rejected).toBeGreaterThan(0);
}
