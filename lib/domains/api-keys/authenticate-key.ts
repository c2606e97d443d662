import { hashKey, parseKey } from "@/lib/domains/api-keys/key-format";
import type { ApiKeyStatus } from "@/lib/domains/api-keys/schemas";
import type { KeyWithOrganisation } from "@/lib/domains/api-keys/store";
import * as store from "@/lib/domains/api-keys/store";
import { readRateLimitOverrides } from "@/lib/domains/organisations";
import type { Clock } from "@/lib/platform/core/clock";
import type { Principal } from "@/lib/platform/core/context";
import { LookupCache } from "@/lib/platform/core/lookup-cache";
import { type Scope, scopes } from "@/lib/platform/core/roles";
import { singleton } from "@/lib/platform/core/singleton";
import { type Tier, tiers } from "@/lib/platform/core/tiers";
import { log } from "@/lib/platform/telemetry/log";

/** Results are cached for 4 s, so that revocation takes effect within five seconds. */
const limits = { ttlMs: 4_000, entriesMax: 10_000 };
const useRecordedEveryMs = 60_000;

/**
 * The caller of a key; undefined if it is mistyped, unknown, expired, revoked or of the other mode. Throws if the
 * database is unavailable. Revocation takes effect immediately in this process and within five seconds in others;
 * expiry is exact.
 */
export async function authenticateKey(token: string, clock: Clock): Promise<Principal | undefined> {
  return authenticator().authenticate(token, clock);
}

/** Drops a key from this process's cache. */
export function forgetKey(keyHash: string): void {
  authenticator().forget(keyHash);
}

export type KeySource = Pick<typeof store, "findKeyByHash" | "recordUse">;

interface KnownKey extends Pick<store.StoredKey, "id" | "expiresAt" | "revokedAt"> {
  organisationId: string;
  principal: Principal;
  /** The last use that was recorded, in epoch milliseconds. */
  useRecordedAtMs: number;
}

/** The authenticator of one process. Tests create several to simulate several processes. */
export function createAuthenticator(source: KeySource) {
  const cache = new LookupCache<KnownKey>(async (keyHash, previous) => {
    const found = await source.findKeyByHash(keyHash);
    if (!found) return undefined;
    const useRecordedAtMs = Math.max(found.lastUsedAt?.getTime() ?? 0, previous?.useRecordedAtMs ?? 0);
    const { id, expiresAt, revokedAt, organisationId } = found;
    return { id, expiresAt, revokedAt, organisationId, principal: toPrincipal(found), useRecordedAtMs };
  }, limits);

  function noteUse(key: KnownKey, nowMs: number): void {
    if (nowMs - key.useRecordedAtMs < useRecordedEveryMs) return;
    key.useRecordedAtMs = nowMs;
    source.recordUse(key, nowMs, nowMs - useRecordedEveryMs).catch((error: unknown) => {
      log().warn({ err: error, apiKeyId: key.id }, "could not record the last use of an API key");
    });
  }

  return {
    async authenticate(token: string, clock: Clock): Promise<Principal | undefined> {
      const parsed = parseKey(token);
      if (!parsed) return undefined;
      const key = await cache.get(hashKey(token), clock);
      if (!key || key.principal.organisation.livemode !== parsed.livemode) return undefined;
      const nowMs = clock.now();
      if (keyStatus(key, nowMs) !== "ACTIVE") return undefined;
      noteUse(key, nowMs);
      return key.principal;
    },
    forget(keyHash: string): void {
      cache.drop(keyHash);
    },
  };
}

function authenticator() {
  return singleton("api-key-authenticator", () => createAuthenticator(store));
}

/** Shared by all requests of a key, hence frozen. Unknown scopes are ignored. */
function toPrincipal(key: KeyWithOrganisation): Principal {
  return Object.freeze({
    organisation: Object.freeze({
      id: key.organisationId,
      tier: knownTier(key.tier),
      livemode: key.livemode,
      rateLimitOverrides: readRateLimitOverrides(key.rateLimitOverrides),
      ...(key.move && { move: key.move }),
    }),
    actor: Object.freeze({ kind: "api-key", id: key.id, name: key.name }),
    scopes: Object.freeze(new Set<Scope>(scopes.filter((scope) => key.scopes.includes(scope)))),
  });
}

function knownTier(text: string): Tier {
  const tier = tiers.find((known) => known === text);
  if (!tier) throw new Error(`unknown tier ${text}`);
  return tier;
}

/** The status of a key at a time (epoch milliseconds). Revocation takes precedence over expiry. */
export function keyStatus(key: { expiresAt: Date | null; revokedAt: Date | null }, nowMs: number): ApiKeyStatus {
  if (key.revokedAt) return "REVOKED";
  return key.expiresAt && key.expiresAt.getTime() <= nowMs ? "EXPIRED" : "ACTIVE";
}
