import { PDF } from "@libpdf/core";
import type { SampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import type { SampleSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { rsaPublicKeyOf, selfSignedCertificate } from "@/lib/platform/signing/rsa";
import { signPdf } from "@/lib/platform/signing/sign-pdf";
import type { Timestamper } from "@/lib/platform/signing/timestamp";
import { gatherValidationData } from "@/lib/platform/signing/validation-data";

interface SamplePdfOptions {
  /** The attached evidence; the bundle by default, null for none. */
  evidence?: Uint8Array | null;
  attachmentName?: string;
  key?: SampleSealKey;
  packageId?: string;
  /** Creates a report without evidence. */
  reportId?: string;
  text?: string;
  title?: string;
  /** The signer's certificate and its issuers, in DER; self-signed by default. */
  certificates?: Buffer[];
  timestamp?: Timestamper | undefined;
  /** Includes validation data from the authority of TSA_URL. */
  isLongTerm?: boolean;
}

/** Creates a two-page PDF package or report, signed as the service signs. */
export async function samplePdf(
  { bytes, bundle, sealKey }: Pick<SampleBundle, "bytes" | "bundle" | "sealKey">,
  options: SamplePdfOptions = {},
): Promise<Buffer> {
  const {
    reportId,
    evidence = reportId ? null : bytes,
    attachmentName = "evidence.json",
    key = sealKey,
    text = "Evidence package",
  } = options;
  const document = PDF.create();
  for (const content of [text, "Appendix"]) document.addPage().drawText(content, { x: 50, y: 700 });
  if (options.title) document.setTitle(options.title);
  const publicKey = rsaPublicKeyOf(key.publicKey);
  const name = "Sample evidence seal";
  const own = async () => [await selfSignedCertificate(key.privateKey, publicKey, name)];
  const [certificate, ...chain] = options.certificates ?? (await own());
  if (!certificate) throw new Error("no certificate");
  const signer = { ...publicKey, ...{ certificate, chain, name, signDigest: key.signDigest } };
  const signed = await signPdf(await document.save(), signer, {
    ...(reportId ? { reportId } : { packageId: options.packageId ?? bundle.evidence.package.id }),
    signedAt: "2026-02-01T08:00:05.000Z",
    reason: "Seal of the evidence package",
    timestamp: options.timestamp,
    ...(options.isLongTerm && { validation: await gatherValidationData(signer) }),
    ...(evidence && {
      attachment: { name: attachmentName, description: "Evidence", mimeType: "application/json", bytes: evidence },
    }),
  });
  return Buffer.from(signed.bytes);
}
