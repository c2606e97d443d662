import { env } from "@/lib/env";
import { validationFailed } from "@/lib/errors";
import { isPublicAddress } from "@/lib/webhooks/address-guard";
import { endpointHost, isPublicName } from "@/lib/webhooks/endpoint-url";

/**
 * What is wrong with the host of a well-formed endpoint URL: an address of a private or special range, or a name that can
 * only lead to one. What a public name resolves to is looked at with each attempt, on the address connected to.
 */
export function privateHostProblem(url: string): string | undefined {
  const { kind, host } = endpointHost(new URL(url));
  if (kind === "address") return isPublicAddress(host) ? undefined : "must not lead to a private or special address";
  return isPublicName(host) ? undefined : "must not lead to this machine or a private network";
}

/** Throws `validation_failed` for an endpoint in a private place, unless WEBHOOK_ALLOW_PRIVATE_NETWORK allows those. */
export function refusePrivateHost(url: string): void {
  const problem = env().WEBHOOK_ALLOW_PRIVATE_NETWORK ? undefined : privateHostProblem(url);
  if (problem !== undefined) throw validationFailed([{ path: "url", message: problem }]);
}
