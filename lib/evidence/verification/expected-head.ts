import { z } from "zod";
import { HashInput } from "@/lib/http/schemas";

const Position = z.int().min(1);

const KeptReceipt = z
  .strictObject({ organisationId: z.string(), chainPosition: Position, blockHash: HashInput })
  .transform(({ organisationId, chainPosition, blockHash }) => ({ organisationId, chainPosition, blockHash }));

const KeptCheckpoint = z
  .strictObject({
    organisationId: z.string(),
    size: Position,
    headHash: HashInput,
    rootHash: HashInput,
    issuedAt: z.string(),
    previousCheckpointHash: HashInput,
    keyId: z.string(),
    signature: z.string(),
    cosignatures: z.unknown().optional(),
    timestamps: z.unknown().optional(),
    noteKey: z.unknown().optional(),
  })
  .transform(({ organisationId, size, headHash, rootHash }) => ({
    organisationId,
    chainPosition: size,
    blockHash: headHash,
    rootHash,
  }));

/** What somebody kept of the chain: which event stood at a position. */
export interface ExpectedHead {
  /** Absent where it was not told. */
  organisationId?: string;
  chainPosition: number;
  blockHash: string;
  /** Of a kept checkpoint: the root of the tree up to there. */
  rootHash?: string;
}

const short = /^([1-9]\d{0,14}):(sha256:[0-9a-f]{64})$/i;

const Kept = z.union([KeptReceipt, KeptCheckpoint]);

/**
 * What was kept, of a text: JSON of a receipt or a checkpoint as the service answered it, or of a list of them, or
 * `position:sha256:hash`. Throws an Error with a sentence for the reader.
 */
export function readExpectedHeads(text: string): ExpectedHead[] {
  const [, position, blockHash] = short.exec(text.trim()) ?? [];
  if (position && blockHash) return [{ chainPosition: Number(position), blockHash: blockHash.toLowerCase() }];
  const kept = z.union([z.array(Kept).min(1), Kept.transform((one) => [one])]).safeParse(parseJson(text));
  if (kept.success) return kept.data;
  throw new Error("It is neither a receipt nor a checkpoint, nor a list of them, nor position:sha256:hash.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
