import { checkIds, checkTitles } from "@/lib/domains/evidence/verification/report";
import type { FileKind, StepId } from "./checking/protocol";

export interface Step {
  /** What is so where it passes. */
  title: string;
  /** What is done and why, for somebody who audits and does not program. */
  about: string;
  /** What a headline says where it fails, after "Not authentic:". */
  failure: string;
}

export const steps: Readonly<Record<StepId, Step>> = {
  read: {
    title: "The file was read and hashed",
    about:
      "A SHA-256 hash is the fingerprint of a file's bytes: change one byte and it is another. It is computed here, in your browser.",
    failure: "the file could not be read",
  },
  expected: {
    title: "It has the hash that you were given",
    about:
      "You entered a hash that reached you another way than the file. Where both agree, nobody exchanged the file on its way, whoever it was.",
    failure: "it is not the file whose hash you were given",
  },
  record: {
    title: "The service issued a package with this hash",
    about:
      "The service keeps the hash of every package that it ever issued. It is asked for this one, and compares its own copy while it keeps one.",
    failure: "the service issued no package with this hash",
  },
  signature: {
    title: "The package signature is the service's",
    about:
      "A package is signed as a whole, with RSA and a key of 4096 bits. Your browser checks the signature against the key that the service publishes.",
    failure: "the signature is not the service's over this file",
  },
  attachment: {
    title: "The evidence is attached to the PDF",
    about: "A PDF package carries all that it speaks of as an attached file. It is taken out here and checked below.",
    failure: "the PDF carries no evidence",
  },
  form: {
    title: checkTitles.form,
    about:
      "Every part that evidence must have is there, nothing else is, and all of it stands in the one canonical way of writing it (RFC 8785).",
    failure: "the file has not the form of an evidence package",
  },
  seal: {
    title: checkTitles.seal,
    about:
      "Inside the file the evidence is signed once more, with a published key of the service. Who changes anything in it breaks this seal.",
    failure: "the seal does not fit the evidence",
  },
  content: {
    title: checkTitles.content,
    about:
      "Who acted, what was recorded and with which tags is hashed again, and compared with the hash in the event's header.",
    failure: "the content of events was altered",
  },
  headers: {
    title: checkTitles.headers,
    about:
      "Time, type, severity, model and links of each event are hashed again, and compared with the hash of the event.",
    failure: "the headers of events were altered",
  },
  order: {
    title: checkTitles.order,
    about:
      "Positions in the chain rise, every event is of the model and the period that the package is about, and none stands there twice.",
    failure: "the events are not in their order",
  },
  thread: {
    title: checkTitles.thread,
    about:
      "Each event names the one before it of the same model by its hash. The thread from the first to the last has no gap.",
    failure: "events of the model were left out",
  },
  checkpoint: {
    title: checkTitles.checkpoint,
    about:
      "Every minute the service signs the state of its chain, with a key apart from that of packages. Such a statement is in the package.",
    failure: "the state of the audit chain was not signed by the service",
  },
  membership: {
    title: checkTitles.membership,
    about:
      "From the events and the hashes of the proof the root of the chain's tree is computed, and compared with the root that was signed (RFC 6962).",
    failure: "events do not lie in the signed chain",
  },
  summary: {
    title: checkTitles.summary,
    about:
      "Counts, statistics and what is said of each requirement of the framework are made again from the events, and compared.",
    failure: "the figures do not follow from the events",
  },
  verdict: {
    title: checkTitles.verdict,
    about:
      "While it made the package, the service verified the chain that it has stored, and wrote into the package what it found.",
    failure: "the audit chain was not found intact when the package was made",
  },
  anchor: {
    title: checkTitles.anchor,
    about:
      "A receipt says which hash stands at which position of the chain. It was handed out when the event was recorded; a chain that was written anew differs.",
    failure: "your receipt does not fit it",
  },
};

/** What is checked of the file as a whole. */
export function packageSteps(withHash: boolean): StepId[] {
  return withHash ? ["read", "expected", "record", "signature"] : ["read", "record", "signature"];
}

/** What is checked of the evidence in it: in a file that is neither PDF nor JSON, nothing. */
export function evidenceSteps(kind: FileKind, withReceipt: boolean): StepId[] {
  if (kind === "other") return [];
  const checks = checkIds.filter((id) => id !== "anchor" || withReceipt);
  return kind === "pdf" ? ["attachment", ...checks] : checks;
}
