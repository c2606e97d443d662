/** The header in which the server hands the peer's address to a handler. Inbound values of it are dropped at the door. */
export const clientAddressHeader = "x-gas-client-address";

/** The address a request came from, as far as trusted proxies tell (TRUSTED_PROXY_HOPS). */
export function clientAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? "unknown";
}
