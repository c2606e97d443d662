import { at, dns, type Sample } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

/** DNS resolvers. */
export const resolvers: Sample[] = [
  {
    title: "dnsmasq",
    format: "dnsmasq",
    lines: [
      "Nov 22 10:15:00 dnsmasq[412]: query[A] Poe.com from 10.20.30.40",
      "Nov 22 10:15:00 dnsmasq[412]: forwarded poe.com to 192.0.2.53",
      "Nov 22 10:15:00 dnsmasq[412]: reply poe.com is 162.159.152.17",
      "Nov 22 10:15:00 gw dnsmasq[412]: 77 10.20.30.40/40044 query[AAAA] suno.com from 10.20.30.40",
      "Nov 22 10:15:00 gw dnsmasq[412]: 78 10.20.30.40/40044 query[PTR] 40.30.20.10.in-addr.arpa from 10.20.30.40",
      "Nov 22 10:15:00 gw dnsmasq-dhcp[412]: DHCPACK(eth0) 10.20.30.40 aa:bb:cc:dd:ee:ff jdoe-laptop",
      "Nov 22 10:15:00 gw dnsmasq[412]: query[A] jdoe-laptop from 10.20.30.40",
    ],
    records: [
      { ...dns, atMs: at, host: "poe.com" },
      { ...dns, atMs: at, host: "suno.com" },
    ],
  },
  {
    title: "BIND",
    format: "bind",
    lines: [
      "22-Nov-2026 10:15:00.000 queries: info: client @0x7f3c4c0a1b60 10.20.30.40#51234 (api.x.ai): query: api.x.ai IN A +E(0)K (192.0.2.53)",
      "Nov 22 10:15:00 ns1 named[811]: client 10.20.30.40#51235 (meta.ai): view internal: query: meta.ai IN HTTPS + (192.0.2.53)",
      "2026-11-22T10:15:00.000Z client @0x7f 2001:db8:1:2::7#51236 (pi.ai): query: pi.ai IN AAAA +T (2001:db8::53)",
      "22-Nov-2026 10:15:00.000 general: info: zone example.com/IN: loaded serial 7",
    ],
    records: [
      { ...dns, atMs: at, host: "api.x.ai" },
      { ...dns, atMs: at, host: "meta.ai" },
      { ...dns, atMs: at, host: "pi.ai", range: "2001:db8:1::x", department: "Research" },
    ],
  },
  {
    title: "Unbound",
    format: "unbound",
    lines: [
      "[1795342500] unbound[77:0] info: 10.20.30.40 api.deepseek.com. A IN",
      "[1795342500] unbound[77:0] info: 10.20.30.40 api.deepseek.com. A IN NOERROR 0.012000 0 66",
      "Nov 22 10:15:00 gw unbound: [77:0] reply: 10.20.30.40 huggingface.co. AAAA IN NOERROR 0.000000 1 90",
      "[1795342500] unbound[77:0] info: character.ai. always_nxdomain 10.20.30.40@40001 character.ai. A IN",
      "[1795342500] unbound[77:0] notice: init module 0: iterator",
    ],
    records: [
      { ...dns, atMs: at, host: "api.deepseek.com" },
      { ...dns, atMs: at, host: "huggingface.co" },
      { ...dns, atMs: at, host: "character.ai", action: "BLOCKED" },
    ],
  },
  {
    title: "Route 53 Resolver",
    format: "route53",
    lines: [
      '{"version":"1.100000","account_id":"123456789012","region":"eu-west-1","vpc_id":"vpc-1","query_timestamp":"2026-11-22T10:15:00Z","query_name":"bedrock-runtime.eu-west-1.amazonaws.com.","query_type":"A","query_class":"IN","rcode":"NOERROR","answers":[{"Rdata":"52.1.1.1","Type":"A","Class":"IN"}],"srcaddr":"10.20.30.40","srcport":"59000","transport":"UDP","srcids":{"instance":"i-0d15cd0d3adb8f8d5"}}',
      '{"version":"1.100000","query_timestamp":"2026-11-22T10:15:00Z","query_name":"sora.com.","query_type":"A","rcode":"NXDOMAIN","answers":[],"srcaddr":"10.20.30.40","transport":"UDP","firewall_rule_action":"BLOCK"}',
    ],
    records: [
      { ...dns, atMs: at, host: "bedrock-runtime.eu-west-1.amazonaws.com", transport: "UDP" },
      { ...dns, atMs: at, host: "sora.com", transport: "UDP", action: "BLOCKED" },
    ],
  },
];
