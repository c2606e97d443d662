import {
  base64Of,
  bytesOfHex,
  concatBytes,
  hexOf,
  type Sha256,
  sameBytes,
} from "@/lib/domains/evidence/verification/bytes";
import type { AuthorityCertificate } from "@/lib/domains/evidence/verification/certificate-chain";
import { type CmsSignature, readCmsSignature } from "@/lib/domains/evidence/verification/cms-signature";
import { firstOf } from "@/lib/domains/evidence/verification/der";
import { Keyring, type PinnedKeys } from "@/lib/domains/evidence/verification/keyring";
import { bitsOf, canVerifyRsa, isRsaSignature, withoutRsa } from "@/lib/domains/evidence/verification/public-keys";
import { type Check, Finder, type UsedKey } from "@/lib/domains/evidence/verification/report";
import { checkTimestamp } from "@/lib/domains/evidence/verification/timestamp";

/** The embedded signature of a PDF, as found in its bytes. */
interface EmbeddedSignature {
  /** Entries of the signature dictionary that bind the parts of the package; absent in packages of earlier versions. */
  bound: {
    packageId?: string;
    reportId?: string;
    evidence?: string;
    report?: string;
    reportBytes?: number;
    chain?: string;
    timestamp?: string;
  };
  /** Whether the signature permits no changes (DocMDP, level 1). */
  isCertified: boolean;
  cms: CmsSignature;
}

/** The statements of the evidence that are compared with the PDF. */
interface StatedBy {
  package: { id: string };
  keys: { seal: { id: string } };
}

/** `id`: null in reports of earlier versions. */
export interface SignedReport {
  id: string | null;
  key: UsedKey;
}

interface CheckedDocument {
  check: Check;
  /** Whether the file has a signature, valid or not. */
  isSigned: boolean;
  /** Absent if the signature has no timestamp. */
  timestamp?: Awaited<ReturnType<typeof checkTimestamp>>;
  /** The report that the signature states, if the file is not a package. */
  report?: SignedReport;
  /** Checks that evidence belongs to this document. */
  checkAttachment(
    evidence: Uint8Array,
    report: { isRewritten?: true; facts?: StatedBy; sealKey?: { id: string } },
  ): Check;
}

/**
 * Checks the signature of a PDF package from its bytes: it must cover every byte except the signature itself, so that no page
 * or attachment was changed and nothing was appended. `evidence` is the attached file, to name the altered part.
 */
export async function checkDocument(
  pdf: Uint8Array,
  evidence: Uint8Array | undefined,
  { pinned, authorities = [], sha256 }: { pinned: PinnedKeys; authorities?: AuthorityCertificate[]; sha256: Sha256 },
): Promise<CheckedDocument> {
  const finder = new Finder("document");
  const name = (bytes: Uint8Array) => `sha256:${hexOf(sha256(bytes))}`;
  const range = rangeOf(pdf);
  const problem = range ? rangeProblem(pdf, range) : "The PDF has no signature of this service, or it was truncated.";
  const embedded = range && !problem ? readEmbedded(pdf, range, sha256) : undefined;
  const checkAttachment: CheckedDocument["checkAttachment"] = (
    attached,
    { isRewritten, facts, sealKey = facts?.keys.seal },
  ) => {
    const found = new Finder("attachment");
    const { bound = {}, cms } = embedded ?? {};
    if (isRewritten) found.fail("The attached evidence is not in canonical form: it was replaced.");
    if (bound.evidence && name(attached) !== bound.evidence)
      found.fail("The attached evidence is not the one that was signed with the PDF: it was replaced or changed.");
    if (facts && bound.packageId && facts.package.id !== bound.packageId)
      found.fail(
        `The attached evidence belongs to package ${facts.package.id}, but the PDF belongs to package ${bound.packageId}.`,
      );
    if (sealKey && cms && sealKey.id !== cms.key.id)
      found.fail(`The evidence is sealed with the key ${sealKey.id}, but the PDF is signed with ${cms.key.id}.`);
    if (found.hasFailed) found.brief = "the attached evidence does not belong to this PDF";
    if (!cms)
      return found.concludeUnchecked("Without a readable PDF signature, the evidence cannot be compared with the PDF.");
    return found.conclude(
      `Evidence (${attached.length.toLocaleString("en")} bytes) and PDF have the same key${bound.packageId ? ", package ID and hashes" : ""}.`,
    );
  };
  const { token, signature } = embedded?.cms ?? {};
  const timestamp = token && signature && (await checkTimestamp(token, signature, authorities));
  const isSigned = range !== undefined;
  const done = (check: Check): CheckedDocument => ({
    check,
    isSigned,
    ...(timestamp && { timestamp }),
    checkAttachment,
  });
  if (!range || !embedded) {
    finder.brief = range ? "the PDF was altered after it was signed" : "the PDF is not signed";
    finder.fail(problem ?? "The PDF signature does not have the format that the service uses: it was changed.");
    return done(finder.conclude(""));
  }
  const { bound, cms, isCertified } = embedded;
  if (bound.report && !isCertified) {
    finder.brief = "the PDF is not certified";
    finder.fail("The PDF signature does not certify the file: it permits changes.");
  }
  const before = pdf.subarray(0, range.contents);
  const digest = sha256(concatBytes(before, pdf.subarray(range.rest)));
  if (!sameBytes(digest, cms.contentDigest)) {
    const { brief, sentence } = alteredPart();
    finder.brief = brief;
    finder.fail(sentence);
  }
  if ((bound.timestamp === undefined) !== (cms.token === undefined)) {
    finder.brief ??= "the timestamp of the PDF signature was removed or added";
    finder.fail(
      cms.token
        ? "The PDF signature has a timestamp, but was signed without one."
        : "The PDF was signed with a timestamp, which was removed from the signature.",
    );
  }
  const found = new Keyring(pinned, []).find("rsa", cms.key.id, cms.key);
  const isReport = bound.report !== undefined && bound.packageId === undefined && bound.evidence === undefined;
  const report = isReport && { report: { id: bound.reportId ?? null, key: found.used } };
  if (!canVerifyRsa()) return done(finder.concludeUnchecked(withoutRsa));
  finder.isSignerUnknown = found.used.origin === "unknown";
  if (!(await isRsaSignature("key" in found ? found.key : cms.key, cms.signedAttributes, base64Of(cms.signature)))) {
    finder.brief ??= "the PDF signature was altered";
    finder.fail(`The PDF signature is not valid for the key ${cms.key.id}: it was changed.`);
  }
  const checked = done(
    finder.conclude(
      `The ${bitsOf(cms.key)}-bit RSA signature in the PDF (PAdES) is valid and covers ${(range.contents + range.length).toLocaleString("en")} of ${pdf.length.toLocaleString("en")} bytes: all except the signature itself.${"note" in found ? found.note : ""}`,
    ),
  );
  return { ...checked, ...report };

  /** By the hashes in the signature dictionary, which a forger may also change: the name is help, not proof. */
  function alteredPart(): { brief: string; sentence: string } {
    const { report, reportBytes = 0, evidence: bundle } = bound;
    const changed = (part: string) => ({
      brief: `${part} altered`,
      sentence: `The PDF was changed after it was signed: ${part} altered.`,
    });
    if (report && name(pdf.subarray(0, reportBytes)) !== report) return changed("the pages of the PDF were");
    if (bundle && (!evidence || name(evidence) !== bundle)) return changed("the attached evidence was");
    return changed(report ? "the structure or signature of the PDF was" : "the PDF was");
  }
}

