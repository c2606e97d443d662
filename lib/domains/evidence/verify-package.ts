import { createHash } from "node:crypto";
import { findOldestPayload } from "@/lib/domains/audit-chain";
import {
  authenticSentence,
  checkPackage,
  failureSentences,
  failureStatuses,
} from "@/lib/domains/evidence/check-package";
import type { FrameworkId, PackageFormat } from "@/lib/domains/evidence/enums";
import { asIssued, type IssuedPackage, notIssued } from "@/lib/domains/evidence/packages";
import type {
  FailedCheck,
  PackageVerification,
  PublicPackageVerification,
  VerifyPackage,
} from "@/lib/domains/evidence/schemas";
import { findPackage, findPackageOfHash } from "@/lib/domains/evidence/store";
import { bundleOf, isPdf } from "@/lib/domains/evidence/verification/attached-evidence";
import { checkDocument } from "@/lib/domains/evidence/verification/document";
import { readTimeOf } from "@/lib/domains/evidence/verification/integrity";
import { openCanonical } from "@/lib/domains/evidence/verification/open-bundle";
import { readPublicKeys } from "@/lib/domains/evidence/verification/public-keys";
import { verifyFile } from "@/lib/domains/evidence/verification/verify-file";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { Semaphore } from "@/lib/platform/core/semaphore";
import { singleton } from "@/lib/platform/core/singleton";
import { listPublicKeys } from "@/lib/platform/signing/publish-keys";
import { storage } from "@/lib/platform/storage";
import { log } from "@/lib/platform/telemetry/log";

/**
 * Whether a package is unaltered. Describes what was signed, never the row. Throws `not_found`, and `conflict` if not
 * issued.
 */
