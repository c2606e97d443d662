import { isPrivateAddress } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Flow } from "@/lib/domains/shadow-ai/simulate/flow";
import {
  clockTime,
  endMs,
  iso,
  isUdp,
  type LogWriter,
  networkBytes,
  portSuffix,
} from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

/**
 * FortiGate: the web filter logs the host at the start of a session, and the forward traffic log has its figures at the
 * end. The session id joins them (docs.fortinet.com, "FortiOS Log Message Reference", messages 13312 and 13). Durations
 * are in seconds.
 */
export function fortigateWriter(): LogWriter {
  let sessionId = 40_000_000;
  return {
    flow(seen, emit) {
      if (isPrivateAddress(seen.server.address)) return;
      const flow = withoutQuic(seen);
      sessionId += 1;
      if (isWeb(flow)) emit("fortigate.log", flow.startMs + 40, webFilterLine(flow, sessionId));
      emit("fortigate.log", endMs(flow), forwardLine(flow, sessionId));
    },
  };
}

/** A firewall that logs names blocks QUIC, so browsers use TLS. */
function withoutQuic(flow: Flow): Flow {
  return flow.protocol === "QUIC" ? { ...flow, protocol: "TLS" } : flow;
}

function isWeb({ protocol }: Flow): boolean {
  return protocol === "TLS" || protocol === "HTTP";
}

function fortigateStart({ client, server, clientPort }: Flow, atMs: number, log: string): string {
  return [
    `date=${iso(atMs).slice(0, 10)} time=${clockTime(atMs)} devname="fw-edge-01" devid="FGT60F0000000001"`,
    `eventtime=${atMs}000000 tz="+0000" ${log} level="notice" vd="root"`,
    `srcip=${client.address} srcport=${clientPort} srcintf="lan" srcintfrole="lan"`,
    `dstip=${server.address} dstport=${server.port} dstintf="wan1" dstintfrole="wan"`,
    ...(client.user === null ? [] : [`user="${client.user}"`]),
  ].join(" ");
}

function webFilterLine(flow: Flow, sessionId: number): string {
  const { host } = flow.server;
  const log = `logid="${flow.blocked ? "0316013056" : "0317013312"}" type="utm" subtype="webfilter"`;
  return [
    fortigateStart(flow, flow.startMs + 40, `${log} eventtype="${flow.blocked ? "ftgd_blk" : "ftgd_allow"}"`),
    `sessionid=${sessionId} proto=6 service="HTTPS" hostname="${host}" profile="default"`,
    `action="${flow.blocked ? "blocked" : "passthrough"}" reqtype="direct" url="https://${host}/" sentbyte=517 rcvdbyte=0`,
    'direction="outgoing" msg="URL belongs to a category with policies" method="domain" cat=52 catdesc="Information Technology"',
  ].join(" ");
}

function forwardLine(flow: Flow, sessionId: number): string {
  return [
    fortigateStart(flow, endMs(flow), 'logid="0000000013" type="traffic" subtype="forward"'),
    `sessionid=${sessionId} proto=${isUdp(flow) ? 17 : 6} action="${flow.blocked ? "deny" : "close"}" policyid=7`,
    `service="${isWeb(flow) ? "HTTPS" : "other"}" duration=${Math.round(flow.durationMs / 1_000)}`,
    `sentbyte=${networkBytes(flow, "out")} rcvdbyte=${networkBytes(flow, "in")} sentpkt=${flow.packetsOut} rcvdpkt=${flow.packetsIn}`,
  ].join(" ");
}

/**
 * PAN-OS as CSV: TRAFFIC at the end of a session, with bytes and no name; THREAT of subtype url with the name and no
 * bytes. The session id joins them (docs.paloaltonetworks.com, "Traffic Log Fields" and "URL Filtering Log Fields").
 */
export function paloAltoWriter(): LogWriter {
  let sequence = 0;
  return {
    flow(seen, emit) {
      if (isPrivateAddress(seen.server.address)) return;
      const flow = withoutQuic(seen);
      sequence += 1;
      const session = 100_000 + (sequence % 3_900_000);
      if (isWeb(flow)) emit("pan.log", flow.startMs + 40, urlLine(flow, session, sequence));
      emit("pan.log", endMs(flow) + 1_000, trafficLine(flow, session, sequence));
    },
  };
}

function panTime(atMs: number): string {
  return `${iso(atMs).slice(0, 10).replaceAll("-", "/")} ${clockTime(atMs)}`;
}

