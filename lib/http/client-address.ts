/** The header in which the server hands the peer's address to a handler. Inbound values of it are dropped at the door. */
export const clientAddressHeader = "x-gas-client-address";

/** The header in which the server hands over a method that no handler is exported for. Inbound values are dropped as well. */
export const unknownMethodHeader = "x-gas-unknown-method";

/** The header by which the server says that a request was forwarded by a proxy. Inbound values of it are dropped as well. */
export const forwardedHeader = "x-gas-forwarded";

/** The address a request came from, as far as trusted proxies tell (TRUSTED_PROXY_HOPS). */
export function clientAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? "unknown";
}
