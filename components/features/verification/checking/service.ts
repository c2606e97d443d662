import type { PublicPackageVerification } from "@/lib/domains/evidence/schemas";
import { service as texts } from "../texts";

export type PackageRecord = PublicPackageVerification;

/** The published keys (RFC 7517). */
export type KeySet = { keys: Record<string, unknown>[] };

export type Answer<T> =
  | { outcome: "answered"; value: T; status: number }
  /** A 404 of the service itself, not of a proxy. */
  | { outcome: "unknown"; status: number }
  | { outcome: "failed"; reason: string; status: number | null };

export type Ask = (path: string) => Promise<Response>;

const timeoutMs = 20_000;

/** The only addresses that are ever requested. */
export const paths = {
  record: (sha256: string) => `/v1/verify/sha256:${sha256}`,
  keys: "/v1/verify/keys",
};

export function askService(path: string): Promise<Response> {
  return fetch(new URL(path, self.location.origin), {
    cache: "no-store",
    credentials: "omit",
    headers: { Accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
}

export function fetchRecord(ask: Ask, sha256: string): Promise<Answer<PackageRecord>> {
  return request(ask, paths.record(sha256), readRecord);
}

export function fetchKeys(ask: Ask): Promise<Answer<KeySet>> {
  return request(ask, paths.keys, readKeys);
}

async function request<T>(ask: Ask, path: string, read: (body: unknown) => T | undefined): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await ask(path);
  } catch (error) {
    return { outcome: "failed", status: null, reason: networkProblem(error) };
  }
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  if (status === 404 && isObject(body) && body.error === "not_found") return { outcome: "unknown", status };
  if (!response.ok) return { outcome: "failed", status, reason: statusProblem(response) };
  const value = read(body);
  if (value !== undefined) return { outcome: "answered", value, status };
  return { outcome: "failed", status, reason: texts.unreadableResponse };
}

function networkProblem(error: unknown): string {
  if (globalThis.navigator?.onLine === false) return texts.thisDeviceIsOffline;
  if (error instanceof DOMException && error.name === "TimeoutError") return texts.timedOut;
  return texts.unreachable;
}

function statusProblem(response: Response): string {
  if (response.status === 429) {
    const seconds = Number(response.headers.get("Retry-After"));
    return seconds > 0 ? texts.busyUntil(seconds) : texts.busy;
  }
  if (response.status >= 500) return texts.unavailable(response.status);
  return texts.unexpectedResponse(response.status);
}

const recordTexts = ["message", "format", "generatedAt", "signedBy", "keyId", "verifiedAt"] as const;
const packageTexts = ["packageId", "framework", "packageSignature"] as const;

function readRecord(body: unknown): PackageRecord | undefined {
  if (!isObject(body) || typeof body.authentic !== "boolean") return undefined;
  const ofReport = typeof body.reportId === "string";
  if ([...recordTexts, ...(ofReport ? [] : packageTexts)].some((name) => typeof body[name] !== "string"))
    return undefined;
  return body as unknown as PackageRecord;
}

function readKeys(body: unknown): KeySet | undefined {
  if (!isObject(body) || !Array.isArray(body.keys)) return undefined;
  return { keys: body.keys.filter(isObject) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
