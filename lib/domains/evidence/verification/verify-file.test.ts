import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type SampleBundle, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
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

  test("of an earlier version is intact", async () => {
    const earlier = readFileSync(join(import.meta.dirname, "testing/earlier-package.pdf"));
    const { facts } = await verifyFile(earlier);
    const report = await verifyFile(earlier, { publicKeys: facts?.keys.inFile ?? [] });
    expect(failing(report)).toEqual([]);
    expect(report.status).toBe("intact");
  });
});
