import { host, type Product, type Row, research } from "@/lib/domains/shadow-ai/ingest/testing/rows/row";
import { at } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

const address = "104.18.7.192";

const vpc = (rest: string) => `2 123456789012 eni-1 ${rest}`;
const sent = vpc("10.20.30.40 104.18.7.192 49761 443 6 20 4249 1795342500 1795342510 ACCEPT OK");

// biome-ignore format: a table
const vpcRows: Row[] = [
  ["the client's direction", sent, { host: address, port: 443, bytesOut: 3_449, packetsOut: 20, bytesIn: null, action: "ALLOWED", atMs: at }],
  ["the server's direction", vpc("104.18.7.192 10.20.30.40 443 49761 6 80 90000 1795342500 1795342510 ACCEPT OK"), { host: address, port: 443, bytesIn: 86_800, bytesOut: null, range: "10.20.30.x" }],
  ["QUIC", vpc("10.20.30.40 104.18.7.192 49761 443 17 10 2000 1795342500 1795342510 ACCEPT OK"), { transport: "UDP", bytesOut: 1_720 }],
  ["IPv6", vpc("2001:db8:1::7 2606:4700::6812:7c0 49761 443 6 10 2000 1795342500 1795342510 ACCEPT OK"), { host: "2606:4700::6812:7c0", bytesOut: 1_400, ...research }],
  ["a rejected connection", sent.replace("ACCEPT", "REJECT"), { action: "BLOCKED" }],
  ["from CloudWatch Logs", `2026-11-22T10:15:04.000Z ${sent}`, { host: address, atMs: at }],
  ["an unknown account", sent.replace("123456789012", "unknown"), { host: address }],
  ["a ping", vpc("10.20.30.40 104.18.7.192 0 0 1 4 336 1795342500 1795342510 ACCEPT OK"), "OTHER_PROTOCOL"],
  ["skipped data", vpc("- - - - - - - 1795342500 1795342510 - SKIPDATA"), "NO_DESTINATION"],
  ["a look-up", vpc("10.20.30.40 10.0.0.2 49800 53 17 1 60 1795342500 1795342510 ACCEPT OK"), "RESOLVER_TRAFFIC"],
  ["a short line", "2 123456789012 eni-1 10.20.30.40", "The line has a different number of columns than its header or, without a header, the version 2 format."],
];

const v5 = (rest: string) =>
  `version interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status tcp-flags pkt-srcaddr pkt-dstaddr flow-direction\n5 eni-1 ${rest}`;

// biome-ignore format: a table
const v5Rows: Row[] = [
  ["the addresses of packets", v5("10.20.30.40 10.0.0.9 49761 443 6 10 1400 1795342500 1795342560 ACCEPT OK 2 10.20.30.40 104.18.7.192 egress"), { host: address, bytesOut: 1_000, range: "10.20.30.x" }],
  ["a NAT gateway before the client", v5("10.0.0.9 104.18.7.192 1024 443 6 10 1400 1795342500 1795342560 ACCEPT OK 3 10.20.30.40 104.18.7.192 egress"), { host: address, bytesOut: 1_000, range: "10.20.30.x" }],
  ["an answer by its flags", v5("104.18.7.192 10.20.30.40 50000 40000 6 10 1400 1795342500 1795342560 ACCEPT OK 18 104.18.7.192 10.20.30.40 ingress"), { host: address, port: 50_000, bytesIn: 1_000, range: "10.20.30.x" }],
  ["no flags", v5("10.20.30.40 104.18.7.192 49761 443 6 10 1400 1795342500 1795342560 ACCEPT OK 0 10.20.30.40 104.18.7.192 egress"), { host: address, port: 443, bytesOut: 1_000 }],
  ["IPv6", v5("2001:db8:1::7 2606:4700::1 49761 443 6 10 1600 1795342500 1795342560 ACCEPT OK 2 2001:db8:1::7 2606:4700::1 egress"), { host: "2606:4700::1", bytesOut: 1_000, ...research }],
  ["no data", v5("- - - - - - - 1795342500 1795342560 - NODATA - - - -"), "NO_DESTINATION"],
  ["names of Athena", "version,interface_id,srcaddr,dstaddr,srcport,dstport,protocol,num_packets,bytes,start,end,action,pkt_srcaddr,pkt_dstaddr\n5,eni-1,10.20.30.40,10.0.0.9,49761,443,6,10,1400,1795342500,1795342560,ACCEPT,10.20.30.40,104.18.7.192", { host: address, action: "ALLOWED" }],
];

