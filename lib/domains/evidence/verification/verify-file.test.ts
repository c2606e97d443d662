import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type SampleBundle, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { newSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import { certify } from "@/lib/platform/signing/testing";
import { verifyFile } from "./verify-file";

let sample: SampleBundle;
let pdf: Buffer;

beforeAll(async () => {
  sample = await sampleBundle();
  pdf = await samplePdf(sample);
});

const failing = ({ checks }: Awaited<ReturnType<typeof verifyFile>>) =>
  checks.flatMap(({ id, status }) => (status === "failed" ? [id] : []));

describe("a PDF package", () => {
  test("as issued is intact, with and without the key", async () => {
    for (const publicKeys of [[], [sample.sealKey.pem]]) {
      const report = await verifyFile(pdf, { publicKeys });
      expect(failing(report)).toEqual([]);
      expect(report).toMatchObject({ status: "intact", format: "PDF" });
    }
  });

  test("with a certificate chain is intact, and a changed issuer is detected", async () => {
    const authority = newSealKey();
    const certificates = [
      await certify("Example Evidence", sample.sealKey.publicKey, "Example Authority", authority.privateKey),
      await certify("Example Authority", authority.publicKey, "Example Authority", authority.privateKey),
    ].map((pem) => new X509Certificate(pem).raw);
    const chained = await samplePdf(sample, { certificates });
    const publicKeys = [sample.sealKey.pem];
    expect((await verifyFile(chained, { publicKeys })).status).toBe("intact");
    const at = chained.indexOf(certificates[1]?.toString("hex") ?? "none") + 200;
    const changed = Buffer.from(chained);
    changed.write(chained[at] === 0x31 ? "2" : "1", at, "latin1");
    expect(failing(await verifyFile(changed, { publicKeys }))).toEqual(["document"]);
  });

  test("of an earlier version is intact", async () => {
    const earlier = readFileSync(join(import.meta.dirname, "testing/earlier-package.pdf"));
    const { facts } = await verifyFile(earlier);
    const report = await verifyFile(earlier, { publicKeys: facts?.keys.inFile ?? [] });
    expect(failing(report)).toEqual([]);
    expect(report.status).toBe("intact");
  });
});
