import { type Checkpoint, noteText, signedText } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import type { Evidence, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import { type Keyring, originNote } from "@/lib/domains/evidence/verification/keyring";
import type { OpenBundle, ReadEvent } from "@/lib/domains/evidence/verification/open-bundle";
import {
  bitsOf,
  canVerifyRsa,
  isEd25519Signature,
  isRsaSignature,
} from "@/lib/domains/evidence/verification/public-keys";
import { type Check, counted, Finder } from "@/lib/domains/evidence/verification/report";
import { noteTypes, parseSignatureLine, parseVkey, readCosignature } from "@/lib/platform/signing/signed-note";

/** Whether the seal is a signature of the very bytes of the evidence. */
export async function checkSeal({ seal, evidenceBytes }: OpenBundle, keyring: Keyring): Promise<Check> {
  const finder = new Finder("seal");
  const found = keyring.find("rsa", seal.keyId);
  if ("problem" in found) {
    finder.fail(`The seal cannot be verified. ${found.problem}`);
    return finder.conclude("");
  }
  if (!canVerifyRsa()) {
    return finder.concludeUnchecked(
      "This page was not loaded over HTTPS, and browsers verify no RSA signatures for such a page. Open it over HTTPS, or use the command line.",
    );
  }
  const { key, used } = found;
  const isSealed = await isRsaSignature(key, evidenceBytes, seal.signature);
  if (!isSealed) finder.fail(`The seal is no signature of this evidence by the key ${key.id}: something was changed.`);
  return finder.conclude(
    `An RSA signature of ${bitsOf(key)} bits over all of the evidence verifies.${originNote(used)}`,
  );
}

/** Members that the signature of a checkpoint is over, beside the schema. */
const membersSigned = 7;

/** Whether the state of the chain that the package names was signed, and is of this organisation and these events. */
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
    if (bundle.headHash !== (checkpoint?.headHash ?? null)) {
      finder.fail("The headHash of the package is not that of its checkpoint.");
    }
    const isWanted = bundle.evidence.package.includeChainProof;
    if (!isWanted && (checkpoint || membership || bundle.evidence.chain.thread)) {
      finder.fail("The package says that it was asked for without proofs, and has some.");
    }
    if ((withoutProof === null) !== (checkpoint !== null && membership !== null)) {
      finder.fail("What the package says about the absence of proofs does not fit what it has.");
    }
    if (!checkpoint && bundle.evidence.chain.attestations)
      finder.fail("The package has cosignatures but no checkpoint.");
    if (!checkpoint) return finder.concludeUnchecked(`There is no checkpoint. ${withoutProof ?? ""}`.trim());
    return this.finishSigned(checkpoint);
  }

  private finishSigned(checkpoint: Checkpoint): Check {
    const { finder, last } = this;
    const { organisation } = this.bundle.evidence.package;
    if (checkpoint.organisationId !== organisation.id) {
      finder.fail(`The checkpoint is of the organisation ${checkpoint.organisationId}, not of ${organisation.id}.`);
    }
    if (Object.keys(checkpoint).length > membersSigned + 1) {
      finder.fail("The checkpoint has members that its signature does not cover.");
    }
    const found = this.keyring.find("ed25519", checkpoint.keyId);
    if ("problem" in found) finder.fail(`The checkpoint's signature cannot be verified. ${found.problem}`);
    else if (!isEd25519Signature(found.key, signedText(checkpoint), checkpoint.signature)) {
      finder.fail(`The checkpoint's signature is not one by the key ${found.key.id}: it was changed.`);
    }
    if (last && last.chainPosition > checkpoint.size) {
      finder.fail(`It stands behind the checkpoint, which is of ${counted(checkpoint.size, "event")}.`, last);
    }
    if (last && last.chainPosition === checkpoint.size && last.blockHash !== checkpoint.headHash) {
      finder.fail("It stands where the signed chain ends, and is not the event that was signed.", last);
    }
    const others = this.attested(checkpoint);
    return finder.conclude(
      `The chain of ${counted(checkpoint.size, "event")} was signed at ${checkpoint.issuedAt} (Ed25519).${originNote(found.used)}${others}`,
    );
  }

  /** Checks what witnesses have cosigned, and says it; also what this program leaves to others. */
  private attested(checkpoint: Checkpoint): string {
    const { cosignatures, quorum, timestamps } = this.bundle.evidence.chain.attestations ?? none;
    const pinned = this.keyring.witnesses();
    // Who gives the keys of witnesses relies on them: the file must not be able to say that none is needed.
    const required = pinned.length > 0 ? Math.max(1, Math.min(quorum, pinned.length)) : quorum;
    const [valid, others] = [new Set<string>(), new Set<string>()];
    for (const { witness, key, signature, cosignedAt } of cosignatures) {
      const problem = cosignatureProblem(checkpoint, { witness, key, signature, cosignedAt });
      if (problem !== undefined) this.finder.fail(problem);
      else if (pinned.length === 0 || pinned.includes(key)) valid.add(witness);
      else others.add(witness);
    }
    if (valid.size < required) {
      this.finder.fail(
        pinned.length > 0
          ? `Valid cosignatures by witnesses whose keys you provided: ${valid.size}. Required: ${required}.`
          : `Valid cosignatures by different witnesses: ${valid.size}. Required: ${required}.`,
      );
    }
    const names = [...valid].join(", ");
    const origin =
      pinned.length > 0
        ? ""
        : " The keys of witnesses came from the file itself: compare them with those that the witnesses publish.";
    const unknown =
      others.size === 0 ? "" : ` The cosignatures of other witnesses do not count: ${[...others].join(", ")}.`;
    const witnessed =
      valid.size === 0 ? "" : ` It was cosigned by ${counted(valid.size, "witness", "witnesses")}: ${names}.${origin}`;
    const stamped =
      timestamps.length === 0
        ? ""
        : " The file also has an RFC 3161 timestamp, which was not checked here: verify it with openssl ts -verify.";
    return `${witnessed}${unknown}${stamped}`;
  }
}