const vnet = (...flowTuples: string[]) =>
  JSON.stringify({
    ...{ time: "2026-11-22T10:16:00Z", flowLogVersion: 4, category: "FlowLogFlowEvent" },
    flowRecords: { flows: [{ aclID: "1", flowGroups: [{ rule: "r", flowTuples }] }] },
  });

// biome-ignore format: a table
const vnetRows: Row[] = [
  ["the end of a flow", vnet(`1795342500000,10.20.30.40,${address},50123,443,6,O,E,NX,12,1500,20,24000`), { host: address, port: 443, bytesOut: 1_500, bytesIn: 24_000, packetsOut: 12, packetsIn: 20, action: "ALLOWED", atMs: at }],
  ["the middle of a flow", vnet(`1795342500000,10.20.30.40,${address},50123,443,6,O,C,X,12,1500,20,24000`), { bytesOut: 1_500 }],
  ["QUIC", vnet(`1795342500000,10.20.30.40,${address},50123,443,17,O,E,NX,1,2,3,4`), { transport: "UDP", bytesOut: 2, bytesIn: 4 }],
  ["IPv6", vnet("1795342500000,2001:db8:1::7,2606:4700::1,50123,443,6,O,E,X_MATCH,1,2,3,4"), { host: "2606:4700::1", ...research }],
  ["6 TiB", vnet(`1795342500000,10.20.30.40,${address},50123,443,6,O,E,NX,12,6597069766656,20,24000`), { bytesOut: 6_597_069_766_656 }],
  ["a denied flow", vnet(`1795342500000,10.20.30.40,${address},50123,443,6,O,D,NX,0,0,0,0`), { action: "BLOCKED" }],
  ["the beginning of a flow", vnet(`1795342500000,10.20.30.40,${address},50123,443,6,O,B,NX,0,0,0,0`), "INCOMPLETE"],
  ["an inbound flow", vnet(`1795342500000,${address},10.20.30.40,50123,443,6,I,E,NX,1,2,3,4`), "OTHER_LOG"],
  ["a look-up", vnet("1795342500000,10.20.30.40,192.0.2.53,50123,53,17,O,E,NX,1,2,3,4"), "RESOLVER_TRAFFIC"],
  ["a ping", vnet(`1795342500000,10.20.30.40,${address},0,0,1,O,E,NX,1,2,3,4`), "OTHER_PROTOCOL"],
];

const gcp = (payload: object, connection: object = {}) =>
  JSON.stringify({
    jsonPayload: {
      connection: {
        src_ip: "10.20.30.40",
        src_port: 50123,
        dest_ip: address,
        dest_port: 443,
        protocol: 6,
        ...connection,
      },
      ...{ start_time: "2026-11-22T10:15:00.5Z", end_time: "2026-11-22T10:15:02Z", reporter: "SRC", ...payload },
    },
    ...{ resource: { type: "gce_subnetwork" }, timestamp: "2026-11-22T10:15:10Z" },
  });

// biome-ignore format: a table
const gcpRows: Row[] = [
  ["the client's direction", gcp({ bytes_sent: "1500", packets_sent: "12" }), { host: address, port: 443, bytesOut: 1_500, packetsOut: 12, atMs: at + 500 }],
  ["the server's direction", gcp({ bytes_sent: "24000", packets_sent: "20" }, { src_ip: address, src_port: 443, dest_ip: "10.20.30.40", dest_port: 50123 }), { host: address, port: 443, bytesIn: 24_000, bytesOut: null, range: "10.20.30.x" }],
  ["QUIC", gcp({ bytes_sent: "7" }, { protocol: 17 }), { transport: "UDP" }],
  ["IPv6", gcp({ bytes_sent: "7" }, { src_ip: "2001:db8:1::7", dest_ip: "2606:4700::1" }), { host: "2606:4700::1", ...research }],
  ["6 TiB", gcp({ bytes_sent: "6597069766656" }), { bytesOut: 6_597_069_766_656 }],
  ["a denied connection", gcp({ disposition: "DENIED" }), { host: address, action: "BLOCKED" }],
  ["an allowed connection", gcp({ disposition: "ALLOWED" }), { host: address, action: "ALLOWED" }],
  ["a ping", gcp({}, { protocol: 1 }), "OTHER_PROTOCOL"],
  ["a look-up", gcp({}, { dest_port: 53, protocol: 17 }), "RESOLVER_TRAFFIC"],
  ["an answer of a resolver", gcp({}, { src_port: 53, protocol: 17 }), "RESOLVER_TRAFFIC"],
];

