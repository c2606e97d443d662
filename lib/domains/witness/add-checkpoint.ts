import { hash } from "node:crypto";
import {
  bytesOf,
  isNoteSignature,
  type NoteCheckpoint,
  parseCheckpointText,
  parseNote,
  parseVkey,
  type SignedNote,
} from "@/lib/platform/signing/signed-note";

/** A witness's record of a log: the trusted keys and the last cosigned checkpoint. */
export interface WitnessedLog {
  /** Verifier keys (vkeys) of the log; the name of each is the log's origin. */
  vkeys: string[];
  /** Size of the last cosigned checkpoint; 0 before the first. */
  size: number;
  /** Root hash of that checkpoint in base64; null before the first. */
  root: string | null;
  /** That checkpoint with the log's signature, as evidence against a contradicting checkpoint. */
  note: string | null;
}

/** A request body of `add-checkpoint` (c2sp.org/tlog-witness). */
export interface AddCheckpoint {
  oldSize: number;
  proof: Uint8Array[];
  /** The signed note as sent. */
  note: string;
  signed: SignedNote;
  checkpoint: NoteCheckpoint;
}

/** Why a checkpoint is not cosigned. */
interface Refusal {
  status: 400 | 403 | 404 | 409 | 422;
  message: string;
  /** Whether a trusted key signed the checkpoint, which may then prove misconduct of the log. */
  isSigned: boolean;
}

/** Maximum lines of a consistency proof. */
const proofMax = 63;
const oldForm = /^old (0|[1-9]\d{0,15})$/;

/** Parses a request body. @throws Error with a message for the client. */
export function readAddCheckpoint(body: string): AddCheckpoint {
  const end = body.indexOf("\n\n");
  if (end < 0)
    throw new Error("The body must consist of a line with the old size, proof lines, an empty line and a checkpoint.");
  const [first = "", ...lines] = body.slice(0, end).split("\n");
  const oldSize = Number(oldForm.exec(first)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(oldSize)) throw new Error("The first line must be `old` and the size in decimal.");
  if (lines.length > proofMax) throw new Error(`A consistency proof has at most ${proofMax} lines.`);
  const proof = lines.map((line) => {
    const hash = bytesOf(line);
    if (hash?.length !== 32) throw new Error("Each proof line must be a SHA-256 hash in base64.");
    return hash;
  });
  const note = body.slice(end + 2);
  const signed = parseNote(note);
  return { oldSize, proof, note, signed, checkpoint: parseCheckpointText(signed.text) };
}

/** The rules of `add-checkpoint`, in the order of the specification; undefined if the checkpoint can be cosigned. */
export function refusalOf(request: AddCheckpoint, log: WitnessedLog | undefined): Refusal | undefined {
  const { oldSize, proof, signed, checkpoint } = request;
  if (!log) return refuse(404, `This witness does not know the log ${checkpoint.origin}.`);
  const keys = log.vkeys.map(parseVkey);
  const isSigned = signed.signatures.some((signature) =>
    keys.some((key) => isNoteSignature(key, signed.text, signature)),
  );
  if (!isSigned) return refuse(403, `No signature is valid under a trusted key of ${checkpoint.origin}.`);
  if (oldSize > checkpoint.size) {
    return refuse(400, "The old size must not be greater than the checkpoint's size.", true);
  }
  if (oldSize !== log.size) return refuse(409, String(log.size), true);
  if (log.size === 0) return refusalOfFirst(request);
  const root = bytesOf(log.root ?? "") ?? new Uint8Array();
  if (oldSize === checkpoint.size && !same(root, checkpoint.root)) return refuse(409, String(log.size), true);
  if (isConsistent({ size: log.size, root }, checkpoint, proof)) return undefined;
  return refuse(422, "The consistency proof is invalid.", true);
}

function refusalOfFirst({ proof, checkpoint }: AddCheckpoint): Refusal | undefined {
  if (proof.length > 0) return refuse(422, "The proof must be empty if the old size is 0.", true);
  if (checkpoint.size > 0 || same(checkpoint.root, emptyRoot)) return undefined;
  return refuse(422, "A checkpoint of size 0 must have the root hash of an empty tree.", true);
}

function refuse(status: Refusal["status"], message: string, isSigned = false): Refusal {
  return { status, message, isSigned };
}

/** Whether a proof shows that the newer tree extends the older (RFC 9162, 2.1.4.2). 1 ≤ `older.size` ≤ `newer.size`. */
export function isConsistent(
  older: { size: number; root: Uint8Array },
  newer: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (older.size === newer.size) return proof.length === 0 && same(older.root, newer.root);
  if (proof.length === 0) return false;
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof];
  let [node, last] = [older.size - 1, newer.size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  const [first = older.root, ...rest] = path;
  let [oldRoot, newRoot] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [oldRoot, newRoot] = [nodeHash(sibling, oldRoot), nodeHash(sibling, newRoot)];
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else newRoot = nodeHash(newRoot, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && same(oldRoot, older.root) && same(newRoot, newer.root);
}

/** The root of a tree without leaves. */
const emptyRoot: Uint8Array = hash("sha256", "", "buffer");

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash("sha256", Buffer.concat([Uint8Array.of(1), left, right]), "buffer");
}

/** Without bit operators, because sizes may exceed 32 bits. */
function half(value: number): number {
  return Math.floor(value / 2);
}

function isPowerOfTwo(size: number): boolean {
  let rest = size;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}
