import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Schemas } from "./schemas";
import { wait } from "./send";

type EvidencePackage = Schemas["EvidencePackage"];

export interface WaitOptions {
  /** Ends the waiting; it then throws the signal's reason. `AbortSignal.timeout(600_000)` waits ten minutes at most. */
  signal?: AbortSignal;
  /** Told of the package each time it was looked at: `progress` says how far it is. */
  onProgress?: (made: EvidencePackage) => void;
}

/** What can be done about packages beyond single calls. */
export interface PackageOperations {
  /** Waits until a package is READY. Throws {@link PackageError} for one that has FAILED or has EXPIRED. */
  waitFor(id: string, options?: WaitOptions): Promise<EvidencePackage>;
  /**
   * The file of a package that is READY, as it comes; reading it fails with {@link PackageError} at its end where its
   * SHA-256 is not the package's hash. Asks for a new download URL where the last one has expired.
   */
  download(id: string, options?: { signal?: AbortSignal }): Promise<Response>;
}

/** There is no such file: the package failed or has expired, or what was downloaded is another file. */
export class PackageError extends Error {
  override readonly name = "PackageError";

  constructor(
    message: string,
    readonly packageId: string,
  ) {
    super(message);
  }
}

/** The calls that the operations are made of. */
interface Calls {
  get(id: string, options: { signal?: AbortSignal }): Promise<EvidencePackage>;
  createDownloadUrl(id: string, options: { signal?: AbortSignal }): Promise<{ downloadUrl: string }>;
  /** Follows a URL that needs no key. */
  open(url: string, options: { signal?: AbortSignal }): Promise<Response>;
}

const firstWaitMs = 500;
const longestWaitMs = 5_000;

export function packageOperations({ get, createDownloadUrl, open }: Calls): PackageOperations {
  return {
    async waitFor(id, { signal, onProgress } = {}) {
      const options = signal ? { signal } : {};
      for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 1.5)) {
        const made = await get(id, options);
        onProgress?.(made);
        if (made.status === "READY") return made;
        if (made.status !== "GENERATING") throw absent(made);
        await wait(waitMs, signal);
      }
    },

    async download(id, options = {}) {
      const made = await get(id, options);
      if (made.status !== "READY" || made.packageHash === null) throw absent(made);
      const url = made.downloadUrl ?? (await createDownloadUrl(id, options)).downloadUrl;
      const { body, headers } = await open(url, options);
      return new Response(body?.pipeThrough(hashChecked(id, made.packageHash)) ?? null, { headers });
    },
  };
}

function absent({ id, status, failureReason }: EvidencePackage): PackageError {
  return new PackageError(`The package is ${status}${failureReason === null ? "" : `: ${failureReason}`}.`, id);
}

/** Lets bytes through, and fails at their end where their SHA-256 is not the expected one. */
function hashChecked(id: string, expected: string): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const hash = sha256.create();
  return new TransformStream({
    transform(chunk, controller) {
      hash.update(chunk);
      controller.enqueue(chunk);
    },
    flush() {
      const found = `sha256:${bytesToHex(hash.digest())}`;
      if (found === expected) return;
      throw new PackageError(`The file is not the package: its hash is ${found}, not ${expected}.`, id);
    },
  });
}
