import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { render } from "@/lib/domains/evidence/generation/render";
import { decided, packageFiles, type SignedFacts, type StepInput } from "@/lib/domains/evidence/generation/work";
import { saveWork } from "@/lib/domains/evidence/generation-store";
import type { PackageKey } from "@/lib/domains/evidence/store";
import { readCertificates } from "@/lib/domains/evidence/verification/certificate-chain";
import { checkTimestamp } from "@/lib/domains/evidence/verification/timestamp";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { jcs } from "@/lib/platform/crypto/jcs";
import { withTemporaryDirectory } from "@/lib/platform/documents/temporary-directory";
import { currentEvidenceSigner, type EvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import type { SignPdfOptions } from "@/lib/platform/signing/sign-pdf";
import { signatureTimestamper, type Timestamper, trustedAuthorities } from "@/lib/platform/signing/timestamp";
import { gatherValidationData, type ValidationData } from "@/lib/platform/signing/validation-data";
import { FileMissing, storage } from "@/lib/platform/storage";

/** Progress of the step after the drafts are fetched, the bundle is sealed and the file is finished. */
const fetched = 0.1;
const sealed = 0.4;
const finished = 0.8;

/**
 * Seals the bundle, attaches it to the document, signs that and the file, and stores a draft. The signing time is saved
 * first, so a repeat gives the same bytes.
 */
export async function sign(input: StepInput): Promise<SignedFacts> {
  const signer = await currentEvidenceSigner();
  const { keyId } = decided(input.work, "collect");
  const { signerId = keyId } = decided(input.work, "render");
  // The document names another key: the key was replaced, or a process with the previous key rendered the document.
  if (signer.id !== keyId || signer.id !== signerId) return await signRendered(await renderFor(input, signer), signer);
  try {
    return await signRendered(input, signer);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    return await signRendered(await renderFor(input, signer), signer);
  }
}

/** Renders again, for this key. */
async function renderFor(input: StepInput, { id }: EvidenceSigner): Promise<StepInput> {
  const collect = { ...decided(input.work, "collect"), keyId: id };
  const renewed = { ...input, work: { ...input.work, collect }, onProgress: () => input.onProgress(0) };
  await render(renewed);
  return { ...renewed, onProgress: input.onProgress };
}

async function signRendered({ key, generation, work, clock, onProgress }: StepInput, signer: EvidenceSigner) {
  const { format } = generation;
  const { checkpoint } = decided(work, "collect");
  const signedAt = String(await saveWork(key, "signedAt", isoMilliseconds(clock.now())));
  const files = packageFiles(key, format);
  return await withTemporaryDirectory(async (directory): Promise<SignedFacts> => {
    const [evidence, bundle] = [join(directory, "evidence.json"), join(directory, "bundle.json")];
    await storage().fetchFile(files.evidenceDraft, evidence);
    onProgress(fetched);
    await sealBundle(evidence, bundle, { headHash: checkpoint?.headHash ?? null, signer });
    onProgress(sealed);
    let file = bundle;
    let pages: number | null = null;
    let timestampedAt: string | null = null;
    if (format === "PDF") {
      const report = join(directory, "report.pdf");
      await storage().fetchFile(files.reportDraft, report);
      file = join(directory, "package.pdf");
      const timestamp = savedTimestamper(key);
      const validation = await savedValidation(key, signer);
      const about = { packageId: key.packageId, signedAt, timestamp, validation };
      ({ pages, timestampedAt } = await signReport({ report, bundle, file }, signer, about));
    }
    onProgress(finished);
    const digest = await digestOf(file);
    const signature = await signer.signDigest(digest);
    await storage().putFile(files.packageDraft, file);
    return {
      packageHash: `sha256:${digest.toString("hex")}`,
      packageSignature: signature.toString("base64"),
      keyId: signer.id,
      signedBy: signer.name,
      pages,
      timestampedAt,
      sizeBytes: (await stat(file)).size,
    };
  });
}

/** Saves the authority's response first, so that a repeat gives the same bytes unless the key was replaced. */
function savedTimestamper(key: PackageKey): Timestamper | undefined {
  const request = verifiableTimestamper();
  if (!request) return undefined;
  return async (signature) => {
    const received = await request(signature);
    const of = createHash("sha256").update(signature).digest("hex");
    const mine = { of, token: received?.token.toString("base64"), time: received?.time };
    const saved = (await saveWork(key, "timestamp", mine)) as { of: string; token?: string; time?: string };
    if (saved.of !== of) return received;
    return saved.token && saved.time
      ? { token: Buffer.from(saved.token, "base64"), time: new Date(saved.time) }
      : undefined;
  };
}

/** Saved first, like the timestamp. */
async function savedValidation(key: PackageKey, signer: EvidenceSigner): Promise<ValidationData | undefined> {
  const gathered = await gatherValidationData(signer);
  const saved = (await saveWork(key, "validation", gathered)) as ValidationData | undefined;
  return saved?.Certs[0] === gathered?.Certs[0] ? saved : gathered;
}

/** Attaches the bundle to the document, and signs the document. */
async function signReport(
  { report, bundle, file }: { report: string; bundle: string; file: string },
  signer: EvidenceSigner,
  about: Pick<SignPdfOptions, "packageId" | "signedAt" | "timestamp" | "validation">,
): Promise<{ pages: number; timestampedAt: string | null }> {
  const { signPdf } = await import("@/lib/platform/signing/sign-pdf");
  const { bytes, pages, timestampedAt } = await signPdf(await readFile(report), signer, {
    ...about,
    reason: "Seal of the evidence package",
    attachment: {
      name: "evidence.json",
      description: "The sealed evidence, including every event, from which this document was generated",
      mimeType: "application/json",
      bytes: await readFile(bundle),
    },
  });
  await writeFile(file, bytes);
  return { pages, timestampedAt: timestampedAt && isoMilliseconds(timestampedAt.getTime()) };
}

async function digestOf(file: string): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest();
}

/**
 * Writes `{"evidence":…,"headHash":…,"seal":{…}}`, canonical (RFC 8785), in constant memory. The seal is RSASSA-
 * PKCS1-v1_5 with SHA-256 over the bytes of the evidence.
 */
export async function sealBundle(
  evidencePath: string,
  bundlePath: string,
  { headHash, signer }: { headHash: string | null; signer: Pick<EvidenceSigner, "id" | "signDigest"> },
): Promise<void> {
  await pipeline(async function* () {
    yield '{"evidence":';
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(evidencePath, { highWaterMark: chunkBytes })) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    const signature = (await signer.signDigest(hash.digest())).toString("base64");
    const seal = { algorithm: "RSASSA-PKCS1-v1_5-SHA256", keyId: signer.id, signature };
    yield `,"headHash":${jcs(headHash)},"seal":${jcs(seal)}}`;
  }, createWriteStream(bundlePath));
}

const chunkBytes = 256 * 1024;

/** Timestamps signatures of PDFs; a token that the verifiers of packages reject counts as a failed attempt. */
export function verifiableTimestamper(): Timestamper | undefined {
  return signatureTimestamper(async (token, signature) => {
    const trusted = trustedAuthorities().flatMap((certificate) => readCertificates(certificate.toString()));
    const { check, facts } = await checkTimestamp(token, signature, trusted);
    return facts && check.status === (trusted.length > 0 ? "ok" : "not_checked") ? undefined : check.detail;
  });
}
