import { checkTitles } from "@/lib/domains/evidence/verification/report";
import type { StepId } from "./checking/protocol";

interface Step {
  /** Names the check before a file is chosen. Absent for checks that only apply to some files. */
  name?: string;
  /** The statement that holds if the check passes. */
  title: string;
  /** Explanation for auditors. */
  about: string;
  /** Completes the headline "Not authentic: …". */
  failure: string;
}

export const steps: Readonly<Record<StepId, Step>> = {
  read: {
    name: "File hash",
    title: "The file was read and hashed",
    about:
      "A SHA-256 hash is the fingerprint of a file. Changing a single byte changes the hash. The hash is computed in your browser.",
    failure: "the file could not be read",
  },
  expected: {
    title: "The file matches the hash you entered",
    about:
      "You entered a hash that you received separately. If it matches, the file has not changed since that hash was computed.",
    failure: "the file does not match the hash you entered",
  },
  record: {
    name: "Service record",
    title: "The service issued a package with this hash",
    about:
      "The service keeps the hash of every package it has issued. If the service still stores the file, it also checks that copy.",
    failure: "the service did not issue a package with this hash",
  },
  signature: {
    name: "Package signature",
    title: "The package signature is valid",
    about:
      "The service signs the whole file with a 4096-bit RSA key. Your browser checks the signature with the published key.",
    failure: "the package signature is not valid for this file",
  },
  document: {
    title: checkTitles.document,
    about:
      "The PDF contains a signature (PAdES) over every byte except the signature itself. Changing a page or an attachment, or appending anything other than document timestamps, invalidates the signature.",
    failure: "the PDF signature is not valid",
  },
  timestamp: {
    title: checkTitles.timestamp,
    about:
      "A timestamp authority signs the signature value together with the time (RFC 3161). To check the authority itself, run a verifier with --tsa-certificate.",
    failure: "the timestamp is not valid",
  },
  archive: {
    title: checkTitles.archive,
    about:
      "Document timestamps and validation data can be added to the end of an issued PDF, so that its signature can still be checked when certificates expire. They cannot change pages or attachments.",
    failure: "a document timestamp is not valid",
  },
  attachment: {
    title: checkTitles.attachment,
    about:
      "A PDF package contains its complete evidence as an attachment, which is extracted and checked below. The PDF and the evidence must be signed with the same key and refer to the same package.",
    failure: "the attached evidence does not belong to this PDF",
  },
  form: {
    name: "Package format",
    title: checkTitles.form,
    about:
      "All required parts are present, there are no additional parts, and the file is in canonical JSON (RFC 8785).",
    failure: "the file is not a valid evidence package",
  },
  seal: {
    name: "Evidence seal",
    title: checkTitles.seal,
    about:
      "The evidence inside the file has its own signature (the seal), created with one of the service's published keys. Any change breaks the seal.",
    failure: "the evidence seal is not valid",
  },
  content: {
    name: "Event content",
    title: checkTitles.content,
    about:
      "The actor, payload and tags of each event are hashed again, and the result is compared with the hash in the event header.",
    failure: "event content was altered",
  },
  headers: {
    name: "Event headers",
    title: checkTitles.headers,
    about:
      "The time, type, severity, model and links of each event are hashed again, and the result is compared with the event's hash.",
    failure: "event headers were altered",
  },
  order: {
    name: "Model, period and order of events",
    title: checkTitles.order,
    about:
      "Chain positions are in ascending order, every event belongs to the model and period of the package, and there are no duplicates.",
    failure: "the list of events is inconsistent",
  },
  thread: {
    name: "Completeness of events",
    title: checkTitles.thread,
    about:
      "Each event contains the hash of the previous event of the same model. There are no gaps between the first and last event.",
    failure: "events of the model are missing",
  },
  checkpoint: {
    name: "Audit chain checkpoint",
    title: checkTitles.checkpoint,
    about:
      "The service regularly signs the state of its chain with a separate key. The package contains one of these signed checkpoints.",
    failure: "the checkpoint of the audit chain is not valid",
  },
  membership: {
    name: "Events in the signed chain",
    title: checkTitles.membership,
    about: "The Merkle root is computed from the events and the proof, and compared with the signed root (RFC 6962).",
    failure: "events are not part of the signed chain",
  },
  summary: {
    name: "Summary and coverage",
    title: checkTitles.summary,
    about:
      "Counts, statistics and the coverage of each requirement are recomputed from the events and compared with the file.",
    failure: "the summary does not match the events",
  },
  verdict: {
    name: "Audit chain verification at generation",
    title: checkTitles.verdict,
    about:
      "When the service generated the package, it verified its stored chain and recorded the result in the package.",
    failure: "the audit chain was not intact when the package was generated",
  },
  anchor: {
    title: checkTitles.anchor,
    about:
      "The service issues a receipt for each recorded event. The receipt contains the hash at the event's chain position. If the chain is rewritten, its hashes no longer match the receipt.",
    failure: "the package does not match your receipt",
  },
};
