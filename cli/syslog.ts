import { readFileSync } from "node:fs";
import { isIP, SocketAddress } from "node:net";
import { join, resolve as resolvePath } from "node:path";
import { createCounters, forward, listen, Spool } from "@/lib/domains/syslog";
import { withLock } from "@/server/database/embedded/lock";
import { defineCommand, type Surroundings } from "./support/command";
import { messageOf, UsageError } from "./support/errors";
import { parseWholeNumber } from "./support/flags";
import { requireFlag } from "./support/input";
import { pairs, readOptions, readService, reporter, serveMetrics, sourceName } from "./support/log-sender";

const usage = `Usage: npm run syslog -- --url <url> --spool <directory> [--udp <port>]… [--tcp <port>]… [--tls <port> --cert <file> --key <file>]…

Receives network logs through syslog (RFC 3164, 5424 and 6587) and sends them to the service. Messages are stored in the
spool directory until the service has accepted them. The command needs no database. Set the environment variable
GOVERNANCE_API_KEY to an API key with the scope sensors:write.

  --url <url>           Address of the service, for example https://audit.example.com.
  --spool <directory>   Directory for messages. Use a separate one for each process.
  --udp <port>          UDP port. --udp, --tcp and --tls can be repeated.
  --tcp <port>          TCP port.
  --tls <port>          TCP port with TLS.
  --cert <file>         Certificate of the TLS ports with its intermediate certificates, as PEM.
  --key <file>          Private key of the certificate, as PEM.
  --client-ca <file>    Certificate authority of the senders, as PEM. Connections without such a certificate are refused.
  --host <address>      Address to listen on. Default: 127.0.0.1.
  --source <name>=<sender>
                        The source of messages from an IP address, or of all messages to a port (:5514). Can be repeated.
  --default-source <name>
                        The source of all other messages. Default: syslog.
  --options <source>=<parameters>
                        Query parameters for a source's logs, for example firewall=format=palo-alto&timeZone=Europe/London.
  --spool-mb <number>   Size of the spool in MB above which TCP senders are blocked. UDP messages are dropped
                        above half of it. Default: 1000.
  --send-every <seconds>
                        Time after which received messages are sent. Default: 10.
  --metrics-port <port> Port of 127.0.0.1 for Prometheus metrics (/metrics).
  --help                Show this help.`;

/** The service imports logs up to 4 MiB immediately, even if they are not compressed. */
const segmentBytes = 3_500_000;
const reportEveryMs = 60_000;

export const command = defineCommand({
  usage,
  flags: {
    ...{ url: "string", spool: "string", host: "string", cert: "string", key: "string", "client-ca": "string" },
    ...{ udp: "strings", tcp: "strings", tls: "strings", source: "strings", "default-source": "string" },
    ...{ options: "strings", "spool-mb": "string", "send-every": "string", "metrics-port": "string" },
  },
  async run(flags, surroundings) {
    const { url, apiKey } = readService(flags.url);
    const ports = (flag: string, given: string[] = []) => given.map((port) => parseWholeNumber(flag, port, 0, 65_535));
    const tls = ports("--tls", flags.tls);
    const listening = { udp: ports("--udp", flags.udp), tcp: ports("--tcp", flags.tcp), tls };
    if (Object.values(listening).flat().length === 0)
      throw new UsageError("Specify --udp, --tcp or --tls. See --help.");
    const certificate = tls.length === 0 ? {} : readCertificate(flags);
    const defaultSource = sourceName("--default-source", flags["default-source"] ?? "syslog");
    const allPorts = Object.values(listening).flat();
    const sources = new Map(
      pairs("--source", flags.source).map(([name, sender]) => [readSender(sender, allPorts), name]),
    );
    const options = readOptions(flags.options, [defaultSource, ...sources.values()]);
    const settings = {
      ...{ url, apiKey, spool: resolvePath(requireFlag("--spool", flags.spool)), options },
      limitBytes: parseWholeNumber("--spool-mb", flags["spool-mb"] ?? "1000", 50, 1_000_000) * 1_000_000,
      segmentMs: parseWholeNumber("--send-every", flags["send-every"] ?? "10", 1, 3_600) * 1_000,
      metricsPort: flags["metrics-port"],
      listening: {
        ...{ ...listening, certificate, host: flags.host ?? "127.0.0.1" },
        sourceOf: (address: string, port: number) => sources.get(address) ?? sources.get(`:${port}`) ?? defaultSource,
      },
    };
    await withLock(join(settings.spool, "lock"), { timeoutMs: 0 }, () => serve(settings, surroundings));
  },
});

interface Settings {
  url: string;
  apiKey: string;
  spool: string;
  options: Map<string, string>;
  limitBytes: number;
  segmentMs: number;
  metricsPort: string | undefined;
  listening: Omit<Parameters<typeof listen>[2], "onError">;
}

/** Runs until the program ends and everything is written. */
async function serve(settings: Settings, { out, program }: Surroundings): Promise<void> {
  const report = reporter(out);
  const { spool: directory, limitBytes, segmentMs, url, apiKey, options } = settings;
  const onError = (error: unknown) =>
    report({ level: "error", message: "messages cannot be stored", error: messageOf(error) });
  const spool = new Spool({ directory, limitBytes, segmentBytes, segmentMs, onError });
  let kernelDrops = () => 0;
  const counters = createCounters(
    () => spool.bytes,
    () => kernelDrops(),
  );
  await serveMetrics(settings.metricsPort, counters.registry);
  const listeners = await listen(spool, counters, { ...settings.listening, onError });
  kernelDrops = listeners.kernelDrops;
  const reportCounters = async (message: string) => report({ level: "info", message, ...(await counters.values()) });
  const timer = setInterval(() => void reportCounters("counters"), reportEveryMs);
  const stopping = new AbortController();
  const forwarding = forward(spool, counters, { url, apiKey, options, report, signal: stopping.signal });
  const stopped = new Promise<void>((resolve) => {
    program.onExit(async () => {
      clearInterval(timer);
      await listeners.stop();
      stopping.abort();
      await forwarding;
      await spool.close();
      await reportCounters("stopped");
      resolve();
    });
  });
  report({ level: "info", message: "listening", ...listeners.ports, spoolBytes: spool.bytes });
  await stopped;
}

function readCertificate(flags: { cert?: string; key?: string; "client-ca"?: string }) {
  const read = (flag: string, path: string | undefined) => {
    try {
      return readFileSync(requireFlag(flag, path));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${flag}: could not read ${path}: ${messageOf(error)}`);
    }
  };
  const authority = flags["client-ca"];
  return {
    ...{ cert: read("--cert", flags.cert), key: read("--key", flags.key) },
    ...(authority !== undefined && { ca: read("--client-ca", authority), requestCert: true, rejectUnauthorized: true }),
  };
}

/** A sender as the listener sees it: an address in its usual form, or a port with a colon. */
function readSender(sender: string, listening: number[]): string {
  const version = isIP(sender);
  if (version !== 0) {
    const { address } = new SocketAddress({ address: sender, family: version === 6 ? "ipv6" : "ipv4" });
    return address.replace(/^::ffff:(?=\d+\.)/, "");
  }
  if (!sender.startsWith(":")) {
    throw new UsageError(`--source: ${sender} must be an IP address, or a port such as :5514.`);
  }
  const port = parseWholeNumber("--source", sender.slice(1), 1, 65_535);
  if (!listening.includes(port)) throw new UsageError(`--source: port ${port} is not one of --udp, --tcp and --tls.`);
  return `:${port}`;
}
