import { z } from "zod";
import {
  type BundleKey,
  type Ed25519Key,
  type Jwk,
  keyOfJwk,
  type RsaKey,
} from "@/lib/domains/evidence/verification/public-keys";
import type { UsedKey } from "@/lib/domains/evidence/verification/report";
import { parseJson } from "@/lib/platform/core/json";
import { HashInput } from "@/lib/platform/http/schemas";

interface Kinds {
  rsa: RsaKey;
  ed25519: Ed25519Key;
}

/** `problem` is a sentence for the user; `note` is one, after a space, on the origin of the key. */
type FoundKey<K> = { key: K; note: string; used: UsedKey } | { problem: string; used: UsedKey };

/** Keys that do not come from the file. */
export interface PinnedKeys {
  keys: readonly BundleKey[];
  origin: Exclude<UsedKey["origin"], "file" | "unknown">;
}

/**
 * Finds keys by kind: a pinned key, otherwise one in the file, into which a forger can put any key. It may also be genuine,
 * such as a key of a rotation that the verifier has not heard of: the signer is then unknown.
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

  /** `contained`: the key in the file, if the signature brings it. */
  find<K extends keyof Kinds>(kind: K, keyId: string, contained?: Kinds[K]): FoundKey<Kinds[K]> {
    const isOfKind = (key: BundleKey): key is Kinds[K] => key.kind === kind;
    const { origin } = this.pinned;
    const pinned = this.pinned.keys.filter(isOfKind);
    const known = pinned.find(({ id }) => id === keyId);
    if (known)
      return { key: known, used: { id: keyId, origin }, note: ` The key ${keyId} was ${originLabels[origin]}.` };
    const used: UsedKey = { id: keyId, origin: pinned.length > 0 ? "unknown" : "file" };
    const among = `among the keys ${originLabels[origin]} (${pinned.map(({ id }) => id).join(", ")})`;
    const jwk = this.inFile.find(({ kid }) => kid === keyId);
    if (!contained && !jwk) {
      const where = pinned.length > 0 ? `neither ${among} nor in the file` : "not in the file";
      return { used, problem: `It refers to the key ${quoted(keyId)}, which is ${where}.` };
    }
    const key = contained ?? keyOfJwk(jwk ?? {});
    if (!key || !isOfKind(key)) return { used, problem: `The key ${quoted(keyId)} in the file cannot be used.` };
    if (key.id !== keyId) {
      return {
        used,
        problem: `The key with the ID ${quoted(keyId)} in the file is a different key: its actual ID is ${key.id}.`,
      };
    }
    const note =
      pinned.length > 0
        ? ` The signer is unknown: the key ${key.id} is taken from the file, and is not ${among}.`
        : ` The key ${key.id} is taken from the file: compare it with the keys published at /v1/verify/keys, or provide the published key.`;
    return { key, used, note };
  }
}

const originLabels = { given: "provided by you", published: "published by the service" } as const;

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
