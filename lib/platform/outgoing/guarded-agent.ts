import dns from "node:dns";
import type { ClientRequest } from "node:http";
import { Agent, type RequestOptions } from "node:https";
import net from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/config/env";
import { validationFailed } from "@/lib/platform/core/errors";
import { singleton } from "@/lib/platform/core/singleton";
import { endpointHost, isPublicName } from "@/lib/platform/outgoing/endpoint-url";
import type { Transport } from "@/lib/platform/outgoing/exchange";
import { ConnectionRefusal } from "@/lib/platform/outgoing/outcome";

export interface GuardOptions {
  /** Disables the address rule: `WEBHOOK_ALLOW_PRIVATE_NETWORK`. */
  allowPrivateNetwork: boolean;
  /** Certificates to trust instead of the default ones, in PEM. */
  ca?: string;
  /** Keeps connections for later requests to the same host. Defaults to true. */
  keepAlive?: boolean;
  /** How names are resolved. */
  resolve?: typeof dns.lookup;
  /** How a plain connection is opened. */
  connect?: typeof net.connect;
}

/**
 * Options of a request through a guarded agent. Node does not pass a request's own `signal` to the connection's
 * creator.
 */
export interface GuardedRequestOptions extends RequestOptions {
  connectionSignal?: AbortSignal;
}

const idleMs = 10_000;
/** As many as the concurrent requests to a webhook endpoint (five runs, four each), so that each connection is reused. */
const idlePerHost = 20;

type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * An agent for requests to addresses chosen by others. {@link isPublicAddress} is enforced where the connection is
 * made, so that a changed DNS answer cannot bypass it: for a literal address, for every address of a name, and for the
 * connected address before anything is sent. Certificates are always verified, regardless of the environment.
 *
 * If a connection is not allowed, the request fails with a {@link ConnectionRefusal}.
 */
export function guardedAgent(options: GuardOptions): Agent {
  return new GuardedAgent(options);
}

class GuardedAgent extends Agent {
  private readonly isAllowed: (address: string) => boolean;

  constructor(private readonly guard: GuardOptions) {
    super({ keepAlive: guard.keepAlive ?? true, timeout: idleMs, maxFreeSockets: idlePerHost, scheduling: "lifo" });
    this.isAllowed = guard.allowPrivateNetwork ? () => true : isPublicAddress;
  }

  /** Returns nothing, so that Node waits for `connected`, which passes the connection on once it is writable. */
  override createConnection(options: GuardedRequestOptions, connected: Connected = () => undefined): undefined {
    const host = options.host ?? "";
    const port = Number(options.port ?? 443);
    // Node calls `lookup` only for names, never for literal addresses.
    if (net.isIP(host) !== 0 && !this.isAllowed(host)) {
      process.nextTick(connected, refusal(host), new net.Socket());
      return;
    }
    const connect = this.guard.connect ?? net.connect;
    const plain = connect({ host, port, lookup: this.lookup, autoSelectFamily: true, noDelay: true, keepAlive: true });
    let current = plain;
    const abort = () => current.destroy(new Error("aborted"));
    options.connectionSignal?.addEventListener("abort", abort, { once: true });
    const settle = (error: Error | null) => {
      options.connectionSignal?.removeEventListener("abort", abort);
      if (error) current.destroy();
      connected(error, current);
    };
    plain.on("error", ignore);
    plain.once("error", settle);
    plain.once("connect", () => {
      const { remoteAddress = "" } = plain;
      if (!this.isAllowed(remoteAddress)) {
        plain.destroy(refusal(remoteAddress));
        return;
      }
      plain.off("error", settle);
      current = this.secure(plain, options, settle);
    });
  }

