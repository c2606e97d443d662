import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { Hasher, type Sha256 } from "@/lib/domains/evidence/verification/bytes";
import { type AuthorityCertificate, readCertificates } from "@/lib/domains/evidence/verification/certificate-chain";
import { AnchorCheck, MembershipCheck, ThreadCheck } from "@/lib/domains/evidence/verification/checks/completeness";
import { ContentCheck, HeadersCheck, OrderCheck } from "@/lib/domains/evidence/verification/checks/events";
import { CheckpointCheck, checkSeal, VerdictCheck } from "@/lib/domains/evidence/verification/checks/signatures";
import { SummaryCheck } from "@/lib/domains/evidence/verification/checks/summary";
import {
  type ExpectedHead,
  Keyring,
  type PinnedKeys,
  readExpectedHeads,
} from "@/lib/domains/evidence/verification/keyring";
import {
  Misshapen,
  NotABundle,
  NotCanonical,
  type OpenBundle,
  Outdated,
  openCanonical,
  openEnvelope,
  outdatedSentence,
  rewriteCanonically,
} from "@/lib/domains/evidence/verification/open-bundle";
import { type Jwk, readPublicKeys } from "@/lib/domains/evidence/verification/public-keys";
import {
  type BundleFacts,
  type BundleReport,
  type Check,
  checkIds,
  counted,
  Finder,
} from "@/lib/domains/evidence/verification/report";

export {
  type BundleFacts,
  type BundleReport,
  type Check,
  type CheckId,
  checkIds,
} from "@/lib/domains/evidence/verification/report";

export interface VerifyOptions {
  /**
   * Trusted keys: PEM, certificates, JWKs or JWK sets, or an Ed25519 key in base64. Keys of a kind that is not given
   * are taken from the file.
   */
  publicKeys?: readonly (string | Jwk)[];
  /** Origin of these keys in the report: provided by the verifier (default) or published by the service. */
  keysOrigin?: PinnedKeys["origin"];
  /** A saved receipt or checkpoint as JSON, a list of them, or `position:sha256:hash`. */
  expectHead?: string;
  /** Trusted certificates in PEM, of timestamp authorities or their issuers. Without them, authorities are not checked. */
  tsaCertificates?: readonly string[];
  /** Called for each completed check, in order. */
  onCheck?: (check: Check) => void;
  onProgress?: (events: { done: number; total: number }) => void;
  /** Replaces the JavaScript SHA-256 by a faster one. */
  sha256?: Sha256;
}

/**
 * Verifies a bundle from its bytes alone, without network, database or Node modules. Never throws because of its
 * content. Each event needs a few hundred bytes of memory.
 */
export async function verifyBundle(bytes: Uint8Array, options: VerifyOptions = {}): Promise<BundleReport> {
  let given: Given;
  try {
    given = readGiven(options);
  } catch (error) {
    return { status: "unusable", problem: error instanceof Error ? error.message : String(error), checks: [] };
  }
  const form = new Finder("form");
  try {
    return await verifyAnyForm(bytes, given, options, form);
  } catch (error) {
    if (error instanceof NotABundle) {
      form.fail(error.message);
      return withoutForm({ status: "unusable", problem: error.message }, form, options);
    }
    const reason =
      error instanceof NotCanonical ? new Misshapen(["The file has fields that are not part of the schema."]) : error;
    if (!(reason instanceof Misshapen || reason instanceof Outdated)) throw reason;
    return await verifySeal(bytes, given.pinned, reason, form, options);
  }
}

/**
 * For evidence of an unknown form: only a valid seal shows that a later version of the service wrote it. Without one, the
 * form is an alteration.
 */
async function verifySeal(
  bytes: Uint8Array,
  pinned: PinnedKeys,
  reason: Misshapen | Outdated,
  form: Finder,
  options: VerifyOptions,
): Promise<BundleReport> {
  const problems =
    reason instanceof Misshapen ? reason.problems : ["The file claims a later schema, but has no valid seal."];
  const envelope = envelopeOf(bytes, form);
  for (const ambiguity of envelope?.ambiguities ?? []) form.fail(ambiguity);
  if (!envelope) {
    for (const problem of problems) form.fail(problem);
    return withoutForm({ status: "tampered" }, form, options);
  }
  const keyring = new Keyring(pinned, envelope.keys);
  const seal = await checkSeal(envelope, keyring);
  if (seal.status === "failed") for (const problem of problems) form.fail(problem);
  if (form.hasFailed) return withoutForm({ status: "tampered" }, form, options, seal);
  const why = reason instanceof Outdated ? reason.message : `${outdatedSentence} ${problems[0] ?? ""}`.trim();
  const outcome = statusOf([seal]);
  if (outcome.status === "intact") Object.assign(outcome, { status: "outdated", problem: `${why} ${seal.detail}` });
  return {
    ...withoutForm(outcome, form, options, seal),
    sealKey: keyring.find("rsa", envelope.seal.keyId).used,
  };
}

function envelopeOf(bytes: Uint8Array, form: Finder): ReturnType<typeof openEnvelope> {
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (!(error instanceof NotABundle)) throw error;
    form.fail(error.message);
    return undefined;
  }
}

