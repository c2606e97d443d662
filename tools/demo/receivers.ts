import { Agent, type RequestOptions } from "node:https";
import net from "node:net";
import type { Duplex } from "node:stream";
import { guardedAgent, setServiceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { makeCertificates } from "../receiver/certificates";
import { startHttpsReceiver } from "../receiver/https-receiver";
import { alertingUrl, archiveUrl, ticketsUrl } from "../seed/sample-resources";

/** The ticket system rejects every fourth request, so that the demo has retries. */
const refusedEvery = 4;

/**
 * Starts a server for the demo's webhooks and audit stream on this machine, and routes connections to the names of its endpoints there.
 * The address rules apply to all other connections. Returns a function that stops it.
 */
export async function startReceivers(): Promise<() => Promise<void>> {
  const names = [alertingUrl, archiveUrl, ticketsUrl].map((url) => new URL(url).hostname);
  const certificates = await makeCertificates(names);
  const receiver = await startHttpsReceiver(certificates);
  let tickets = 0;
  receiver.respond((response, { path }) => {
    // Received requests are not used, and a demo may run for weeks.
    receiver.received.length = 0;
    const isTicket = path === new URL(ticketsUrl).pathname;
    if (isTicket) tickets += 1;
    const isRefused = isTicket && tickets % refusedEvery === 0;
    response.writeHead(isRefused ? 500 : 202).end(isRefused ? "The queue is full." : "Accepted.");
  });

  const port = Number(new URL(receiver.url).port);
  const connect = ((options: net.TcpNetConnectOpts) =>
    net.connect({ ...options, host: "127.0.0.1", port })) as typeof net.connect;
  const here = guardedAgent({ allowPrivateNetwork: true, ca: certificates.authority, keepAlive: false, connect });
  setServiceTransport((usual) => {
    const agent = new NamesAgent(new Set(names), here, usual.fresh);
    return { pooled: agent, fresh: agent };
  });
  return () => receiver.close();
}

type Connected = (error: Error | null, socket: Duplex) => void;

/** Uses one agent for some names, and another for all other names. */
class NamesAgent extends Agent {
  constructor(
    private readonly names: ReadonlySet<string>,
    private readonly named: Agent,
    private readonly others: Agent,
  ) {
    super({ keepAlive: false });
  }

  override createConnection(options: RequestOptions, connected?: Connected): Duplex | null | undefined {
    const agent = this.names.has(options.host ?? "") ? this.named : this.others;
    return agent.createConnection(options, connected);
  }
}
