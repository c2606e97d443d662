import type { PublicPackageVerification } from "@/lib/domains/evidence/schemas";

/** What the service has on record of a package. */
export type PackageRecord = PublicPackageVerification;

/** The published keys (RFC 7517), as they were answered. */
export type KeySet = { keys: Record<string, unknown>[] };

/** What came of a question to the service. */
export type Answer<T> =
  | { outcome: "answered"; value: T; status: number }
  /** The service says that there is no such thing; nobody else's 404 counts. */
  | { outcome: "unknown"; status: number }
  | { outcome: "failed"; reason: string; status: number | null };

/** Sends a GET for a path of the service's origin. */
export type Ask = (path: string) => Promise<Response>;

const timeoutMs = 20_000;

/** The two addresses that are ever asked. */
export const paths = {
  record: (sha256: string) => `/v1/verify/sha256:${sha256}`,
  keys: "/v1/verify/keys",
};

/** Asks without a body, without cookies, and never from a cache what may have changed. */
export function askService(path: string): Promise<Response> {
  return fetch(new URL(path, self.location.origin), {
    cache: "no-store",
    credentials: "omit",
    headers: { Accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
}

export function askForRecord(ask: Ask, sha256: string): Promise<Answer<PackageRecord>> {
  return question(ask, paths.record(sha256), readRecord);
}

export function askForKeys(ask: Ask): Promise<Answer<KeySet>> {
  return question(ask, paths.keys, readKeys);
}

async function question<T>(ask: Ask, path: string, read: (body: unknown) => T | undefined): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await ask(path);
  } catch (error) {
    return { outcome: "failed", status: null, reason: silence(error) };
  }
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  if (status === 404 && isObject(body) && body.error === "not_found") return { outcome: "unknown", status };
  if (!response.ok) return { outcome: "failed", status, reason: refusal(response) };
  const value = read(body);
  if (value !== undefined) return { outcome: "answered", value, status };
  return { outcome: "failed", status, reason: "The service gave an answer that this page does not understand." };
}

function silence(error: unknown): string {
  if (globalThis.navigator?.onLine === false) return "This device is offline.";
  if (error instanceof DOMException && error.name === "TimeoutError")
    return "The service did not answer within 20 seconds.";
  return "The service could not be reached.";
}

function refusal(response: Response): string {
  if (response.status === 429) {
    const seconds = Number(response.headers.get("Retry-After"));
    return seconds > 0
      ? `The service is busy and asks for ${seconds} seconds of patience (429).`
      : "The service is busy and asks for patience (429).";
  }
  if (response.status >= 500) return `The service has a problem of its own at the moment (${response.status}).`;
  return `The service did not answer the question (${response.status}).`;
}

const recordTexts = [
  "packageId",
  "message",
  "framework",
  "format",
  "generatedAt",
  "signedBy",
  "keyId",
  "packageSignature",
  "verifiedAt",
] as const;

function readRecord(body: unknown): PackageRecord | undefined {
  if (!isObject(body) || typeof body.authentic !== "boolean") return undefined;
  if (recordTexts.some((name) => typeof body[name] !== "string")) return undefined;
  return body as unknown as PackageRecord;
}

function readKeys(body: unknown): KeySet | undefined {
  if (!isObject(body) || !Array.isArray(body.keys)) return undefined;
  return { keys: body.keys.filter(isObject) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