/** Throws an Error with a message for the user if a key or receipt cannot be read. */
export function readGiven(options: VerifyOptions): Given {
  const { publicKeys = [], keysOrigin = "given", expectHead, tsaCertificates = [] } = options;
  return {
    authorities: tsaCertificates.flatMap(readCertificates),
    pinned: { keys: publicKeys.flatMap(readPublicKeys), origin: keysOrigin },
    expected: expectHead === undefined ? [] : readExpectedHeads(expectHead),
  };
}

/** For a file that is not in canonical form, the values are still checked: it may only have been reformatted. */
async function verifyAnyForm(
  bytes: Uint8Array,
  given: Given,
  options: VerifyOptions,
  form: Finder,
): Promise<BundleReport> {
  try {
    return await verifyOpened(openCanonical(bytes), given, options, form);
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
  }
  const { rewritten, difference, ambiguities } = rewriteCanonically(bytes);
  for (const problem of ambiguities) form.fail(problem);
  const note = ` Another program rewrote the file: its bytes differ from canonical JSON, starting at byte ${difference + 1}. The other checks apply to its values.`;
  return await verifyOpened(openCanonical(rewritten), given, options, form, note);
}

interface Given {
  authorities: AuthorityCertificate[];
  pinned: PinnedKeys;
  expected: ExpectedHead[];
}

/** Events between two progress reports. */
const eventsBetween = 1_000;

async function verifyOpened(
  bundle: OpenBundle,
  { pinned, expected }: Given,
  options: VerifyOptions,
  form: Finder,
  rewrittenNote = "",
): Promise<BundleReport> {
  const { evidence } = bundle;
  if (bundle.headHash !== (evidence.chain.checkpoint?.headHash ?? null)) {
    form.brief = "`headHash` was altered";
    form.fail("`headHash` does not match the sealed checkpoint: it was changed.");
  }
  const keyring = new Keyring(pinned, evidence.keys);
  const hasher = new Hasher(options.sha256 ?? nobleSha256);
  const eventChecks = [
    new ContentCheck(hasher),
    new HeadersCheck(hasher),
    new OrderCheck(evidence),
    new ThreadCheck(evidence),
    new CheckpointCheck(bundle, keyring),
    new MembershipCheck(evidence.chain, hasher),
    new SummaryCheck(evidence),
    new VerdictCheck(evidence),
    new AnchorCheck(bundle, expected),
  ];
  let done = 0;
  for (const event of bundle.events()) {
    for (const check of eventChecks) check.add(event);
    done += 1;
    if (done % eventsBetween === 0) options.onProgress?.({ done, total: bundle.eventsTotal });
  }
  const checks: Check[] = [];
  const add = (check: Check) => {
    checks.push(check);
    options.onCheck?.(check);
  };
  const canonical = rewrittenNote ? "" : " in canonical JSON (RFC 8785)";
  add(form.conclude(`Schema ${evidence.schema}${canonical}, ${counted(done, "event")}.${rewrittenNote}`));
  add(await checkSeal(bundle, keyring));
  for (const check of eventChecks) add(check.finish());
  const outcome = statusOf(checks);
  if (outcome.status === "intact" && rewrittenNote) outcome.status = "content_intact";
  return { ...outcome, ...(rewrittenNote && { isRewritten: true }), checks, facts: factsOf(bundle, keyring) };
}

/** Without a verified seal, a bundle is never intact. */
function statusOf(checks: Check[]): Pick<BundleReport, "status" | "problem"> {
  if (checks.some(({ status }) => status === "failed")) return { status: "tampered" };
  const seal = checks.find(({ id }) => id === "seal");
  if (seal?.status === "ok" || seal?.isSignerUnknown) {
    if (checks.some(({ isSignerUnknown }) => isSignerUnknown)) return { status: "unknown_signer" };
    return { status: checks.some(({ isUnwitnessed }) => isUnwitnessed) ? "not_witnessed" : "intact" };
  }
  return { status: "unusable", problem: `The seal could not be verified here. ${seal?.detail ?? ""}`.trim() };
}

function withoutForm(
  outcome: Pick<BundleReport, "status" | "problem">,
  form: Finder,
  { onCheck }: VerifyOptions,
  seal?: Check,
): BundleReport {
  const isLater = outcome.status !== "tampered" && seal !== undefined;
  const why = isLater ? outdatedSentence : "The file is not a valid evidence package.";
  const checks = checkIds.map((id) => {
    if (id === "seal" && seal) return seal;
    return (id === "form" ? form : new Finder(id)).concludeUnchecked(why);
  });
  for (const check of checks) onCheck?.(check);
  return { ...outcome, checks };
}

function factsOf({ evidence, seal }: OpenBundle, keyring: Keyring): BundleFacts {
  const { chain, framework, generator, limits, manifest, summary } = evidence;
  const { id, name, shortName, edition, mappingVersion, coverage, countedAs } = framework;
  const { listed, withheld, outsidePeriod, erased = 0, chainSize } = manifest;
  const { checkpoint, thread } = chain;
  return {
    package: evidence.package,
    framework: { id, name, shortName, edition, mappingVersion },
    coverage: { ...coverage, countedAs },
    counts: { listed, withheld, outsidePeriod, erased },
    summary,
    chain: { checkpoint, thread, size: chainSize },
    generator,
    limits,
    keys: {
      seal: keyring.find("rsa", seal.keyId).used,
      checkpoint: checkpoint && keyring.find("ed25519", checkpoint.keyId).used,
      inFile: evidence.keys,
    },
  };
}
