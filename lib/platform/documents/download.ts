import { createHmac, timingSafeEqual } from "node:crypto";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Clock } from "@/lib/platform/core/clock";
import { ServiceError } from "@/lib/platform/core/errors";
import { purposeKey } from "@/lib/platform/crypto/secrets";
import type { GivenFile } from "@/lib/platform/http/file-reply";
import { storage } from "@/lib/platform/storage";
import { log } from "@/lib/platform/telemetry/log";

const mediaTypes = { PDF: "application/pdf", CSV: "text/csv; charset=utf-8", JSON: "application/json" } as const;

/** A URL for a document's file that requires no API key and expires at the given time. Equal inputs give equal URLs. */
export function downloadUrl(list: "evidence" | "reports", id: string, expiresAtMs: number): string {
  return publicUrl(`/v1/${list}/${id}/download?token=${writeToken(id, expiresAtMs)}`);
}

/** The expiry (milliseconds in base 36), a dot, and the HMAC-SHA-256 of id and expiry in base64url. */
function writeToken(id: string, expiresAtMs: number): string {
  const expiry = expiresAtMs.toString(36);
  const mac = createHmac("sha256", purposeKey("download-urls")).update(`${id} ${expiry}`).digest("base64url");
  return `${expiry}.${mac}`;
}

/**
 * The expiry of a token in milliseconds since the Unix epoch; undefined for a token that this service did not issue.
 */
export function readToken(id: string, token: string): number | undefined {
  const expiresAtMs = Number.parseInt(token.slice(0, Math.max(0, token.indexOf("."))), 36);
  if (!Number.isSafeInteger(expiresAtMs)) return undefined;
  // The text is compared, because another token could decode to the same bytes.
  const given = Buffer.from(token);
  const written = Buffer.from(writeToken(id, expiresAtMs));
  return given.length === written.length && timingSafeEqual(given, written) ? expiresAtMs : undefined;
}

/** Throws `not_found` unless the token is valid for the document and has not expired. Invalid tokens cost no query. */
export function requireToken(id: string, token: string, { clock, renewal }: { clock: Clock; renewal: string }): void {
  const expiresAtMs = readToken(id, token);
  if (expiresAtMs === undefined) throw unknownUrl();
  if (expiresAtMs <= clock.now()) throw gone(`The download URL has expired. Get a new one with ${renewal}.`);
}

export function unknownUrl(): ServiceError {
  return gone("This is not a valid download URL.");
}

/** A document whose file can no longer be downloaded. */
export function gone(message: string): ServiceError {
  return new ServiceError("not_found", message);
}

interface StoredDocument {
  id: string;
  /** The noun in messages: "report". */
  noun: string;
  storageKey: string;
  format: keyof typeof mediaTypes;
  /** The file's name without its extension. */
  name: string;
  /** `sha256:` and hex, of the file's bytes. */
  hash: string;
  /** Records a download. If this fails, the download fails. */
  record: () => Promise<void>;
}

/**
 * The stored file. A download is recorded before its first byte; other ranges continue a recorded one. Throws
 * `not_found`.
 */
export async function openStoredFile(document: StoredDocument): Promise<GivenFile> {
  const { id, noun, storageKey, format, name, hash, record } = document;
  const size = await storage().sizeOf(storageKey);
  if (size === undefined) {
    log().error({ documentId: id }, `a ${noun} file is missing from storage`);
    throw gone(`The ${noun} file is missing. Generate a new ${noun}.`);
  }
  return {
    size,
    type: mediaTypes[format],
    name: `${name}.${format.toLowerCase()}`,
    sha256: Buffer.from(hash.slice("sha256:".length), "hex"),
    open: async (range) => {
      const bytes = await storage().read(storageKey, range);
      if (range !== undefined && range.start > 0) return bytes;
      try {
        await record();
      } catch (error) {
        await bytes.cancel();
        throw error;
      }
      return bytes;
    },
  };
}
