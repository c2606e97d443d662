import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Schemas } from "./schemas";
import { wait } from "./send";

type EvidencePackage = Schemas["EvidencePackage"];

export interface WaitOptions {
  /** Aborts the wait. `AbortSignal.timeout(600_000)` waits at most ten minutes. */
  signal?: AbortSignal;
  /** Called with the current package each time its status is requested. */
  onProgress?: (made: EvidencePackage) => void;
}

/** Functions for packages that combine several API calls. */
export interface PackageOperations {
  /** Waits until a package is READY. Throws {@link PackageError} if it is FAILED or EXPIRED. */
  waitFor(id: string, options?: WaitOptions): Promise<EvidencePackage>;
  /**
   * Streams the file of a READY package. Reading fails with {@link PackageError} at the end if its SHA-256 does not match the
   * package's hash. Requests a new download URL if the last one has expired.
   */
  download(id: string, options?: { signal?: AbortSignal }): Promise<Response>;
}

/** The package failed, has expired, or the downloaded file does not match its hash. */
export class PackageError extends Error {
  override readonly name = "PackageError";

  constructor(
    message: string,
    readonly packageId: string,
  ) {
    super(message);
  }
}

interface Calls {
  get(id: string, options: { signal?: AbortSignal }): Promise<EvidencePackage>;
  createDownloadUrl(id: string, options: { signal?: AbortSignal }): Promise<{ downloadUrl: string }>;
  /** Fetches a URL without a key. */
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

/** Passes bytes through and fails at the end if their SHA-256 is not the expected one. */
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
      throw new PackageError(`The file does not match the package: its hash is ${found}, not ${expected}.`, id);
    },
  });
}