export async function verifyPackage(
  ctx: Context,
  id: string,
  { packageHash, canonicalHash }: VerifyPackage,
): Promise<PackageVerification> {
  const stored = await findPackage(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("evidence package");
  const issued = asIssued(stored);
  if (!issued) throw notIssued(stored);
  const { facts, failed, fileChecked, contents } = await examinePackage(issued, ctx.clock);
  if (!facts) {
    const message = "The signed data of this package cannot be read from its file or from the audit chain.";
    throw new ServiceError("conflict", message);
  }
  const { framework, modelId, dateRange, generatedAt } = facts;
  const failedCheck = packageHash === issued.packageHash ? failed : "hash_mismatch";
  const isOther = failedCheck === "hash_mismatch" && failed === null;
  const isRewritten = isOther && canonicalHash === issued.packageHash;
  const isArchived = isOther && (await isArchive(issued, packageHash));
  const isContentIntact = isRewritten || isArchived;
  return {
    packageId: issued.id,
    authentic: failedCheck === null,
    status: isContentIntact ? "content_intact" : statusOf(failedCheck, contents),
    contentIntact: failedCheck === null || isContentIntact,
    message: isContentIntact
      ? otherBytesSentences[isArchived ? "archived" : "rewritten"]
      : messageOf({ failed: failedCheck, fileChecked, contents }),
    failedCheck,
    fileChecked,
    ...{ framework, modelId, dateRange, generatedAt },
    signedBy: issued.signedBy,
    keyId: issued.keyId,
    verifiedAt: isoMilliseconds(ctx.clock.now()),
  };
}

const otherBytesSentences = {
  rewritten: "The content is intact, but the bytes differ: your file is this package, saved again by another program.",
  archived:
    "The content is intact, but the bytes differ: your file is the copy to which the service added document timestamps.",
};

/** Whether the audit chain records that the service added document timestamps to the package, with this result. */
async function isArchive({ organisationId, id: packageId }: IssuedPackage, archiveHash: string): Promise<boolean> {
  const members = { kind: "EVIDENCE_TIMESTAMPED", packageId, archiveHash };
  return (await findOldestPayload(organisationId, "DATA_ACCESS", { by: "evidence", members })) !== undefined;
}

interface Examined {
  failed: FailedCheck | null;
  fileChecked: boolean;
  contents: Contents;
}

function statusOf(failed: FailedCheck | null, contents: Contents) {
  if (failed === null || failed === "pdf_signature_invalid") return contents;
  return failureStatuses[failed];
}

function messageOf({ failed, fileChecked, contents }: Examined): string {
  if (failed) return failureSentences[failed];
  return authenticSentence(fileChecked) + (contents === "outdated" ? laterSentence : "");
}

const laterSentence = " A later version of the service wrote the package, so its content was not read.";

/** How long the result of a check of a stored file is reused. */
const lookMs = 60_000;

/**
 * The public answer for a hash: whether this service issued the package. Describes what was signed or recorded on the
 * chain, never the row. Throws `not_found`.
 */
export async function verifyPublished(ctx: Pick<Context, "clock">, hash: string): Promise<PublicPackageVerification> {
  const issued = await findIssued(hash);
  if (!issued) throw unknownHash();
  const { facts, ...examined } = await examinePackage(issued, ctx.clock, lookMs);
  if (!facts) throw unknownHash();
  const { packageId, framework, format, generatedAt } = facts;
  const { failed, fileChecked, contents } = examined;
  return {
    packageId,
    reportId: null,
    authentic: failed === null,
    status: statusOf(failed, contents),
    ...{ framework, format, generatedAt },
    signedBy: issued.signedBy,
    keyId: issued.keyId,
    verifiedAt: isoMilliseconds(ctx.clock.now()),
    packageSignature: issued.packageSignature,
    fileChecked,
    message: messageOf(examined),
  };
}

/** Also accepts upper case, the digits without prefix as printed by `sha256sum`, and an encoded colon. */
async function findIssued(hash: string): Promise<IssuedPackage | undefined> {
  const digits = /^(?:sha256(?::|%3A))?([0-9a-f]{64})$/i.exec(hash)?.[1];
  const stored = digits === undefined ? null : await findPackageOfHash(`sha256:${digits.toLowerCase()}`);
  return stored ? asIssued(stored) : undefined;
}

function unknownHash(): ServiceError {
  return new ServiceError(
    "not_found",
    "This service has no package or report with this hash. The file was not issued by this service, or it was changed.",
  );
}

/** The verdict on what the signed file contains. `outdated`: it has the form of a later version. */
type Contents = "intact" | "unknown_signer" | "outdated" | "tampered";

/** The facts about a package that its signature or the chain protects. */
interface SignedFacts {
  packageId: string;
  packageHash: string;
  framework: FrameworkId;
  format: PackageFormat;
  modelId: string;
  dateRange: { from: string; to: string };
  /** Of a PDF, by its own signature and whether its evidence belongs to it; `intact` for JSON. */
  contents: Contents;
  /** When the package became READY, according to its event on the chain; without that event, when its events were read. */
  generatedAt: string;
}

/** Maximum packages whose facts are cached. The facts of a signed file never change. */
const rememberedMax = 1_000;
/** Files that a process reads concurrently, and callers that can wait. */
const [filesAtOnce, waitingMax] = [1, 100];
/** Larger files are described by the chain alone, so that a request cannot exhaust the memory. */
const fileBytesMax = 64 * 1024 * 1024;

/**
 * Checks a package and reads its facts from the signed bundle if file and signature verify, else from its event on the
 * chain; the time always from the event. Never from the row, which the owner of the database can edit.
 */
async function examinePackage(
  issued: IssuedPackage,
  clock: Clock,
  notOlderThanMs?: number,
): Promise<Examined & { facts: SignedFacts | undefined }> {
  const { failed, fileChecked } = await checkPackage(issued, clock, notOlderThanMs);
  const ofFile = failed === null && fileChecked ? await remembered(issued) : undefined;
  const isLater = ofFile === "outdated";
  const facts = ofFile && !isLater ? ofFile : await factsOnChain(issued.organisationId, issued.id);
  const contents = isLater ? "outdated" : (facts?.contents ?? "intact");
  const found = { facts, failed, fileChecked, contents };
  if (failed !== null || facts === undefined) return found;
  if (!isOfPackage(facts, issued)) return { ...found, failed: "hash_mismatch" };
  return facts.contents === "intact" ? found : { ...found, failed: "pdf_signature_invalid" };
}

type FactsOfFile = SignedFacts | "outdated" | undefined;

/** One reading of a file, shared by all callers. A reading that failed because of the storage is repeated. */
function remembered(issued: IssuedPackage): Promise<FactsOfFile> {
  const known = singleton("evidence-signed-facts", () => new Map<string, Promise<FactsOfFile>>());
  const { packageHash } = issued;
  const found = known.get(packageHash);
  if (found) return found;
  const facts = factsOfIntactFile(issued).catch((error: unknown) => {
    known.delete(packageHash);
    throw error;
  });
  known.set(packageHash, facts);
  for (const oldest of known.keys()) {
    if (known.size <= rememberedMax) break;
    known.delete(oldest);
  }
  return facts;
}

async function factsOfIntactFile(issued: IssuedPackage): Promise<FactsOfFile> {
  const ofFile = await factsOfFile(issued);
  if (!ofFile || ofFile === "outdated") return ofFile;
  const onChain = await factsOnChain(issued.organisationId, ofFile.packageId);
  return onChain?.packageHash === ofFile.packageHash ? { ...ofFile, generatedAt: onChain.generatedAt } : ofFile;
}

async function factsOfFile({ storageKey, sizeBytes, packageHash }: IssuedPackage): Promise<FactsOfFile> {
  if (storageKey === null || (sizeBytes ?? 0n) > fileBytesMax) return undefined;
  const semaphore = singleton("evidence-signed-facts-semaphore", () => new Semaphore(filesAtOnce, waitingMax));
  const taken = await semaphore.within(async () => {
    const bytes = new Uint8Array(await new Response(await storage().read(storageKey)).arrayBuffer());
    return readBundle(bytes, packageHash).catch(async (error: unknown) => {
      log().warn({ err: error, storageKey }, "the bundle in the file of an evidence package could not be read");
      const { status } = await verifyFile(bytes, { publicKeys: [listPublicKeys()] });
      return status === "outdated" ? status : undefined;
    });
  });
  if (!taken) throw new ServiceError("unavailable", "Too many packages are being read. Try again in a few seconds.");
  return taken.result;
}

async function readBundle(bytes: Uint8Array<ArrayBuffer>, packageHash: string): Promise<SignedFacts | undefined> {
  const bundle = await bundleOf(bytes);
  if (!bundle) return undefined;
  const { evidence, seal } = openCanonical(bundle);
  const { id: packageId, model, dateRange } = evidence.package;
  const format: PackageFormat = isPdf(bytes) ? "PDF" : "JSON";
  const stated = { package: { id: packageId }, keys: { seal: { id: seal.keyId } } };
  return {
    packageId,
    contents: format === "JSON" ? "intact" : await documentContents(bytes, bundle, stated),
    packageHash,
    framework: evidence.framework.id,
    format,
    modelId: model.id,
    dateRange,
    generatedAt: readTimeOf(evidence.package),
  };
}

async function documentContents(
  pdf: Uint8Array,
  evidence: Uint8Array,
  facts: { package: { id: string }; keys: { seal: { id: string } } },
): Promise<Contents> {
  const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest();
  const pinned = { keys: readPublicKeys({ ...listPublicKeys() }), origin: "published" } as const;
  const { check, timestamp, checkAttachment } = await checkDocument(pdf, evidence, { pinned, sha256 });
  const checks = [check, checkAttachment(evidence, { facts })];
  if (timestamp?.check.status === "failed" || checks.some(({ status }) => status === "failed")) return "tampered";
  return check.isSignerUnknown ? "unknown_signer" : "intact";
}

async function factsOnChain(organisationId: string, id: string): Promise<SignedFacts | undefined> {
  const members = { kind: "EVIDENCE_READY", packageId: id };
  const found = await findOldestPayload(organisationId, "DATA_ACCESS", { by: "evidence", members });
  if (!found) return undefined;
  const { packageId, packageHash, framework, format, modelId, dateRange } = found.payload as unknown as SignedFacts;
  const facts = { packageId, packageHash, framework, format, modelId, dateRange };
  return { ...facts, contents: "intact", generatedAt: found.timestamp };
}

/** Whether the signed or recorded data describes this package. An altered row can name another package's hash. */
function isOfPackage({ packageId, packageHash }: SignedFacts, issued: IssuedPackage): boolean {
  return packageId === issued.id && packageHash === issued.packageHash;
}
