import dns from "node:dns";
import type { ClientRequest } from "node:http";
import { Agent, type RequestOptions } from "node:https";
import net from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import { isPublicAddress } from "@/lib/webhooks/address-guard";
import { ConnectionRefusal } from "@/lib/webhooks/attempt-errors";

export interface GuardOptions {
  /** Lifts the rule about addresses: `WEBHOOK_ALLOW_PRIVATE_NETWORK`. */
  allowPrivateNetwork: boolean;
  /** Certificates to trust instead of the usual ones, PEM. */
  ca?: string;
  /** Keeps connections for the next request to the same host. Default true. */
  keepAlive?: boolean;
  /** How names are resolved. */
  resolve?: typeof dns.lookup;
  /** How a plain connection is opened. */
  connect?: typeof net.connect;
}

/** Options of a request over a guarded agent. Node keeps a request's own `signal` from whoever makes its connection. */
export interface GuardedRequestOptions extends RequestOptions {
  connectionSignal?: AbortSignal;
}

const idleMs = 10_000;
const idlePerHost = 4;

type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * An agent for requests to addresses that others chose. The rule of {@link isPublicAddress} is applied where the
 * connection is made, so that no answer of the name's server can come between check and use: to a literal address, to
 * every address that a name has, and to the address that is really connected to before anything is sent. Certificates are
 * always verified, whatever the environment says.
 *
 * A request ends with a {@link ConnectionRefusal} where no connection may be made.
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

  /** Answers nothing, so that Node waits for `connected`: it gets the connection once it may be written to. */
  override createConnection(options: GuardedRequestOptions, connected: Connected = () => undefined): undefined {
    const host = options.host ?? "";
    const port = Number(options.port ?? 443);
    // Node looks up names only: a literal address never comes to `lookup`.
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

  /** A kept connection is checked like a new one; a request whose connection is refused ends with that error. */
  override reuseSocket(socket: net.Socket, request: ClientRequest): void {
    super.reuseSocket(socket, request);
    const { remoteAddress = "" } = socket;
    if (this.isAllowed(remoteAddress)) return;
    socket.destroy();
    request.destroy(refusal(remoteAddress));
  }
}

/** The connection was there and went: no fault of certificates or protocols. */
const lostCodes = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** An error in the moment in which nobody listens must not end the process; whoever uses the connection sees it close. */
function ignore(): void {}

function refusal(where: string): ConnectionRefusal {
  return new ConnectionRefusal("address_refused", `${where} is not a public address`);
}
