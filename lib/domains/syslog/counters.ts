import { Counter, Gauge, Registry } from "prom-client";

export type Counters = ReturnType<typeof createCounters>;

/** The metrics of a syslog listener. */
export function createCounters(spoolBytes: () => number, kernelDrops: () => number) {
  const registry = new Registry();
  const counter = (name: string, help: string) =>
    new Counter({ name: `gas_syslog_${name}_total`, help, registers: [registry] });
  new Gauge({
    name: "gas_syslog_spool_bytes",
    help: "Size of the messages in the spool directory, without rejected segments.",
    registers: [registry],
    collect() {
      this.set(spoolBytes());
    },
  });
  new Gauge({
    name: "gas_syslog_udp_kernel_drops",
    help: "UDP messages that the kernel discarded because the receive buffers were full. Linux only.",
    registers: [registry],
    collect() {
      this.set(kernelDrops());
    },
  });
  return {
    registry,
    received: counter("messages_received", "Messages written to the spool."),
    dropped: counter("messages_dropped", "UDP messages discarded because the spool was full."),
    truncated: counter(
      "messages_truncated",
      "Messages that were shortened to 64 KiB, or that were incomplete when their connection ended.",
    ),
    refused: counter(
      "connections_refused",
      "Connections closed because of the connection limit, invalid framing, a failed TLS handshake or no message.",
    ),
    forwarded: counter("lines_forwarded", "Lines that the service accepted."),
    rejected: counter("lines_rejected", "Lines that the service rejected."),
    retries: counter("forward_retries", "Failed attempts to send a segment."),
    /** The values by name. */
    async values(): Promise<Record<string, number>> {
      const all = await registry.getMetricsAsJSON();
      return Object.fromEntries(
        all.map(({ name, values }) => [name.replace(/^gas_syslog_|_total$/g, ""), values[0]?.value ?? 0]),
      );
    },
  };
}
