import { forgetKey, keyStatus } from "@/lib/domains/api-keys/authenticate-key";
import { generateKey, hashKey, keyHint } from "@/lib/domains/api-keys/key-format";
import {
  ApiKey,
  type ApiKeyList,
  type CreateApiKey,
  type CreatedApiKey,
  type ListApiKeys,
  type RotateApiKey,
} from "@/lib/domains/api-keys/schemas";
import { findKey, insertKey, keysOf, lockKey, type StoredKey, updateKey } from "@/lib/domains/api-keys/store";
import { appendInTransaction, recordConfigurationChange } from "@/lib/domains/audit-chain";
import { findKeyCreators, recordCredentialChanges } from "@/lib/domains/credentials";
import { findAllowances } from "@/lib/domains/organisations";
import { withIsoDates } from "@/lib/platform/core/clock";
import type { Context, Principal } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { may, type Scope, scopes } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { listPage } from "@/lib/platform/resource/list-page";

/**
 * Creates a key; `key` is returned only once. Throws `insufficient_scope` for scopes that the caller lacks,
 * `validation_failed`.
 */
export async function createApiKey(ctx: Context, input: CreateApiKey): Promise<CreatedApiKey & { key: string }> {
  requireOwnScopes(ctx, input.scopes);
  if (input.expiresAt && Date.parse(input.expiresAt) <= ctx.clock.now()) {
    throw validationFailed([{ path: "expiresAt", message: "must be in the future" }]);
  }
  return inTransaction(ctx.tx, async (tx) => {
    const expiresAt = input.expiresAt === undefined ? await defaultExpiry(ctx, tx) : asDate(input.expiresAt);
    const { key, stored } = await issueKey(ctx, tx, { name: input.name, scopes: input.scopes, expiresAt });
    const created = await withCreator({ ...ctx, tx }, stored);
    const { id: keyId, name, scopes } = created;
    await recordConfigurationChange(ctx, tx, {
      kind: "API_KEY_CREATED",
      record: { table: "api_keys", id: keyId },
      payload: { keyId, name, scopes, expiresAt: created.expiresAt },
    });
    return { ...created, key };
  });
}

export async function getApiKey(ctx: Context, id: string): Promise<ApiKey> {
  const key = await findKey(ctx.organisation.id, id);
  if (!key) throw notFound("API key");
  return withCreator(ctx, key);
}

export async function listApiKeys(ctx: Context, query: ListApiKeys): Promise<ApiKeyList> {
  const { rows, pagination } = await listPage(ctx, { name: "api-keys", query, ...keysOf(ctx.organisation.id) });
  return { data: await withCreators(ctx, rows), pagination };
}

/** Revokes a key permanently, within five seconds in other processes. Revoking a revoked key has no effect. */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const keyHash = await inTransaction(ctx.tx, async (tx) => {
    const key = await lockKey(tx, ctx.organisation.id, id);
    if (!key) throw notFound("API key");
    if (key.revokedAt) return key.keyHash;
    await updateKey(tx, ctx.organisation.id, id, { revokedAt: new Date(ctx.clock.now()) });
    const expiresAt = key.expiresAt?.toISOString() ?? null;
    await recordConfigurationChange(ctx, tx, {
      kind: "API_KEY_REVOKED",
      record: { table: "api_keys", id },
      payload: { keyId: id, name: key.name, scopes: key.scopes, expiresAt },
    });
    return key.keyHash;
  });
  forgetKey(keyHash);
}

/**
 * Creates a key with the name, scopes and lifetime of another, which stays valid for the overlap but not beyond its own
 * expiry. Throws `invalid_transition` for a key that is revoked, expired or already rotated, `insufficient_scope` for
 * scopes that the caller lacks.
 */
