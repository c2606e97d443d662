import { host, type Product, type Row, research } from "@/lib/domains/shadow-ai/ingest/testing/rows/row";
import { at } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

const dnsmasq = (message: string, program = "dnsmasq[412]") => `Nov 22 10:15:00 gw ${program}: ${message}`;

// biome-ignore format: a table
const dnsmasqRows: Row[] = [
  ["a type without a name", dnsmasq(`query[type=65] ${host} from 10.20.30.40`), { host, vantage: "DNS", range: "10.20.30.x", atMs: at }],
  ["IPv6", dnsmasq("query[AAAA] Claude.AI from 2001:db8:1::7"), { host: "claude.ai", ...research }],
  ["a time with a zone", `2026-11-22T11:15:00.123456+01:00 gw dnsmasq[412]: query[A] ${host} from 10.20.30.40`, { atMs: at + 123 }],
  ["a cached answer", dnsmasq(`cached ${host} is 104.18.7.192`), "DNS_ANSWER"],
  ["an alias", dnsmasq(`reply ${host} is <CNAME>`), "DNS_ANSWER"],
  ["a blocked name of Pi-hole", dnsmasq("gravity blocked claude.ai is 0.0.0.0"), "OTHER_LOG"],
  ["a message about DHCP", dnsmasq("DHCPACK(eth0) 10.20.30.40 aa:bb:cc:dd:ee:ff jdoe-laptop", "dnsmasq-dhcp[412]"), "OTHER_LOG"],
];

const bind = (rest: string) => `22-Nov-2026 10:15:00.123 queries: info: client @0x7f3c4c0a1b60 ${rest}`;

// biome-ignore format: a table
const bindRows: Row[] = [
  ["a query over TCP with EDNS", bind(`10.20.30.40#51234 (${host}): query: ${host} IN A +E(0)TDK (192.0.2.53)`), { host, atMs: at + 123 }],
  ["a client subnet", bind(`10.20.30.40#51234 (${host}): query: ${host} IN A +E(0)K (192.0.2.53) [ECS 10.20.30.0/24/0]`), { host, range: "10.20.30.x" }],
  ["a key", bind(`10.20.30.40#51234/key office (${host}): view internal: query: ${host} IN HTTPS + (192.0.2.53)`), { host }],
  ["IPv6 with an interface", bind("2001:db8:1::7%eth0#51234 (claude.ai): query: claude.ai IN TYPE65 + (2001:db8::53)"), { host: "claude.ai", ...research }],
  ["an older version through syslog", `<30>Nov 22 10:15:00 ns1 named[811]: client 10.20.30.40#51235: query: Poe.com IN AAAA +`, { host: "poe.com", atMs: at }],
  ["a rewritten answer", bind("10.20.30.40#51234 (claude.ai): rpz QNAME NXDOMAIN rewrite claude.ai/A/IN via claude.ai.rpz.local"), "OTHER_LOG"],
  ["a denied query", "22-Nov-2026 10:15:00.123 security: info: client @0x7f 192.0.2.7#51234 (claude.ai): query (cache) 'claude.ai/A/IN' denied", "OTHER_LOG"],
];

const unbound = (rest: string) => `[1795342500] unbound[77:0] info: ${rest}`;

// biome-ignore format: a table
const unboundRows: Row[] = [
  ["a query", unbound("10.20.30.40 Claude.AI. HTTPS IN"), { host: "claude.ai", atMs: at }],
  ["IPv6", unbound("2001:db8:1::7 claude.ai. AAAA IN"), { host: "claude.ai", ...research }],
  ["a time with a zone", "2026-11-22T11:15:00.123+01:00 unbound[77:0] query: 10.20.30.40 claude.ai. A IN", { atMs: at + 123 }],
  ["a newer syslog header", "<30>1 2026-11-22T10:15:00Z gw unbound 77 - - [77:0] info: 10.20.30.40 claude.ai. A IN", { host: "claude.ai", atMs: at }],
  ["only a reply", unbound("10.20.30.40 claude.ai. A IN NXDOMAIN 0.012000 0 66"), { host: "claude.ai" }],
  ["a blocked name", unbound("claude.ai. refuse 10.20.30.40@40001 claude.ai. A IN"), { host: "claude.ai", action: "BLOCKED" }],
  ["a name that may pass", unbound("claude.ai. inform 10.20.30.40@40001 claude.ai. A IN"), "OTHER_LOG"],
];

const route53 = (members: object) =>
  JSON.stringify({
    ...{ version: "1.100000", account_id: "123456789012", region: "eu-west-1", vpc_id: "vpc-1" },
    ...{ query_timestamp: "2026-11-22T10:15:00Z", query_name: `${host}.`, query_type: "A", query_class: "IN" },
    ...{ rcode: "NOERROR", answers: [], srcaddr: "10.20.30.40", srcport: "59000", transport: "UDP" },
    ...members,
  });

