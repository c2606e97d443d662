import { type Checkpoint, noteText, signedText } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import type { Evidence, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import { checksSentence, integrityOf, integrityStatus } from "@/lib/domains/evidence/verification/integrity";
import type { Keyring } from "@/lib/domains/evidence/verification/keyring";
import type { OpenBundle, ReadEvent } from "@/lib/domains/evidence/verification/open-bundle";
import {
  bitsOf,
  canVerifyRsa,
  isEd25519Signature,
  isRsaSignature,
  withoutRsa,
} from "@/lib/domains/evidence/verification/public-keys";
import { type Check, counted, Finder } from "@/lib/domains/evidence/verification/report";
import { noteTypes, parseSignatureLine, parseVkey, readCosignature } from "@/lib/platform/signing/signed-note";

/** The seal must be a valid signature of the evidence bytes. */
export async function checkSeal(
  { seal, evidenceBytes }: Pick<OpenBundle, "seal" | "evidenceBytes">,
  keyring: Keyring,
): Promise<Check> {
  const finder = new Finder("seal");
  const found = keyring.find("rsa", seal.keyId);
  if ("problem" in found) {
    finder.fail(`The seal cannot be verified. ${found.problem}`);
    return finder.conclude("");
  }
  if (!canVerifyRsa()) {
    return finder.concludeUnchecked(withoutRsa);
  }
  const { key, note, used } = found;
  finder.isSignerUnknown = used.origin === "unknown";
  const isSealed = await isRsaSignature(key, evidenceBytes, seal.signature);
  if (!isSealed)
    finder.fail(
      `The seal is not a valid signature of this evidence with the key ${key.id}: the evidence or the seal was changed.`,
    );
  return finder.conclude(`The ${bitsOf(key)}-bit RSA signature over the complete evidence is valid.${note}`);
}

/** Members covered by the signature of a checkpoint, in addition to the schema. */
const membersSigned = 7;

/** The checkpoint must be signed and match the organisation and the events. */
export class CheckpointCheck {
  private readonly finder = new Finder("checkpoint");
  private last: EvidenceEvent | undefined;

  constructor(
    private readonly bundle: OpenBundle,
    private readonly keyring: Keyring,
  ) {}

  add({ event }: ReadEvent): void {
    this.last = event;
  }

  finish(): Check {
    const { finder, bundle } = this;
    const { checkpoint, membership, withoutProof } = bundle.evidence.chain;
    const isWanted = bundle.evidence.package.includeChainProof;
    if (!isWanted && (checkpoint || membership || bundle.evidence.chain.thread)) {
      finder.fail("The package states that it was requested without chain proof, but contains one.");
    }
    if ((withoutProof === null) !== (checkpoint !== null && membership !== null)) {
      finder.fail("The reason given for a missing proof contradicts the content of the package.");
    }
    if (!checkpoint && bundle.evidence.chain.attestations)
      finder.fail("The package has cosignatures, but no checkpoint.");
    finder.isUnwitnessed = !checkpoint && this.keyring.witnesses().length > 0;
    if (!checkpoint) return finder.concludeUnchecked(`The package has no checkpoint. ${withoutProof ?? ""}`.trim());
    return this.finishSigned(checkpoint);
  }

  private finishSigned(checkpoint: Checkpoint): Check {
    const { finder, last } = this;
    const { organisation } = this.bundle.evidence.package;
    if (checkpoint.organisationId !== organisation.id) {
      finder.fail(`The checkpoint belongs to organisation ${checkpoint.organisationId}, not ${organisation.id}.`);
    }
    if (Object.keys(checkpoint).length > membersSigned + 1) {
      finder.fail("The checkpoint has fields that are not covered by its signature.");
    }
    const found = this.keyring.find("ed25519", checkpoint.keyId);
    const note = "note" in found ? found.note : "";
    finder.isSignerUnknown = found.used.origin === "unknown";
    if ("problem" in found) finder.fail(`The checkpoint signature cannot be verified. ${found.problem}`);
    else if (!isEd25519Signature(found.key, signedText(checkpoint), checkpoint.signature)) {
      finder.fail(`The checkpoint signature is not valid for the key ${found.key.id}: the checkpoint was changed.`);
    }
    if (last && last.chainPosition > checkpoint.size) {
      finder.fail(`The event is after the checkpoint, which covers ${counted(checkpoint.size, "event")}.`, last);
    }
    if (last && last.chainPosition === checkpoint.size && last.blockHash !== checkpoint.headHash) {
      finder.fail("The event is at the end of the signed chain, but its hash differs from the signed hash.", last);
    }
    const others = this.attested(checkpoint);
    return finder.conclude(
      `The chain of ${counted(checkpoint.size, "event")} was signed at ${checkpoint.issuedAt} (Ed25519).${note}${others}`,
    );
  }

  /** Checks the cosignatures of witnesses and describes the result. */
  private attested(checkpoint: Checkpoint): string {
    const { cosignatures, quorum, timestamps } = this.bundle.evidence.chain.attestations ?? none;
    const pinned = this.keyring.witnesses();
    // If the verifier provides witness keys, the file must not be able to waive cosignatures.
    const required = pinned.length > 0 ? Math.max(1, Math.min(quorum, pinned.length)) : quorum;
    const [valid, others] = [new Set<string>(), new Set<string>()];
    for (const { witness, key, signature, cosignedAt } of cosignatures) {
      const problem = cosignatureProblem(checkpoint, { witness, key, signature, cosignedAt });
      if (problem !== undefined) this.finder.fail(problem);
      else if (pinned.length === 0 || pinned.includes(key)) valid.add(witness);
      else others.add(witness);
    }
    const isShort = valid.size < required;
    // The service may have changed its witnesses, so other keys than those of the package do not mean that it was altered.
    this.finder.isUnwitnessed = isShort && pinned.length > 0;
    if (isShort && pinned.length === 0)
      this.finder.fail(`Valid cosignatures by different witnesses: ${valid.size}. Required: ${required}.`);
    const names = [...valid].join(", ");
    const origin =
      pinned.length > 0
        ? ""
        : " The witness keys are taken from the file: compare them with the keys published by the witnesses.";
    const unknown =
      others.size === 0 ? "" : ` Cosignatures of other witnesses were not counted: ${[...others].join(", ")}.`;
    const witnessed =
      valid.size === 0
        ? ""
        : ` The checkpoint was cosigned by ${counted(valid.size, "witness", "witnesses")}: ${names}.${origin}`;
    const stamped =
      timestamps.length === 0
        ? ""
        : " The file also contains an RFC 3161 timestamp, which was not checked. Verify it with openssl ts -verify.";
    const short = this.finder.isUnwitnessed
      ? ` Not witnessed: the checkpoint has ${valid.size} of ${counted(required, "required cosignature")} by witnesses whose keys you provided.`
      : "";
    return `${short}${witnessed}${unknown}${stamped}`;
  }
}

const none = { cosignatures: [], quorum: 0, timestamps: [] };

type Cosigned = NonNullable<OpenBundle["evidence"]["chain"]["attestations"]>["cosignatures"][number];

function cosignatureProblem(
  checkpoint: Checkpoint,
  { witness, key, signature, cosignedAt }: Cosigned,
): string | undefined {
  try {
    const parsed = parseVkey(key);
    const seconds = readCosignature(parsed, noteText(checkpoint), parseSignatureLine(`\u2014 ${witness} ${signature}`));
    if (parsed.type !== noteTypes.cosignature || seconds === undefined) {
      return `The cosignature of ${witness} is not a valid signature of this checkpoint.`;
    }
    if (new Date(seconds * 1000).toISOString() !== cosignedAt) {
      return `The time in the cosignature of ${witness} differs from the time in the package.`;
    }
    return undefined;
  } catch {
    return `The cosignature of ${witness}, or its key, cannot be read.`;
  }
}

/** The recorded verification of the stored chain must have passed and must cover the events. */
export class VerdictCheck {
  private readonly finder = new Finder("verdict");
  private first: EvidenceEvent | undefined;
  private last: EvidenceEvent | undefined;

  constructor(private readonly evidence: Omit<Evidence, "events">) {}

  add({ event }: ReadEvent): void {
    this.first ??= event;
    this.last = event;
  }

  finish(): Check {
    const { finder } = this;
    const { verification } = this.evidence.chain;
    const { findings, findingsTotal, from, to } = verification;
    const result = integrityStatus(verification);
    if (!isSummarised(this.evidence.summary, verification)) {
      finder.fail("The summary contradicts the recorded chain verification.");
    }
    if (result === "NOT_INTACT") {
      finder.fail(
        `The chain was not intact when the package was generated: ${counted(findingsTotal, "finding")} in positions ${from} to ${to}.`,
      );
      for (const { chainPosition, code, expected, actual } of findings) {
        finder.fail(`${code}: expected ${expected ?? "nothing"}, found ${actual ?? "nothing"}.`, {
          evidenceId: null,
          chainPosition,
        });
      }
      return finder.conclude("");
    }
    if (findingsTotal > 0 || findings.length > 0) {
      finder.fail("The recorded verification is marked as passed, but has findings.");
    }
    const { first, last } = this;
    if (first && last && (first.chainPosition < from || last.chainPosition > to)) {
      finder.fail(`The verification covers positions ${from} to ${to}, but the package has events outside them.`);
    }
    if (result === "NOT_VERIFIED") return finder.concludeUnchecked(this.notVerifiedSentence());
    return finder.conclude(
      `The service reports that ${counted(verification.eventsVerified, "stored event")} of all models, from position ${from} to ${to}, passed verification at ${verification.verifiedAt}. ${checksSentence(verification)}`,
    );
  }

  private notVerifiedSentence(): string {
    const { chain, package: about, manifest } = this.evidence;
    const { firstRecordedAt } = manifest;
    return integrityOf({ verification: chain.verification, package: about, firstRecordedAt }).sentence;
  }
}

/** Whether the summary follows from the verification. Earlier versions called a chain intact that was not verified. */
function isSummarised({ chainIntact, integrity }: Evidence["summary"], verification: Verification): boolean {
  if (!integrity) return chainIntact === (verification.status === "ok");
  const result = integrityStatus(verification);
  return integrity.status === result && chainIntact === (result === "INTACT");
}

type Verification = Evidence["chain"]["verification"];