/** The signed range: from 0 to `contents`, and `length` bytes from `rest`. */
interface Range {
  contents: number;
  rest: number;
  length: number;
  /** Where the range is written. */
  at: number;
}

const rangeBegin = "/ByteRange [";
const dictionaryBytes = 4096;
const decoder = new TextDecoder("latin1");

/** The signature is the last one in the file. */
function rangeOf(pdf: Uint8Array): Range | undefined {
  const first = rangeBegin.charCodeAt(0);
  for (let at = pdf.lastIndexOf(first); at >= 0; at = at === 0 ? -1 : pdf.lastIndexOf(first, at - 1)) {
    const text = decoder.decode(pdf.subarray(at, at + rangeBegin.length + 60));
    const found = /^\/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10}) *\]/.exec(text);
    if (found) return { at, contents: Number(found[1]), rest: Number(found[2]), length: Number(found[3]) };
  }
  return undefined;
}

function rangeProblem(pdf: Uint8Array, { contents, rest, length, at }: Range): string | undefined {
  const more = pdf.length - rest - length;
  if (more > 0)
    return `${more.toLocaleString("en")} bytes were appended after the PDF was signed, so the signature does not cover them.`;
  if (more < 0) return "The end of the PDF is missing: the signature covers more bytes than the file has.";
  const isGap = pdf[contents] === 0x3c && pdf[rest - 1] === 0x3e && at < contents && contents < rest;
  if (!isGap) return "The signed range of the PDF was changed: it does not cover everything but the signature.";
  return undefined;
}

function readEmbedded(pdf: Uint8Array, { contents, rest, at }: Range, sha256: Sha256): EmbeddedSignature | undefined {
  const der = bytesOfHex(decoder.decode(pdf.subarray(contents + 1, rest - 1)));
  if (!der) return undefined;
  try {
    const { whole } = firstOf(der);
    // A signature that is shorter than the reserved space is followed by zeros.
    if (der.subarray(whole.length).some((byte) => byte !== 0)) return undefined;
    const cms = readCmsSignature(whole, sha256);
    const text = decoder.decode(pdf.subarray(Math.max(0, at - dictionaryBytes), at));
    const dictionary = text.slice(text.lastIndexOf("/Filter /Adobe.PPKLite"));
    const bound = boundOf(dictionary);
    const chain = cms.chain.length > 0 ? `sha256:${hexOf(sha256(cms.chain))}` : undefined;
    if (bound.report && bound.chain !== chain) return undefined;
    return { bound, cms, isCertified: /\/TransformMethod \/DocMDP\b/.test(dictionary) && /\/P 1\b/.test(dictionary) };
  } catch {
    return undefined;
  }
}

/** The entries of the signature dictionary, which starts with its type and filter. */
function boundOf(dictionary: string): EmbeddedSignature["bound"] {
  const entry = (name: string) => new RegExp(`/GAS_${name} \\(?([\\w:]+)`).exec(dictionary)?.[1];
  const names = ["Package", "ReportId", "Evidence", "Report", "ReportBytes", "Chain", "Timestamp"];
  const [packageId, reportId, evidence, report, bytes, chain, timestamp] = names.map(entry);
  return {
    ...(packageId && { packageId }),
    ...(reportId && { reportId }),
    ...(evidence && { evidence }),
    ...(report && { report, reportBytes: Number(bytes) }),
    ...(chain && { chain }),
    ...(timestamp && { timestamp }),
  };
}