export async function rotateApiKey(
  ctx: Context,
  id: string,
  input: RotateApiKey,
): Promise<CreatedApiKey & { key: string }> {
  const rotated = await inTransaction(ctx.tx, async (tx) => {
    const old = await lockKey(tx, ctx.organisation.id, id);
    if (!old) throw notFound("API key");
    const nowMs = ctx.clock.now();
    requireRotatable(old, nowMs);
    const { name, scopes } = old;
    requireOwnScopes(ctx, scopes);
    const { key, stored } = await issueKey(ctx, tx, { name, scopes, expiresAt: successorExpiry(old, nowMs) });
    const end = new Date(Math.min(nowMs + input.overlapSeconds * 1000, old.expiresAt?.getTime() ?? Infinity));
    await updateKey(tx, ctx.organisation.id, id, { expiresAt: end, replacedById: stored.id });
    const created = await withCreator({ ...ctx, tx }, stored);
    await appendInTransaction(ctx, tx, [
      {
        eventType: "CONFIG_CHANGE",
        payload: {
          kind: "API_KEY_ROTATED",
          keyId: id,
          name,
          scopes,
          expiresAt: end.toISOString(),
          replacedById: created.id,
          replacementExpiresAt: created.expiresAt,
        },
        records: [id, created.id].map((keyId) => ({ table: "api_keys", id: keyId })),
      },
    ]);
    return { keyHash: old.keyHash, answer: { ...created, key } };
  });
  forgetKey(rotated.keyHash);
  return rotated.answer;
}

function requireRotatable(key: StoredKey, nowMs: number): void {
  const status = keyStatus(key, nowMs);
  if (status !== "ACTIVE") {
    throw new ServiceError("invalid_transition", `The API key is ${status.toLowerCase()}. Create a new one instead.`);
  }
  if (key.replacedById !== null) {
    throw new ServiceError(
      "invalid_transition",
      `The API key was already rotated and replaced by ${key.replacedById}.`,
    );
  }
}

const dayMs = 86_400_000;

/** The expiry of keys that are created without one: a setting of the organisation. Null: they do not expire. */
async function defaultExpiry(ctx: Context, tx: Transaction): Promise<Date | null> {
  const { apiKeyLifetimeDays: days = null } = (await findAllowances(tx, ctx.organisation.id)) ?? {};
  return days === null ? null : new Date(ctx.clock.now() + days * dayMs);
}

function asDate(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

/** The latest time that an API timestamp can represent. */
const endOfTimeMs = Date.parse("9999-12-31T23:59:59.999Z");

function successorExpiry(old: StoredKey, nowMs: number): Date | null {
  if (!old.expiresAt) return null;
  const lifetimeMs = old.expiresAt.getTime() - old.createdAt.getTime();
  return new Date(Math.min(nowMs + lifetimeMs, endOfTimeMs));
}

/** Generates a key and stores its hash. The issuer is recorded, because they could act as the key. */
async function issueKey(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  settings: Pick<StoredKey, "name" | "scopes" | "expiresAt">,
): Promise<{ key: string; stored: StoredKey }> {
  const nowMs = ctx.clock.now();
  const key = generateKey(ctx.organisation.livemode);
  const stored = await insertKey(tx, {
    ...settings,
    id: newId("apiKey", nowMs),
    organisationId: ctx.organisation.id,
    keyHash: hashKey(key),
    hint: keyHint(key),
    createdAt: new Date(nowMs),
  });
  await recordCredentialChanges(ctx, tx, [{ kind: "API_KEY_CREATED", accountId: stored.id }]);
  return { key, stored };
}

/**
 * Rejects (403 `insufficient_scope`) scopes that the issuer lacks; otherwise `admin` would imply every scope. The
 * operator's command line can grant any scope.
 */
function requireOwnScopes(caller: Pick<Principal, "actor" | "scopes">, wanted: readonly string[]): void {
  const missing = wanted.filter((scope) => !isScope(scope) || !may(caller, scope));
  const [first] = missing;
  if (first === undefined || caller.actor.kind === "system") return;
  const issuer = caller.actor.kind === "user" ? `Your role, ${caller.actor.role},` : "This API key";
  const message = `You can only grant scopes that you have. ${issuer} does not have ${missing.join(", ")}. Use a key that has them, or run npm run keys:create on the server.`;
  const members = caller.actor.kind === "user" ? { requiredPermission: first } : { requiredScope: first };
  throw new ServiceError("insufficient_scope", message, { members });
}

function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}

type Reading = Pick<Context, "organisation" | "clock" | "tx">;

async function withCreators(ctx: Reading, keys: StoredKey[]): Promise<ApiKey[]> {
  const { id, livemode } = ctx.organisation;
  const ids = keys.map((key) => key.id);
  const creators = await findKeyCreators(ctx.tx, id, ids);
  return keys.map((key) =>
    ApiKey.parse({
      ...withIsoDates(key),
      livemode,
      status: keyStatus(key, ctx.clock.now()),
      createdBy: creators.get(key.id) ?? null,
    }),
  );
}

async function withCreator(ctx: Reading, key: StoredKey): Promise<ApiKey> {
  const [found] = await withCreators(ctx, [key]);
  return found as ApiKey;
}
