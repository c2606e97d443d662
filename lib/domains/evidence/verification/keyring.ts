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

/** `problem` is a sentence for the user. */
type FoundKey<K> = { key: K; used: UsedKey } | { problem: string; used: UsedKey };

/** Keys that do not come from the file. */
export interface PinnedKeys {
  keys: readonly BundleKey[];
  origin: Exclude<UsedKey["origin"], "file">;
}

/**
 * Finds keys by kind: pinned keys if there are any, otherwise those in the file, into which a forger can put any key.
 */
export class Keyring {
  constructor(
    private readonly pinned: PinnedKeys,
    private readonly inFile: readonly Jwk[],
  ) {}

  /** The pinned verifier keys of witnesses. */
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
        problem: `It refers to the key ${quoted(keyId)}, which is not among the keys ${originLabels[origin]} (${ids}).`,
      };
    }
    const used: UsedKey = { id: keyId, origin: "file" };
    const jwk = this.inFile.find(({ kid }) => kid === keyId);
    if (!jwk) return { used, problem: `It refers to the key ${quoted(keyId)}, which is not in the file.` };
    const key = keyOfJwk(jwk);
    if (!key || !isOfKind(key)) return { used, problem: `The key ${quoted(keyId)} in the file cannot be used.` };
    if (key.id !== keyId) {
      return {
        used,
        problem: `The key with the ID ${quoted(keyId)} in the file is a different key: its actual ID is ${key.id}.`,
      };
    }
    return { key, used };
  }
}

const originLabels = { given: "provided by you", published: "published by the service" } as const;

export function originNote({ origin, id }: UsedKey): string {
  if (origin !== "file") return ` The key ${id} was ${originLabels[origin]}.`;
  return ` The key ${id} is taken from the file: compare it with the keys published at /v1/verify/keys, or provide the published key.`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

const Position = z.int().min(1);

const SavedReceipt = z
  .strictObject({ organisationId: z.string(), chainPosition: Position, blockHash: HashInput })
  .transform(({ organisationId, chainPosition, blockHash }) => ({ organisationId, chainPosition, blockHash }));

const SavedCheckpoint = z
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

/** A saved chain position and its hash. */
export interface ExpectedHead {
  /** Absent if unknown. */
  organisationId?: string;
  chainPosition: number;
  blockHash: string;
  /** The Merkle root, for a checkpoint. */
  rootHash?: string;
}

const short = /^([1-9]\d{0,14}):(sha256:[0-9a-f]{64})$/i;

const SavedHead = z.union([SavedReceipt, SavedCheckpoint]);

/** Parses a receipt or checkpoint as JSON, a list of them, or `position:sha256:hash`. Throws an Error with a user message. */
export function readExpectedHeads(text: string): ExpectedHead[] {
  const [, position, blockHash] = short.exec(text.trim()) ?? [];
  if (position && blockHash) return [{ chainPosition: Number(position), blockHash: blockHash.toLowerCase() }];
  const parsed = z.union([z.array(SavedHead).min(1), SavedHead.transform((one) => [one])]).safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Error(
    "Not a valid receipt or checkpoint. Provide one of them as JSON, a JSON list of them, or position:sha256:hash.",
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