const none = { cosignatures: [], quorum: 0, timestamps: [] };

type Cosigned = NonNullable<OpenBundle["evidence"]["chain"]["attestations"]>["cosignatures"][number];

/** What is wrong with a cosignature; undefined where it is the witness's own on this checkpoint. */
function cosignatureProblem(
  checkpoint: Checkpoint,
  { witness, key, signature, cosignedAt }: Cosigned,
): string | undefined {
  try {
    const parsed = parseVkey(key);
    const seconds = readCosignature(parsed, noteText(checkpoint), parseSignatureLine(`\u2014 ${witness} ${signature}`));
    if (parsed.type !== noteTypes.cosignature || seconds === undefined) {
      return `The cosignature of ${witness} is not a valid signature of this checkpoint under its key.`;
    }
    if (new Date(seconds * 1000).toISOString() !== cosignedAt) {
      return `The time in the cosignature of ${witness} differs from the time in the package.`;
    }
    return undefined;
  } catch {
    return `The cosignature of ${witness}, or its key, cannot be read.`;
  }
}

/** Whether the verification of the stored chain, as the package reports it, passed, and was of these events. */
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
    const { status, verdicts, findings, findingsTotal, from, to } = verification;
    const isIntact = status === "ok";
    if (this.evidence.summary.chainIntact !== isIntact) {
      finder.fail("The summary says something else about the chain than its verification did.");
    }
    if (!isIntact) {
      finder.fail(
        `The package itself reports that the chain was not intact when it was made: ${counted(findingsTotal, "finding")} in the events from position ${from} to ${to}.`,
      );
      for (const { chainPosition, code, expected, actual } of findings) {
        finder.fail(`${code}: expected ${expected ?? "nothing"}, found ${actual ?? "nothing"}.`, {
          evidenceId: null,
          chainPosition,
        });
      }
      return finder.conclude("");
    }
    if (findingsTotal > 0 || findings.length > 0 || Object.values(verdicts).includes("failed")) {
      finder.fail("The verification is said to have passed, and has findings.");
    }
    const { first, last } = this;
    if (first && last && (first.chainPosition < from || last.chainPosition > to)) {
      finder.fail(`The positions from ${from} to ${to} were verified, and events of the package lie outside them.`);
    }
    return finder.conclude(
      `${counted(verification.eventsVerified, "stored event")} of all models, from position ${from} to ${to}, passed at ${verification.verifiedAt}. The service says so of itself.`,
    );
  }
}