const ends = { "id.orig_h": "10.20.30.40", "id.orig_p": 50123, "id.resp_h": address, "id.resp_p": 443 };
const zeek = (_path: string, members: object) =>
  JSON.stringify({ _path, ts: "2026-11-22T10:15:00.123456Z", uid: "C1", ...ends, ...members });
const tsv = (path: string, names: string, values: string) =>
  `#separator \\x09\n#path\t${path}\n#fields\t${names.replaceAll(" ", "\t")}\n${values.replaceAll(" ", "\t")}`;

// biome-ignore format: a table
const corelightRows: Row[] = [
  ["ssl", zeek("ssl", { _system_name: "s1", server_name: "Claude.AI", version: "TLSv13", ja4: "t13d1516h2_8daaf6152771_b0da82dd1658" }), { host: "claude.ai", tlsFingerprint: "t13d1516h2_8daaf6152771_b0da82dd1658", atMs: at + 123 }],
  ["reduced conn", zeek("conn_red", { proto: "tcp", orig_bytes: 6597069766656, resp_bytes: 5000, duration: 0.5 }), { host: address, bytesOut: 6_597_069_766_656, durationMs: 500 }],
  ["quic", zeek("quic", { server_name: "gemini.google.com", client_protocol: "h3", history: "ISisHCDdFf" }), { host: "gemini.google.com", transport: "UDP" }],
  ["dns", zeek("dns", { proto: "udp", query: "claude.ai", answers: ["160.79.104.10", "x.example"] }), { host: "claude.ai", vantage: "DNS" }],
  ["http", zeek("http", { method: "POST", host: "ollama.corp.example:11434", uri: "/api/generate?q=SECRET", request_body_len: 310, "id.resp_p": 11434 }), { host: "ollama.corp.example", port: 11_434, bytesOut: 310, path: "/api/generate" }],
  ["IPv6", zeek("ssl", { "id.orig_h": "2001:db8:1::7", "id.resp_h": "2606:4700::1", server_name: host }), { host, ...research }],
  ["nested addresses", JSON.stringify({ _path: "ssl", ts: 1795342500.5, uid: "C1", id: { orig_h: "10.20.30.40", resp_h: address, resp_p: 443 }, server_name: host }), { host, port: 443, range: "10.20.30.x", atMs: at + 500 }],
  ["conn of a resolver", zeek("conn", { proto: "udp", service: "dns", "id.resp_p": 53 }), "RESOLVER_TRAFFIC"],
  ["conn of a ping", zeek("conn", { proto: "icmp" }), "OTHER_PROTOCOL"],
  ["files", zeek("files", { mime_type: "text/html" }), "OTHER_LOG"],
];

// biome-ignore format: a table
const zeekRows: Row[] = [
  ["unset columns", tsv("ssl", "ts uid id.orig_h id.resp_h id.resp_p server_name", `1795342500.25 C1 10.20.30.40 ${address} 443 -`), { host: address, port: 443, atMs: at + 250 }],
  ["columns of a site", tsv("conn-internal", "ts vlan id.orig_h id.resp_h id.resp_p proto orig_bytes resp_bytes", `1795342500.0 7 10.20.30.40 ${address} 443 tcp 400 900`), { host: address, bytesOut: 400, bytesIn: 900 }],
  ["an absolute URI", tsv("http", "ts id.orig_h id.resp_h id.resp_p method host uri", "1795342500.0 10.20.30.40 10.1.1.1 3128 GET claude.ai http://claude.ai/new?q=SECRET"), { host: "claude.ai", port: 80, path: "/new" }],
  ["a multicast look-up", tsv("dns", "ts id.orig_h id.resp_p proto query", "1795342500.0 10.20.30.40 5353 udp jdoe-laptop.local"), "NO_DESTINATION"],
  ["another log", tsv("x509", "ts fingerprint", "1795342500.0 F1"), "OTHER_LOG"],
];

export const flowProducts: Product[] = [
  { product: "VPC flow logs, version 2", format: "aws-vpc-flow", rows: vpcRows },
  { product: "AWS VPC flow logs, version 5", format: "aws-vpc-flow", rows: v5Rows },
  { product: "Azure VNet flow logs", format: "azure", rows: vnetRows },
  { product: "Google Cloud VPC flow logs", format: "gcp", rows: gcpRows },
  { product: "Corelight", format: "zeek", rows: corelightRows },
  { product: "Zeek", format: "zeek", rows: zeekRows },
];
