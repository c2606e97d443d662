import { z } from "zod";
import {
  type BundleKey,
  type Ed25519Key,
  type Jwk,
  keyOfJwk,
  type RsaKey,
} from "@/lib/domains/evidence/verification/public-keys";
import type { UsedKey } from "@/lib/domains/evidence/verification/report";
import { HashInput } from "@/lib/platform/http/schemas";

interface Kinds {
  rsa: RsaKey;
  ed25519: Ed25519Key;
}

/** A key by its id, or why there is none, as a sentence. */
type FoundKey<K> = { key: K; used: UsedKey } | { problem: string; used: UsedKey };

/** Keys that do not come from the file, and who vouches for them. */
export interface PinnedKeys {
  keys: readonly BundleKey[];
  origin: Exclude<UsedKey["origin"], "file">;
}

/**
 * The keys under which a bundle verifies: those that the verifier has from elsewhere, of a kind of which there is any; else
 * those in the file. Only a key from elsewhere shows who signed: whoever can write a file can put a key of his own into it.
 */
export class Keyring {
  constructor(
    private readonly pinned: PinnedKeys,
    private readonly inFile: readonly Jwk[],
  ) {}

  /** The verifier keys of witnesses that the verifier has from elsewhere. */
  witnesses(): string[] {
    return this.pinned.keys.flatMap((key) => (key.kind === "witness" ? key.vkey : []));
  }

  find<K extends keyof Kinds>(kind: K, keyId: string): FoundKey<Kinds[K]> {
    const isOfKind = (key: BundleKey): key is Kinds[K] => key.kind === kind;
    const { origin } = this.pinned;
    const pinned = this.pinned.keys.filter(isOfKind);
    if (pinned.length > 0) {
      const used: UsedKey = { id: keyId, origin };
      const key = pinned.find(({ id }) => id === keyId);
      if (key) return { key, used };
      const ids = pinned.map(({ id }) => id).join(", ");
      return {
        used,
        problem: `It names the key ${quoted(keyId)}, which is not one of those that ${vouched[origin]} (${ids}).`,
      };
    }
    const used: UsedKey = { id: keyId, origin: "file" };
    const jwk = this.inFile.find(({ kid }) => kid === keyId);
    if (!jwk) return { used, problem: `It names the key ${quoted(keyId)}, which is not in the file.` };
    const key = keyOfJwk(jwk);
    if (!key || !isOfKind(key)) return { used, problem: `The key ${quoted(keyId)} in the file cannot be used.` };
    if (key.id !== keyId) {
      return { used, problem: `The key in the file is not that of its id ${quoted(keyId)}: its id is ${key.id}.` };
    }
    return { key, used };
  }
}

const vouched: Record<PinnedKeys["origin"], string> = { given: "were given", published: "the service publishes" };

/** Where a key came from; of one that nobody but the file vouches for, also what is to be done about that. */
export function originNote({ origin, id }: UsedKey): string {
  if (origin !== "file") return ` The key ${id} is one of those that ${vouched[origin]}.`;
  return ` The key ${id} came from the file itself: compare it with those published at /v1/verify/keys, or give the published one.`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

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