/** The common fields of both kinds, up to the protocol. */
function panStart(flow: Flow, kind: string, atMs: number, session: number): (string | number)[] {
  const { client, server } = flow;
  const at = panTime(atMs);
  const user = client.user === null ? "" : `fabrikam\\${client.user}`;
  const app = { TLS: "ssl", HTTP: "web-browsing", QUIC: "quic", TCP: "ssh", UDP: "unknown-udp" }[flow.protocol];
  return [
    `1,${at},007051000012345,${kind},2817,${at},${client.address},${server.address},198.51.100.20,${server.address},outbound,${user},,${app}`,
    `vsys1,trust,untrust,ethernet1/2,ethernet1/1,forward,${at},${session},1,${flow.clientPort},${server.port},${flow.clientPort},${server.port},0x400053`,
    isUdp(flow) ? "udp" : "tcp",
  ];
}

function trafficLine(flow: Flow, session: number, sequence: number): string {
  const out = networkBytes(flow, "out");
  const back = networkBytes(flow, "in");
  const subtype = flow.blocked ? "deny" : "end";
  return [
    ...panStart(flow, `TRAFFIC,${subtype}`, endMs(flow), session),
    flow.blocked ? "deny" : "allow",
    out + back,
    out,
    back,
    flow.packetsOut + flow.packetsIn,
    panTime(flow.startMs),
    Math.round(flow.durationMs / 1_000),
    "any,0",
    sequence,
    "0x8000000000000000,10.0.0.0-10.255.255.255,United States,0",
    flow.packetsOut,
    flow.packetsIn,
    flow.blocked ? "policy-deny" : "tcp-fin",
    "0,0,0,0,,pa-edge-01,from-policy,,,0,,0,,N/A,0,0,0,0,e8c9a7f2-3d1b-4c55-9b1e-2f6a7d8c9b0a,0,0",
  ].join(",");
}

function urlLine(flow: Flow, session: number, sequence: number): string {
  return [
    ...panStart(flow, "THREAT,url", flow.startMs, session),
    flow.blocked ? "block-url" : "alert",
    `"${flow.server.host}${portSuffix(flow.server.port)}/"`,
    `(9999),computer-and-internet-info,informational,client-to-server,${sequence},0x8000000000000000`,
    "10.0.0.0-10.255.255.255,United States,,,0,,,0,,,,,,,,0,0,0,0,0,,pa-edge-01,,,,,0,,0,,N/A,unknown,AppThreat-0-0,0x0,0,4294967295",
  ].join(",");
}

/**
 * VPC flow logs, version 2 with its default fields: one line per direction and minute, without names
 * (docs.aws.amazon.com, "Flow log records"). The log of Route 53 Resolver is written beside it.
 */
export function vpcFlowWriter(): LogWriter {
  return {
    heads: {
      "vpc-flow.log":
        "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status\n",
    },
    flow(flow, emit) {
      const minutes = Math.max(1, Math.ceil(flow.durationMs / 60_000));
      const protocol = isUdp(flow) ? 17 : 6;
      const action = flow.blocked ? "REJECT" : "ACCEPT";
      const outBytes = networkBytes(flow, "out");
      const inBytes = networkBytes(flow, "in");
      for (let minute = 0; minute < minutes; minute++) {
        const startMs = flow.startMs + minute * 60_000;
        const start = Math.floor(startMs / 1_000);
        const end = Math.floor(Math.min(endMs(flow), startMs + 60_000) / 1_000);
        const line = (from: string, to: string, ports: string, packets: number, bytes: number) =>
          emit(
            "vpc-flow.log",
            end * 1_000 + 30_000,
            `2 123456789012 eni-0a1b2c3d4e5f60718 ${from} ${to} ${ports} ${protocol} ${packets} ${bytes} ${start} ${end} ${action} OK`,
          );
        const [out, back] = [part(flow.packetsOut, minute, minutes), part(flow.packetsIn, minute, minutes)];
        const { client, server, clientPort } = flow;
        if (out > 0)
          line(client.address, server.address, `${clientPort} ${server.port}`, out, part(outBytes, minute, minutes));
        if (back > 0)
          line(server.address, client.address, `${server.port} ${clientPort}`, back, part(inBytes, minute, minutes));
      }
    },
  };
}

/** One of the given number of integer parts of a total; the parts add up to it. */
function part(total: number, index: number, parts: number): number {
  return Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts);
}
