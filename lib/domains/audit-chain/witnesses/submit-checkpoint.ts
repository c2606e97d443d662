import { type Checkpoint, checkpointNote } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { noteText } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import { failureText, type HttpAnswer, oneLine, post } from "@/lib/platform/outgoing/post";
import { parseSignatureLine, readCosignature, type VerifierKey } from "@/lib/platform/signing/signed-note";

/**
 * `refused`: the checkpoint contradicts one that the witness cosigned. `ahead`: the witness has cosigned a larger one.
 * `rejected`: the chain or its key is not configured there. `unreachable`: no usable response.
 */
type SubmissionOutcome = "cosigned" | "refused" | "ahead" | "rejected" | "unreachable";

export interface Submission {
  outcome: SubmissionOutcome;
  detail: string;
  /** Base64 of the note's verified signature line. */
  cosignature?: string;
  /** Size of the last checkpoint that the witness cosigned, if known. */
  witnessedSize?: number;
}

interface SubmitTo {
  key: VerifierKey;
  url: string;
  /** Size of the last checkpoint known to be cosigned by this witness; 0 if none. */
  lastSize: number;
  /** The RFC 6962 consistency proof from a size to the checkpoint's. */
  prove: (from: number) => Promise<Uint8Array[]>;
}

/** The witness may report a different old size, and other processes may submit at the same time. */
const attemptsMax = 4;

/**
 * Submits a verified checkpoint to a witness (c2sp.org/tlog-witness). Failures of the witness are outcomes. @throws
 * only what `prove` throws.
 */
export async function submitCheckpoint(
  checkpoint: Checkpoint,
  { key, url, lastSize, prove }: SubmitTo,
): Promise<Submission> {
  const note = checkpointNote(checkpoint);
  let old = Math.min(lastSize, checkpoint.size);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const proof = old > 0 && old < checkpoint.size ? await prove(old) : [];
    const lines = proof.map((hash) => `${Buffer.from(hash).toString("base64")}\n`).join("");
    let answer: HttpAnswer;
    try {
      answer = await post(`${url}/add-checkpoint`, "text/plain; charset=utf-8", `old ${old}\n${lines}\n${note}`);
    } catch (error) {
      return { outcome: "unreachable", detail: failureText(error) };
    }
    const text = answer.body.toString("utf8");
    const next = answer.status === 409 ? sizeOf(text) : undefined;
    // The witness has a different last checkpoint, from which the proof must start.
    if (next !== undefined && next !== old && next <= checkpoint.size) old = next;
    else return outcomeOf(answer.status, text, { checkpoint, key, old, witnessedSize: next });
  }
  return { outcome: "unreachable", detail: "the witness reported a different size on every attempt" };
}

function outcomeOf(
  status: number,
  text: string,
  sent: { checkpoint: Checkpoint; key: VerifierKey; old: number; witnessedSize: number | undefined },
): Submission {
  const { checkpoint, key, old, witnessedSize = 0 } = sent;
  const detail = `HTTP ${status}: ${oneLine(text)}`;
  if (status === 200) {
    const cosignature = cosignatureIn(text, noteText(checkpoint), key);
    if (cosignature === undefined) return { outcome: "unreachable", detail: "the response has no valid cosignature" };
    return { outcome: "cosigned", detail: "", cosignature, witnessedSize: checkpoint.size };
  }
  if (status === 403 || status === 404) return { outcome: "rejected", detail };
  if (status === 409 && witnessedSize > checkpoint.size) return { outcome: "ahead", detail, witnessedSize };
  // 409 for the submitted size: the witness has a different root for it.
  if (status === 422 || (status === 409 && old === checkpoint.size)) {
    return { outcome: "refused", detail, witnessedSize: old };
  }
  return { outcome: "unreachable", detail };
}

function sizeOf(text: string): number | undefined {
  const size = /^(?:0|[1-9]\d{0,15})\n?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(size) ? size : undefined;
}

/** The valid signature line of this witness; lines of other keys are ignored. */
function cosignatureIn(text: string, signed: string, key: VerifierKey): string | undefined {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines
    .find((line) => isCosignature(line, signed, key))
    ?.split(" ")
    .at(-1);
}

function isCosignature(line: string, signed: string, key: VerifierKey): boolean {
  try {
    return readCosignature(key, signed, parseSignatureLine(line)) !== undefined;
  } catch {
    return false;
  }
}
