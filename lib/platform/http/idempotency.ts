import { createHash } from "node:crypto";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { idempotencyKeyReused, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { jcs } from "@/lib/platform/crypto/jcs";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { findAnswer, forgetExpired, lockKey, storeAnswer } from "@/lib/platform/http/idempotency-store";
import { errorBody, Reply, renderData } from "@/lib/platform/http/reply";
import type { RouteOptions } from "@/lib/platform/http/types";

const keptMs = 24 * 60 * 60 * 1000;
const keyLengthMax = 255;

/** The caller's Idempotency-Key, bare or quoted (RFC 8941 string). */
export function readIdempotencyKey(request: Request): string | undefined {
  const header = request.headers.get("idempotency-key");
  if (header === null) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (key.length === 0 || key.length > keyLengthMax || !/^[\x20-\x7e]+$/.test(key)) {
    const message = `must be 1 to ${keyLengthMax} printable ASCII characters`;
    throw validationFailed([{ path: "header Idempotency-Key", message }]);
  }
  return key;
}

/** SHA-256 (hex) of the parsed request, independent of the order of its members. */
export function requestHash(content: unknown): string {
  return createHash("sha256").update(jcs(content)).digest("hex");
}

interface KeyedRequest {
  key: string;
  input: { params: unknown; query: unknown; body: unknown };
  request: Request;
  options: RouteOptions;
}

/**
 * Runs an effect at most once per key. The response is stored in the transaction of the effect and returned for repeated
 * requests for 24 hours, with `Idempotent-Replayed: true`. Throws `idempotency_in_progress` while the first request is
 * running and `idempotency_key_reused` for a different request. Errors other than 401, 403, 429 and 5xx are stored too.
 */
export async function withIdempotency(
  ctx: Context,
  given: KeyedRequest,
  effect: (inner: Context) => Promise<Reply>,
): Promise<Reply> {
  const place = { organisationId: ctx.organisation.id, operation: operationName(given.request), key: given.key };
  const hash = requestHash({
    params: given.input.params ?? null,
    query: given.input.query ?? null,
    body: given.input.body ?? null,
  });
  const expiresAt = isoMilliseconds(ctx.clock.now() + keptMs);

  const once = (run: (tx: Transaction) => Promise<Reply>) =>
    prisma().$transaction(
      async (tx) => {
        if (!(await lockKey(tx, place))) throw inProgress();
        const known = await findAnswer(tx, place, isoMilliseconds(ctx.clock.now()));
        if (!known) return run(tx);
        if (known.requestHash !== hash) throw idempotencyKeyReused();
        return Reply.json(known.response, {
          status: known.status,
          headers: { ...known.headers, "Idempotent-Replayed": "true" },
        });
      },
      { timeout: 30_000, maxWait: 10_000 },
    );

  try {
    return await once(async (tx) => {
      const reply = await effect({ ...ctx, tx });
      const status = reply.status ?? given.options.status ?? 200;
      if (!("data" in reply.body)) throw new Error("an idempotent operation must return data");
      const response = renderData(reply.body.data, given.options, status);
      await forgetExpired(tx, place.organisationId, isoMilliseconds(ctx.clock.now()));
      await storeAnswer(tx, place, {
        requestHash: hash,
        status,
        response: withoutSecrets(response, given.options),
        headers: reply.headers,
        expiresAt,
      });
      return Reply.json(response, { status, headers: reply.headers });
    });
  } catch (error) {
    if (error instanceof ServiceError && isKept(error)) {
      await once(async (tx) => {
        const response = JSON.stringify(errorBody(error, ctx.requestId));
        await storeAnswer(tx, place, {
          requestHash: hash,
          status: error.status,
          response,
          headers: error.headers ?? {},
          expiresAt,
        });
        return Reply.json(response);
      });
    }
    throw error;
  }
}

function isKept(error: ServiceError): boolean {
  const passing: ServiceError["code"][] = ["idempotency_in_progress", "idempotency_key_reused"];
  return error.status < 500 && ![401, 403, 429].includes(error.status) && !passing.includes(error.code);
}

/** Secrets are shown once and never stored, so repeated requests don't return them. */
function withoutSecrets(response: string, options: RouteOptions): string {
  if (!options.secretMembers) return response;
  const members = JSON.parse(response) as Record<string, unknown>;
  for (const member of options.secretMembers) delete members[member];
  return JSON.stringify(members);
}

function operationName(request: Request): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}

function inProgress(): ServiceError {
  return new ServiceError(
    "idempotency_in_progress",
    "Another request with this Idempotency-Key is still in progress. Try again after the time in Retry-After.",
    {
      headers: { "Retry-After": "1" },
    },
  );
}
