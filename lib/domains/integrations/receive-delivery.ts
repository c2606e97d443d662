import { createHash } from "node:crypto";
import { products } from "@/lib/domains/integrations/products";
import type { Product, SignedRequest } from "@/lib/domains/integrations/products/product";
import { recordDelivery } from "@/lib/domains/integrations/record-delivery";
import type { DeliveryReceipt } from "@/lib/domains/integrations/schemas";
import { findReceiver, type StoredIntegration, secretContext } from "@/lib/domains/integrations/store";
import { findMove, findOrganisation } from "@/lib/domains/organisations";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { openSecrets } from "@/lib/platform/crypto/stored-secrets";
import { decodeUtf8 } from "@/lib/platform/http/json";
import { requireServed } from "@/lib/platform/http/reply";
import { consumeAnonymous, consumeFor, type RateState } from "@/lib/platform/rate-limits";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** An unverified request of a product. */
export interface ReceivedRequest {
  integrationId: string;
  headers: Headers;
  body: AsyncIterable<Uint8Array>;
  clientAddress: string;
}

/**
 * Receives a delivery of a product: checks its signature and appends the event that it describes, once regardless of
 * repetitions. An error leaves nothing stored. Throws `unauthorized` for an unknown integration exactly as for an
 * invalid signature; then `unavailable` for an organisation that is not served here, `rate_limited`, `invalid_json`,
 * `validation_failed`, `conflict` while the integration is disabled or for a different delivery with a known ID, and
 * `model_not_registered` if its model accepts no events.
 */
export async function receiveDelivery(
  ctx: Pick<Context, "clock">,
  { integrationId, headers, body, clientAddress }: ReceivedRequest,
): Promise<DeliveryReceipt> {
  const request = { headers, body: await gather(body) };
  const receiver = await findReceiver(integrationId);
  if (!receiver || !isAuthentic(receiver, request, ctx.clock.now()))
    throw await refuse(receiver?.kind, clientAddress, ctx);

  const organisation = await findOrganisation(receiver.organisationId);
  if (!organisation) throw new Error(`organisation ${receiver.organisationId} of an integration does not exist`);
  requireServed(await findMove(organisation.id), "POST");
  const rate = await consumeFor(organisation, "integrations.receive", 1, ctx.clock);
  if (!rate.allowed) throw rateLimited(rate, `Rate limit exceeded: ${rate.limit} deliveries per minute`, ctx);

  const product = products[receiver.kind];
  const reading = product.read(headers, parseObject(request.body));
  const receipt = await recordDelivery(
    { organisation, clock: ctx.clock },
    {
      integrationId: receiver.id,
      deliveryId: deliveryIdOf(product, headers),
      bodyHash: createHash("sha256").update(request.body).digest("hex"),
      reading,
    },
  );
  // Deleted since its secret was read.
  if (!receipt) throw await refuse(receiver.kind, clientAddress, ctx);
  metrics().integrationDeliveries.inc({ product: receiver.kind, result: receipt.result });
  return receipt;
}

/** Whether a request is signed with a secret of the integration. */
function isAuthentic(receiver: StoredIntegration, request: SignedRequest, nowMs: number): boolean {
  const { isSigned } = products[receiver.kind];
  const { organisationId, secret, previousSecret, previousSecretExpiresAt } = receiver;
  const overlaps = (previousSecretExpiresAt?.getTime() ?? 0) > nowMs;
  const sealed = { secret, previousSecret: overlaps ? previousSecret : null };
  const secrets = openSecrets(sealed, secretContext(organisationId, receiver.id));
  return secrets.some((one) => isSigned(request, one, nowMs));
}

async function refuse(
  product: StoredIntegration["kind"] | undefined,
  address: string,
  ctx: Pick<Context, "clock">,
): Promise<ServiceError> {
  metrics().integrationDeliveries.inc({ product: product ?? "unknown", result: "refused" });
  const rate = await consumeAnonymous(address, ctx.clock);
  if (!rate.allowed) return rateLimited(rate, "Too many requests without a valid signature", ctx);
  return new ServiceError(
    "unauthorized",
    "The integration does not exist, or the delivery is not signed with its secret.",
    { headers: { "WWW-Authenticate": "Signature" } },
  );
}

function rateLimited(rate: RateState, sentence: string, { clock }: Pick<Context, "clock">): ServiceError {
  const seconds = Math.max(1, Math.ceil(rate.resetSeconds - clock.now() / 1_000));
  return new ServiceError("rate_limited", `${sentence}. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
}

/** Printable, and without the comma that joins a header that was sent twice. */
const deliveryIdForm = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

function deliveryIdOf({ deliveryIdHeader }: Product, headers: Headers): string {
  const id = headers.get(deliveryIdHeader) ?? "";
  if (deliveryIdForm.test(id)) return id;
  throw validationFailed([
    {
      path: `header ${deliveryIdHeader}`,
      message: "must be the delivery's ID: 1 to 200 printable ASCII characters without commas",
    },
  ]);
}

/**
 * Parses third-party JSON and uses only a few of its members. Characters that cannot be stored are rejected only in
 * those members, so that a character in an unrelated ticket text does not keep an event off the chain.
 */
function parseObject(bytes: Uint8Array): object {
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError("invalid_json", "The body is not valid JSON.");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw validationFailed([{ path: "body", message: "must be an object" }]);
  }
  return value;
}

async function gather(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
