import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { payloadOf } from "@/lib/shadow-ai/ingest/formats/payload";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { LineParser, Reading, Sighting } from "@/lib/shadow-ai/ingest/sighting";
import { numberFrom } from "@/lib/shadow-ai/ingest/text/json";

const defaultColumns =
  "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status".split(
    " ",
  );
const columnsMax = 100;
/** CloudWatch Logs puts its own time before a line. */
const exportTime = /^\d{4}-\d\d-\d\dT\S{8,20} /;
const defaultForm = /^2 (?:\d{12}|unknown) \S{1,40} (?:[\da-f.:]{2,45}|-) (?:[\da-f.:]{2,45}|-) (?:\d+|-) (?:\d+|-) /;
const tcpSyn = 2;
const tcpSynAck = 18;
/** From here on ports are given to clients, by Linux (32768) and everybody else (49152). */
const clientPorts = 32_768;

/**
 * VPC flow logs: version 2 as it comes, or any fields below a header that names them. Each direction of a flow has a line of
 * its own: two lines of one window become one record. Hosts are addresses, unless DNS logs of the same import tell names.
 * https://docs.aws.amazon.com/vpc/latest/userguide/flow-log-records.html
 */
export const awsVpcFlow: Format = {
  likeness: (sample) =>
    shareOf(sample, ({ text }) => isHeader(text) || defaultForm.test(text.replace(exportTime, ""))) && 1,
  makeParser: () => new VpcFlowParser(),
};

class VpcFlowParser implements LineParser {
  private places = placesOf(defaultColumns);

  read(line: string): Reading {
    if (isHeader(line)) {
      this.places = placesOf(line.trim().split(/[ ,\t]+/, columnsMax));
      return null;
    }
    const values = line
      .replace(exportTime, "")
      .trim()
      .split(/[ ,\t]+/, columnsMax);
    if (values.length !== this.places.size)
      return "The line has not as many columns as its header, or as version 2 has.";
    return this.readFlow((column) => {
      const value = values[this.places.get(column) ?? -1];
      return value === "-" ? undefined : value;
    });
  }

  private readFlow(value: (column: string) => string | undefined): Reading {
    const source = value("pkt-srcaddr") ?? value("srcaddr");
    const destination = value("pkt-dstaddr") ?? value("dstaddr");
    const start = numberFrom(value("start"));
    const protocol = value("protocol");
    // NODATA and SKIPDATA: nothing was there to tell, or nothing was told.
    if (source === undefined || destination === undefined || (protocol !== "6" && protocol !== "17")) return null;
    const [sourcePort, destinationPort] = [numberFrom(value("srcport")) ?? 0, numberFrom(value("dstport")) ?? 0];
    if (sourcePort === 53 || destinationPort === 53) return null;
    const isReply = comesFromServer(sourcePort, destinationPort, numberFrom(value("tcp-flags")));
    const [client, server] = isReply ? [destination, source] : [source, destination];
    const [clientPort, port] = isReply ? [destinationPort, sourcePort] : [sourcePort, destinationPort];
    const [bytes, packets] = [numberFrom(value("bytes")), numberFrom(value("packets"))];
    const end = numberFrom(value("end"));
    const seen: Sighting = {
      atMs: start === null ? Number.NaN : start * 1_000,
      vantage: "NETWORK_TRAFFIC",
      client,
      address: server,
      port,
      transport: protocol,
      ...(isReply ? { bytesIn: bytes, packetsIn: packets } : { bytesOut: bytes, packetsOut: packets }),
      durationMs: start === null || end === null ? null : (end - start) * 1_000,
      action: value("action") === "REJECT" ? "BLOCKED" : value("action") === "ACCEPT" ? "ALLOWED" : "UNKNOWN",
      join: {
        key: `vpc ${value("interface-id") ?? ""} ${client} ${clientPort} ${server} ${port} ${protocol}`,
        part: isReply ? "FIGURES" : "NAME",
        repeats: true,
      },
    };
    return payloadOf(seen, "IP");
  }
}

/** Who opened the connection: by the flags of TCP, where they are logged, else by the ports. */
function comesFromServer(sourcePort: number, destinationPort: number, flags: number | null): boolean {
  if (flags !== null && (flags & tcpSynAck) === tcpSynAck) return true;
  if (flags !== null && (flags & tcpSyn) === tcpSyn) return false;
  if (sourcePort >= clientPorts && destinationPort >= clientPorts) return false;
  return sourcePort < destinationPort;
}

function isHeader(line: string): boolean {
  return /(?:^|[ ,\t])srcaddr(?:[ ,\t]|$)/.test(line) && /(?:^|[ ,\t])dstaddr(?:[ ,\t]|$)/.test(line);
}

/** Names as in the documentation; Athena and others write underscores. */
function placesOf(columns: readonly string[]): Map<string, number> {
  return new Map(columns.map((column, index) => [column.toLowerCase().replaceAll("_", "-"), index]));
}