  private secure(plain: net.Socket, options: RequestOptions, settle: (error: Error | null) => void): tls.TLSSocket {
    const { host = "", servername = "" } = options as { host?: string; servername?: string };
    const secured = tls.connect({
      socket: plain,
      host,
      servername,
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: true,
      ...(this.guard.ca === undefined ? {} : { ca: this.guard.ca }),
    });
    const fail = (error: NodeJS.ErrnoException) =>
      settle(lostCodes.has(error.code ?? "") ? error : new ConnectionRefusal("tls", error.message));
    secured.on("error", ignore);
    secured.once("error", fail);
    secured.once("secureConnect", () => {
      secured.off("error", fail);
      settle(null);
    });
    return secured;
  }

  private readonly lookup: net.LookupFunction = (hostname, options, callback) => {
    const resolve = this.guard.resolve ?? dns.lookup;
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => this.isAllowed(address));
      if (allowed.length === 0) return callback(refusal(hostname), []);
      const [first] = allowed;
      if (options.all || !first) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };

  /** A kept connection is checked like a new one; a request whose connection is rejected ends with that error. */
  override reuseSocket(socket: net.Socket, request: ClientRequest): void {
    super.reuseSocket(socket, request);
    const { remoteAddress = "" } = socket;
    if (this.isAllowed(remoteAddress)) return;
    socket.destroy();
    request.destroy(refusal(remoteAddress));
  }
}

/** The connection was established and then lost, which is not a certificate or protocol error. */
const lostCodes = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** Keeps an error without listeners from ending the process; users of the connection see it close. */
function ignore(): void {}

function refusal(where: string): ConnectionRefusal {
  return new ConnectionRefusal("address_refused", `${where} is not a public address`);
}

/**
 * Addresses of metadata services and platform agents in public ranges. Addresses in a rejected range (169.254.169.254,
 * fd00:ec2::254, 192.0.0.192) are not repeated here.
 */
const platformAddresses = new Set(["168.63.129.16"]);

/** The IPv6 range allocated to networks. Addresses outside of it are reserved or special. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether connections to an address are allowed: an IPv4 address in four decimal parts or an IPv6 address without zone
 * and brackets, outside all special-purpose ranges (loopback, private, link-local, carrier-grade NAT, multicast,
 * documentation, benchmarking, reserved, …), and not an IPv6 form of an IPv4 address (mapped, compatible, NAT64, 6to4,
 * Teredo). Any other text is not public. Source: the IANA special-purpose address registries.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === "unicast" && !platformAddresses.has(address);
  }
  if (!address.includes(":") || address.includes("%") || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === "unicast" && parsed.match(globalUnicast);
}

/**
 * The problem with the host of a well-formed endpoint URL: an address in a private or special range, or a name that can
 * only resolve to one. Resolved addresses of public names are checked on each attempt, when connecting.
 */
export function privateHostProblem(url: string): string | undefined {
  const { kind, host } = endpointHost(new URL(url));
  if (kind === "address") return isPublicAddress(host) ? undefined : "must not point to a private or reserved address";
  return isPublicName(host) ? undefined : "must not point to this machine or a private network";
}

/** Throws `validation_failed` for an endpoint in a private network, unless WEBHOOK_ALLOW_PRIVATE_NETWORK allows it. */
export function refusePrivateHost(url: string): void {
  const problem = env().WEBHOOK_ALLOW_PRIVATE_NETWORK ? undefined : privateHostProblem(url);
  if (problem !== undefined) throw validationFailed([{ path: "url", message: problem }]);
}

const name = "webhook-transport";

/** Connections of this process to receivers. */
export function serviceTransport(): Transport {
  return singleton(name, guardedTransport);
}

/** Replaces the transport of this process. For programs that start it, before anything is sent. */
export function setServiceTransport(change: (usual: Transport) => Transport): void {
  singleton(name, () => change(guardedTransport()));
}

function guardedTransport(): Transport {
  const guard = { allowPrivateNetwork: env().WEBHOOK_ALLOW_PRIVATE_NETWORK };
  return { pooled: guardedAgent(guard), fresh: guardedAgent({ ...guard, keepAlive: false }) };
}
