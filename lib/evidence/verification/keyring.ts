import {
  type BundleKey,
  type Ed25519Key,
  type Jwk,
  keyOfJwk,
  type RsaKey,
} from "@/lib/evidence/verification/public-keys";
import type { UsedKey } from "@/lib/evidence/verification/report";

interface Kinds {
  rsa: RsaKey;
  ed25519: Ed25519Key;
}

/** A key by its id, or why there is none, as a sentence. */
export type FoundKey<K> = { key: K; used: UsedKey } | { problem: string; used: UsedKey };

/**
 * The keys under which a bundle verifies: those that the verifier was given, of a kind of which there is any; else those in
 * the file. Only a given key shows who signed: whoever can write a file can put a key of his own into it.
 */
export class Keyring {
  constructor(
    private readonly given: readonly BundleKey[],
    private readonly inFile: readonly Jwk[],
  ) {}

  find<K extends keyof Kinds>(kind: K, keyId: string): FoundKey<Kinds[K]> {
    const isOfKind = (key: BundleKey): key is Kinds[K] => key.kind === kind;
    const given = this.given.filter(isOfKind);
    if (given.length > 0) {
      const used: UsedKey = { id: keyId, origin: "given" };
      const key = given.find(({ id }) => id === keyId);
      if (key) return { key, used };
      const ids = given.map(({ id }) => id).join(", ");
      return {
        used,
        problem: `It names the key ${quoted(keyId)}, which is not one of those that were given (${ids}).`,
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

/** What has to be known of a key that nobody but the file vouches for; nothing where it was given. */
export function originNote({ origin, id }: UsedKey): string {
  if (origin === "given") return ` The key ${id} is one of those that were given.`;
  return ` The key ${id} came from the file itself: compare it with those published at /v1/verify/keys, or give the published one.`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
