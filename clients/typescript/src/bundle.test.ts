import { createHash, sign } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type SampleBundle, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { newSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import { checkIds } from "@/lib/domains/evidence/verification/verify-bundle";
import { publicKeyPem } from "@/lib/platform/signing/ed25519";
import { isCheckpointSigned, isPackageSignature, type PublicKey, verifyBundle } from "./bundle";
import { verifyPdf } from "./pdf";

let sample: SampleBundle;
let keys: PublicKey[];

beforeAll(async () => {
  sample = await sampleBundle();
  keys = [{ keys: sample.bundle.evidence.keys }];
});

function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** The same with one letter of a payload changed. */
function tampered(): Buffer {
  const at = sample.bytes.indexOf('"payload":{"') + '"payload":{"'.length;
  const changed = Buffer.from(sample.bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe("a bundle", () => {
  test("is intact with the caller's keys, and reports its facts", async () => {
    const reported: string[] = [];
    const report = await verifyBundle(sample.bytes, { keys, onCheck: ({ id }) => reported.push(id) });
    expect(report).toMatchObject({ status: "intact", packageHash: sha256(sample.bytes) });
    expect(reported).toEqual([...checkIds]);
    expect(report.facts?.keys.seal.origin).toBe("given");
    expect(report.facts?.package.id).toBe(sample.bundle.evidence.package.id);
    expect((await verifyBundle(sample.bytes)).facts?.keys.seal.origin).toBe("file");
  });

  test("that was changed is reported as tampered, and a file of another kind as unusable", async () => {
    expect(await verifyBundle(tampered(), { keys })).toMatchObject({ status: "tampered" });
    expect(await verifyBundle(new Uint8Array([1, 2]))).toMatchObject({ status: "unusable" });
    const others = await sampleBundle({ sealKey: newSealKey() });
    const otherKeys = [{ keys: others.bundle.evidence.keys }];
    expect(await verifyBundle(sample.bytes, { keys: otherKeys })).toMatchObject({ status: "unknown_signer" });
  });

  test("in a PDF is verified with the signature of the PDF", async () => {
    const pdf = await samplePdf(sample);
    expect(await verifyPdf(pdf, { keys })).toMatchObject({ status: "intact", packageHash: sha256(pdf) });
    for (const altered of [await samplePdf(sample, { evidence: tampered() }), Buffer.concat([pdf, Buffer.from("\n")])])
      expect(await verifyPdf(altered, { keys })).toMatchObject({ status: "tampered" });
    expect(await verifyPdf(await samplePdf(sample, { attachmentName: "notes.json" }))).toMatchObject({
      status: "unusable",
    });
    expect(await verifyPdf(pdf.subarray(0, 40))).toMatchObject({ status: "unusable" });
  });
});

test("verifies the signature of a file with any of the keys", async () => {
  const signature = sign("sha256", sample.bytes, sample.sealKey.privateKey).toString("base64");
  expect(await isPackageSignature(sample.bytes, signature, keys)).toBe(true);
  expect(await isPackageSignature(tampered(), signature, keys)).toBe(false);
  expect(await isPackageSignature(sample.bytes, signature, [publicKeyPem(sample.checkpointKey)])).toBe(false);
});

test("verifies the signature of a checkpoint with any of the keys", () => {
  const { checkpoint } = sample;
  expect(isCheckpointSigned(checkpoint, [publicKeyPem(sample.checkpointKey)])).toBe(true);
  expect(isCheckpointSigned(checkpoint, keys)).toBe(true);
  expect(isCheckpointSigned({ ...checkpoint, size: checkpoint.size + 1 }, keys)).toBe(false);
});
