import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { currentEvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import { certify, rsaTestKey, startWith } from "@/lib/platform/signing/testing";
import { startTimestampAuthority, type TestAuthority } from "@/lib/platform/signing/testing/timestamp-authority";
import { gatherValidationData, type ValidationData } from "@/lib/platform/signing/validation-data";
import { log } from "@/lib/platform/telemetry/log";

const [one, two] = [rsaTestKey("one"), rsaTestKey("two")];
let [directory, authority]: [string, TestAuthority] = ["", {} as TestAuthority];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "validation-data-"));
  authority = await startTimestampAuthority();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

beforeEach(() => authority.answerWith(undefined));

/** Also the details of warnings. */
async function gather(certificate?: string) {
  startWith(directory, {
    EVIDENCE_KEY: one.pem,
    ...(certificate && { EVIDENCE_CERTIFICATE: certificate }),
    ...{ TSA_URL: authority.url, TSA_CERTIFICATES: authority.root },
  });
  const warn = vi.spyOn(log(), "warn");
  const found = await gatherValidationData(await currentEvidenceSigner());
  const warnings = warn.mock.calls.map(([about]) => (about as unknown as { detail: string }).detail);
  return { ...(found as ValidationData), warnings };
}

const names = (certificates: string[]) =>
  certificates.map((text) => new X509Certificate(Buffer.from(text, "base64")).subject.replaceAll("\n", ", "));

describe("the validation data of a PDF signature", () => {
  test("consists of both chains, and an OCSP response for each certificate below the root", async () => {
    const found = await gather(await authority.certify(one.publicKey, "Evidence"));
    expect(names(found.Certs)).toEqual(["CN=Evidence", "CN=Authority", "CN=Root"]);
    expect([found.OCSPs.length, found.CRLs.length, found.warnings]).toEqual([2, 0, []]);
  });

  test("contains the CRL if the certificate names no OCSP responder", async () => {
    const found = await gather(await authority.certify(one.publicKey, "Evidence", "crl"));
    expect([found.OCSPs.length, found.CRLs.length, found.warnings]).toEqual([1, 1, []]);
  });

  test("contains no revocation data of a self-signed certificate", async () => {
    const found = await gather();
    expect(names(found.Certs)).toEqual([`CN=Governance Audit Service ${one.id}`, "CN=Authority", "CN=Root"]);
    expect([found.OCSPs.length, found.CRLs.length, found.warnings]).toEqual([1, 0, []]);
  });

  test.each<[string, () => Promise<string>, string]>([
    [
      "the certificate names no source",
      () => authority.certify(one.publicKey, "A", "none"),
      "neither an OCSP responder nor a CRL",
    ],
    ["the issuer is unknown", () => certify("B", one.publicKey, "Elsewhere", two.privateKey), "issuer's certificate"],
    ["the responder reports a revocation", () => revoked("ocsp"), "does not report the status good"],
    ["the CRL lists the certificate", () => revoked("crl"), "the certificate was revoked"],
  ])("is incomplete, which is logged, if %s", async (_why, certificate, detail) => {
    const found = await gather(await certificate());
    expect([found.OCSPs.length, found.CRLs.length]).toEqual([1, 0]);
    expect(found.warnings).toEqual([expect.stringContaining(detail)]);
  });

  async function revoked(source: "ocsp" | "crl"): Promise<string> {
    const certificate = await authority.certify(one.publicKey, `Revoked ${source}`, source);
    authority.revoke(certificate);
    return certificate;
  }

  test("includes only the signer's data if the authority does not respond", async () => {
    authority.answerWith(async () => ({ status: 503, body: Buffer.alloc(0) }));
    const found = await gather(await authority.certify(one.publicKey, "Evidence"));
    expect(names(found.Certs)).toEqual(["CN=Evidence", "CN=Root"]);
    expect(found.warnings).toEqual(["the timestamp authority returned HTTP 503"]);
  });

  test("is not gathered without an authority", async () => {
    startWith(directory, { EVIDENCE_KEY: one.pem, TSA_URL: "" });
    expect(await gatherValidationData(await currentEvidenceSigner())).toBeUndefined();
  });
});