// biome-ignore format: a table
const route53Rows: Row[] = [
  ["over TCP", route53({ transport: "TCP" }), { host, transport: "TCP", atMs: at }],
  ["IPv6", route53({ srcaddr: "2001:db8:1::7", query_type: "AAAA", answers: [{ Rdata: "2606:4700::6812:7c0", Type: "AAAA", Class: "IN" }] }), { host, ...research }],
  ["an alias", route53({ answers: [{ Rdata: "x.cdn.example.", Type: "CNAME", Class: "IN" }, { Rdata: "104.18.7.192", Type: "A", Class: "IN" }] }), { host }],
  ["upper case", route53({ query_name: "CLAUDE.AI." }), { host: "claude.ai" }],
  ["a blocked name", route53({ rcode: "NXDOMAIN", firewall_rule_action: "BLOCK", firewall_rule_group_id: "rslvr-1" }), { host, action: "BLOCKED" }],
  ["a name with an alert", route53({ firewall_rule_action: "ALERT" }), { host, range: "10.20.30.x" }],
  ["an export of CloudWatch Logs", `2026-11-22T10:15:04.000Z ${route53({})}`, { host, atMs: at }],
  ["a reverse look-up", route53({ query_name: "40.30.20.10.in-addr.arpa.", query_type: "PTR" }), "NO_DESTINATION"],
  ["no time", route53({ query_timestamp: "" }), "The time is missing or cannot be parsed."],
];

const gcp = (payload: object) =>
  JSON.stringify({
    jsonPayload: {
      queryName: `${host}.`,
      queryType: "A",
      responseCode: "NOERROR",
      sourceIP: "10.20.30.40",
      protocol: "UDP",
      ...payload,
    },
    ...{ resource: { type: "dns_query" }, timestamp: "2026-11-22T10:15:00.123456789Z", severity: "INFO" },
  });

// biome-ignore format: a table
const gcpRows: Row[] = [
  ["an answer", gcp({ rdata: `${host}.\t300\tIN\ta\t104.18.7.192` }), { host, vantage: "DNS", atMs: at + 123, transport: "UDP" }],
  ["two answers", gcp({ rdata: `${host}.\t300\tIN\ta\t104.18.7.192\n${host}.\t300\tIN\ta\t104.18.6.192` }), { host }],
  ["an alias", gcp({ rdata: `${host}.\t300\tIN\tcname\tx.cdn.example.` }), { host }],
  ["over TCP", gcp({ protocol: "TCP" }), { host, transport: "TCP" }],
  ["IPv6", gcp({ sourceIP: "2001:db8:1::7", queryType: "AAAA" }), { host, ...research }],
  ["no such name", gcp({ responseCode: "NXDOMAIN", queryName: "nothing.example." }), { host: "nothing.example" }],
  ["upper case", gcp({ queryName: "Claude.AI." }), { host: "claude.ai" }],
  ["a type without an address", gcp({ queryType: "HTTPS" }), { host }],
  ["no client", gcp({ sourceIP: undefined }), "NO_CLIENT"],
  ["a reverse look-up", gcp({ queryName: "40.30.20.10.in-addr.arpa." }), "NO_DESTINATION"],
];

const coredns = (rest: string) => `2026-11-22T10:15:00Z ${rest}`;

// biome-ignore format: a table
const corednsRows: Row[] = [
  ["another class", coredns('[INFO] 10.20.30.40:53211 - 7 "TXT CH version.bind. udp 30 false 512" REFUSED qr 0 0.01s'), { host: "version.bind" }],
  ["a message of a plugin", coredns("[INFO] plugin/reload: Running configuration SHA512 = 1"), "OTHER_LOG"],
  ["an error", coredns(`[ERROR] plugin/errors: 2 ${host}. A: read udp 10.20.30.40:53->192.0.2.53:53: i/o timeout`), "OTHER_LOG"],
  ["no time", `[INFO] 10.20.30.40:53211 - 7 "A IN ${host}. udp 30 false 512" NOERROR qr 0 0.01s`, "The time is missing or cannot be parsed."],
];

export const resolverProducts: Product[] = [
  { product: "dnsmasq", format: "dnsmasq", rows: dnsmasqRows },
  { product: "BIND", format: "bind", rows: bindRows },
  { product: "Unbound", format: "unbound", rows: unboundRows },
  { product: "Route 53 Resolver", format: "route53", rows: route53Rows },
  { product: "Google Cloud DNS", format: "gcp", rows: gcpRows },
  { product: "CoreDNS", format: "coredns", rows: corednsRows },
];
