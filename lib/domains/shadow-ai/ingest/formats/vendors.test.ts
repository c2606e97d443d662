import { expect, test } from "vitest";
import { skipReasons } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import { readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";
import { products as others } from "@/lib/domains/shadow-ai/ingest/testing/rows";
import { host, type Product, type Row } from "@/lib/domains/shadow-ai/ingest/testing/rows/row";
import { samples } from "@/lib/domains/shadow-ai/ingest/testing/samples";
import { at } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

function cef(header: string, extension: string): string {
  return `Nov 22 10:15:00 gw CEF:0|${header}|src=10.20.30.40 dst=104.18.7.192 dpt=443 ${extension}`;
}

const panTraffic = "Palo Alto Networks|PAN-OS|11.0|end|TRAFFIC|1";
const panTime = "rt=Nov 22 2026 10:15:00";
const panOsCef: Row[] = [
  [
    "in is sent by the client",
    cef(panTraffic, `${panTime} dhost=${host} in=4000 out=41000`),
    { bytesOut: 4_000, bytesIn: 41_000 },
  ],
  ["only in", cef(panTraffic, `${panTime} dhost=${host} in=4000`), { bytesOut: 4_000, bytesIn: null }],
  ["only out", cef(panTraffic, `${panTime} dhost=${host} out=41000`), { bytesOut: null, bytesIn: 41_000 }],
  ["zero bytes", cef(panTraffic, `${panTime} dhost=${host} in=0 out=0`), { bytesOut: 0, bytesIn: 0 }],
  [
    "elapsed seconds",
    cef(panTraffic, `${panTime} dhost=${host} cn3Label=Elapsed time in seconds cn3=28`),
    { durationMs: 28_000 },
  ],
  ["another cn3", cef(panTraffic, `${panTime} dhost=${host} cn3Label=Other cn3=28`), { durationMs: null }],
  ["the device's time zone", cef(panTraffic, `rt=Nov 22 2026 11:15:00 dtz=Europe/Berlin dhost=${host}`), { atMs: at }],
  ["a started session", cef("Palo Alto Networks|PAN-OS|11.0|start|TRAFFIC|1", panTime), "INCOMPLETE"],
  [
    "a URL",
    cef("Palo Alto Networks|PAN-OS|11.0|url|THREAT|1", `${panTime} request=${host}/v1/files?k\\=SECRET`),
    { host, path: "/v1/files" },
  ],
  ["another threat", cef("Palo Alto Networks|PAN-OS|11.0|spyware|THREAT|4", panTime), "OTHER_LOG"],
  ["a system log", cef("Palo Alto Networks|PAN-OS|11.0|auth|SYSTEM|3", panTime), "OTHER_LOG"],
  [
    "McAfee Web Gateway",
    cef("McAfee|Web Gateway|12|200|GET|1", `rt=1795342500000 request=https://${host}/ in=400 out=900`),
    { bytesOut: 400, bytesIn: 900 },
  ],
  [
    "Skyhigh Secure Web Gateway",
    cef("Skyhigh Security|Secure Web Gateway|12|200|GET|1", `rt=1795342500000 dhost=${host} in=400 out=900`),
    { bytesOut: 400, bytesIn: 900 },
  ],
  [
    "Zscaler: out is sent by the client",
    cef("Zscaler|NSSWeblog|5.7|Allowed|Allowed|3", `rt=Nov 22 2026 10:15:00 dhost=${host} in=900 out=400`),
    { bytesOut: 400, bytesIn: 900 },
  ],
  [
    "Check Point: out is sent by the client",
    cef("Check Point|VPN-1 & FireWall-1|R81|Accept|https|0", `rt=1795342500000 dhost=${host} in=900 out=400`),
    { bytesOut: 400, bytesIn: 900 },
  ],
];

const forti = "Fortinet|Fortigate|v7.4.1|00013|traffic:forward close|3";
const fortiCef = `deviceExternalId=FGT60 FTNTFGTeventtime=1795342500000000000 FTNTFGTtz=+0100 FTNTFGTlogid=0000000013 cat=traffic:forward start=Nov 22 2026 11:15:00 dhost=${host} proto=6`;
const fortiGateCef: Row[] = [
  ["eventtime before start", cef(forti, fortiCef), { atMs: at }],
  ["eventtime in seconds", cef(forti, fortiCef.replace("000000000 FTNT", " FTNT")), { atMs: at }],
  ["start in the device's zone", cef(forti, fortiCef.replace(/FTNTFGTeventtime=\d+ /, "")), { atMs: at }],
  ["out is sent by the client", cef(forti, `${fortiCef} out=400 in=900`), { bytesOut: 400, bytesIn: 900 }],
  [
    "bytes without headers",
    cef(forti, `${fortiCef} out=3000 in=41000 FTNTFGTsentpkt=25 FTNTFGTrcvdpkt=60`),
    { bytesOut: 2_000, bytesIn: 38_600 },
  ],
  ["a duration", cef(forti, `${fortiCef} FTNTFGTduration=20`), { durationMs: 20_000 }],
  ["a duration of FortiOS 5", cef(forti, `${fortiCef} cn1=20 cn1Label=Duration`), { durationMs: 20_000 }],
  ["a blocked page", cef(forti, `${fortiCef} act=close FTNTFGTutmaction=block`), { action: "BLOCKED" }],
  [
    "an event",
    cef(
      "Fortinet|Fortigate|v7.4.1|37127|event:vpn negotiate success|3",
      fortiCef.replace("traffic:forward", "event:vpn"),
    ),
    "OTHER_LOG",
  ],
  ["local traffic", cef(forti, fortiCef.replace("traffic:forward", "traffic:local")), "OTHER_LOG"],
  ["interim statistics", cef(forti, fortiCef.replace("0000000013", "0000000020")), "INCOMPLETE"],
  [
    "a look-up",
    cef(
      forti,
      `${fortiCef.replace("traffic:forward", "dns:dns-query").replace(`dhost=${host}`, "")} FTNTFGTqname=claude.ai`,
    ),
    { host: "claude.ai", vantage: "DNS" },
  ],
];

const fortiOs = (type: string) =>
  `date=2026-11-22 time=11:15:00 devid="FGT60" tz="+0100" logid="0000000013" type="${type}" srcip=10.20.30.40 dstip=104.18.7.192 dstport=443 proto=6`;
const fortiGate: Row[] = [
  ["date and time in the device's zone", `${fortiOs("traffic")} hostname="${host}"`, { atMs: at, host }],
  ["a zone with a colon", `${fortiOs("traffic").replace("+0100", "+01:00")} hostname="${host}"`, { atMs: at }],
  ["a zone in hours", `${fortiOs("traffic").replace("+0100", "+1")} hostname="${host}"`, { atMs: at }],
  [
    "a half-hour zone",
    `${fortiOs("traffic").replace("11:15", "15:45").replace("+0100", "+0530")} hostname="${host}"`,
    { atMs: at },
  ],
  ["an IANA zone", `${fortiOs("traffic").replace("+0100", "Europe/Berlin")} hostname="${host}"`, { atMs: at }],
  [
    "an unknown zone",
    `${fortiOs("traffic").replace("+0100", "XYZT")} hostname="${host}"`,
    "The time zone of the line is not recognised. Set the time zone of the log.",
  ],
  [
    "timezone of other devices",
    `date=2026-11-22 time=11:15:00 timezone="CET" src_ip=10.20.30.40 domain=${host}`,
    { atMs: at, host },
  ],
  ["a time with its own zone", `time="2026-11-22T10:15:00Z" tz="+0100" srcip=10.20.30.40 domain=${host}`, { atMs: at }],
  ["a system event", `${fortiOs("event")} subtype="system" hostname="${host}"`, "OTHER_LOG"],
  ["a VPN event", `${fortiOs("event")} subtype="vpn" remip=192.0.2.1`, "OTHER_LOG"],
  ["a user event with a destination", `${fortiOs("event")} subtype="user" dstname="${host}"`, "OTHER_LOG"],
  ["an event of another product", `time=2026-11-22T10:15:00Z type=event src=10.20.30.40 host=${host}`, { host }],
];

const fortiProxyStart = `time=11:15:00 devname="fpx" devid="FPX1" eventtime=1795342500758828086 tz="+0100" logid="1000234512" type="traffic" subtype="http-transaction" level="notice" vd="root" srcip=192.0.2.4 dstip=104.18.7.192 clientip=10.20.30.40 scheme="https" srcport=52112 dstport=443`;
const fortiProxy: Row[] = [
  [
    "a transaction",
    `${fortiProxyStart} hostname="${host}" url="https://${host}/v1/files?k=SECRET" rcvdbyte=1932 sentbyte=943 statuscode=200 duration=10`,
    { host, path: "/v1/files", bytesOut: 943, bytesIn: 1_932, status: 200, durationMs: 10, range: "10.20.30.x" },
  ],
  [
    "the client's name",
    `${fortiProxyStart} hostname="laptop-7" url="https://${host}/v1/files"`,
    { host, path: "/v1/files" },
  ],
  [
    "the client's full name",
    `${fortiProxyStart} hostname="laptop-7.corp.example.com" url="https://${host}/"`,
    { host },
  ],
  ["the client's name without a URL", `${fortiProxyStart} hostname="laptop-7"`, { host: "104.18.7.192" }],
  ["the client's name and a destination", `${fortiProxyStart} hostname="LAPTOP" dstname="${host}"`, { host }],
  [
    "the name in srcname",
    `${fortiProxyStart} srcname="pc.example.com" hostname="pc.example.com" dstname="${host}"`,
    { host },
  ],
  ["a path", `${fortiProxyStart} hostname="${host}" url="/v1/files"`, { host, path: "/v1/files" }],
  ["an address as host", `${fortiProxyStart} hostname="198.51.100.7"`, { host: "198.51.100.7" }],
  [
    "a blocked transaction",
    `${fortiProxyStart} hostname="${host}" url="http://${host}/" utmaction="block"`,
    { host, action: "BLOCKED" },
  ],
  ["a time without a date", `${fortiProxyStart} hostname="${host}"`, { atMs: at + 759 }],
  [
    "a session in seconds",
    `${fortiProxyStart.replace("http-transaction", "forward")} hostname="${host}" duration=10`,
    { durationMs: 10_000 },
  ],
];

const skyhighStart = `time_stamp="2026-11-22 10:15:00" timestamp=2026-11-22T10:15:00Z source_ip=10.20.30.40`;
const skyhigh: Row[] = [
  [
    "destination_host before hostname",
    `${skyhighStart} hostname=mwg-appl1.example.com destination_host=${host}`,
    { host },
  ],
  ["hostname after destination_host", `${skyhighStart} destination_host=${host} hostname=mwg1`, { host }],
  ["destination_hostname", `${skyhighStart} hostname=mwg1.example.com destination_hostname=${host}`, { host }],
  ["dest_host", `${skyhighStart} host=mwg1.example.com dest_host=${host}`, { host }],
  ["dst_host", `${skyhighStart} host=mwg1.example.com dst_host=${host}`, { host }],
  ["dhost", `${skyhighStart} hostname=mwg1.example.com dhost=${host}`, { host }],
  ["only hostname", `${skyhighStart} hostname=${host}`, { host }],
  ["a port", `${skyhighStart} hostname=mwg1 destination_host=${host}:8443`, { host, port: 8_443 }],
  ["bytes", `${skyhighStart} destination_host=${host} cs_bytes=400 sc_bytes=900`, { bytesOut: 400, bytesIn: 900 }],
  ["an unset destination", `${skyhighStart} destination_host=- destination_ip=104.18.7.192`, { host: "104.18.7.192" }],
];

const pan = (type: string, subtype: string, time: string, figures: string, rest: string) =>
  `1,2026/11/22 ${time},007051,${type},${subtype},2561,2026/11/22 ${time},10.20.30.40,104.18.7.192,192.0.2.1,104.18.7.192,out,,,ssl,vsys1,trust,untrust,ae1,ae2,fwd,2026/11/22 ${time},9001,1,50030,443,50030,443,0x400053,${figures}${rest}`;
const ended = "tcp,allow,45000,4000,41000,150,2026/11/22 10:15:00,28,ai,0,71,0x0,US,US,0,50,100,tcp-fin";
const figures = { host: "104.18.7.192", bytesOut: 2_000, bytesIn: 37_000, durationMs: 28_000 };
const panOs: Row[] = [
  ["bytes without headers", pan("TRAFFIC", "end", "10:15:00", ended, ""), { ...figures, atMs: at }],
  [
    "a zone in the high-resolution timestamp",
    pan("TRAFFIC", "end", "11:15:00", ended, `${",".repeat(60)}2026-11-22T11:15:01.123+01:00,,`),
    { ...figures, atMs: at },
  ],
  [
    "a zone west of Greenwich",
    pan("TRAFFIC", "end", "05:15:00", ended, `${",".repeat(60)}2026-11-22T05:15:00.000-05:00,A Slice`),
    { atMs: at },
  ],
  [
    "the zone UTC",
    pan("TRAFFIC", "end", "10:15:00", ended, `${",".repeat(60)}2026-11-22T10:15:00.999+00:00`),
    { atMs: at },
  ],
  ["no timestamp in its place", pan("TRAFFIC", "end", "10:15:00", ended, `${",".repeat(60)}0,,`), { atMs: at }],
  [
    "a URL with a zone",
    pan(
      "THREAT",
      "url",
      "11:15:00",
      `tcp,alert,"${host}/v1/files",(9999),ai,informational,client-to-server`,
      `${",".repeat(40)}2026-11-22T11:15:00.000+01:00`,
    ),
    { host, atMs: at },
  ],
  ["a denied session", pan("TRAFFIC", "deny", "10:15:00", ended.replace("allow", "deny"), ""), { action: "BLOCKED" }],
  ["a started session", pan("TRAFFIC", "start", "10:15:00", ended, ""), "INCOMPLETE"],
  ["another threat", pan("THREAT", "virus", "10:15:00", ended, ""), "OTHER_LOG"],
  ["a look-up", pan("TRAFFIC", "end", "10:15:00", ended, "").replace(",ssl,", ",dns,"), "RESOLVER_TRAFFIC"],
  [
    "a configuration log",
    "1,2026/11/22 10:15:00,007051,CONFIG,0,0,2026/11/22 10:15:00,10.1.1.1,,set,admin,Web,Succeeded,",
    "OTHER_LOG",
  ],
];

const eve = (members: object) =>
  JSON.stringify({
    timestamp: "2026-11-22T10:15:00.000000+0000",
    flow_id: 7,
    event_type: "alert",
    src_ip: "10.20.30.40",
    src_port: 50_020,
    dest_ip: "104.18.7.192",
    dest_port: 443,
    proto: "TCP",
    alert: { action: "allowed", signature_id: 1 },
    ...members,
  });
const suricata: Row[] = [
  ["an alert with a handshake", eve({ tls: { sni: host } }), { host, action: "UNKNOWN", port: 443, transport: "TCP" }],
  ["a blocked alert", eve({ tls: { sni: host }, alert: { action: "blocked" } }), { host, action: "BLOCKED" }],
  [
    "an alert with a request",
    eve({ http: { hostname: host, url: "/v1/files?k=SECRET", http_method: "POST" } }),
    { host, path: "/v1/files", method: "POST" },
  ],
  ["an alert with QUIC", eve({ proto: "UDP", quic: { sni: host } }), { host, transport: "UDP" }],
  ["an alert without a name", eve({}), "OTHER_LOG"],
  ["an alert about a look-up", eve({ dest_port: 53, proto: "UDP", dns: { query: [{ rrname: host }] } }), "OTHER_LOG"],
  ["an alert without a handshake's name", eve({ tls: { version: "TLS 1.3" } }), "OTHER_LOG"],
  ["an alert that is not an object", eve({ alert: "x" }), "OTHER_LOG"],
  ["a handshake", eve({ event_type: "tls", tls: { sni: host } }), { host }],
  ["statistics", eve({ event_type: "stats", stats: {} }), "OTHER_LOG"],
  ["a flow of another protocol", eve({ event_type: "flow", proto: "ICMP", flow: {} }), "OTHER_PROTOCOL"],
];

const web = {
  datetime: "2026-11-22 10:15:00",
  action: "Allowed",
  host,
  cltip: "192.0.2.1",
  cltintip: "10.20.30.40",
  reqsize: "400",
  respsize: "900",
};
const nss = (feed: string, event: object) => JSON.stringify({ sourcetype: `zscalernss-${feed}`, event });
const lookup = {
  datetime: "Sun Nov 22 10:15:00 2026",
  reqaction: "REQ_ALLOW",
  resaction: "RES_ALLOW",
  dns_req: host,
  dns_resp: "104.18.7.192",
  srv_dport: "53",
  clt_sip: "10.20.30.40",
  srv_dip: "192.0.2.53",
};
const session = {
  datetime: "Sun Nov 22 10:15:00 2026",
  csip: "10.20.30.40",
  cdip: "104.18.7.192",
  cdport: 443,
  proto: "TCP",
  action: "Allow",
  inbytes: 900,
  outbytes: 400,
  durationms: 486,
  numsessions: 3,
};
const zscaler: Row[] = [
  ["the client's internal address", nss("web", web), { host, range: "10.20.30.x", bytesOut: 400, bytesIn: 900 }],
  [
    "an unknown internal address",
    nss("web", { ...web, cltip: "10.20.30.40", cltintip: "None" }),
    { range: "10.20.30.x" },
  ],
  ["only cltip", nss("web", { ...web, cltip: "10.20.30.40", cltintip: undefined }), { range: "10.20.30.x" }],
  [
    "b64url",
    nss("web", { ...web, host: undefined, b64url: Buffer.from(`${host}/v1/files?k=SECRET`).toString("base64") }),
    { host, path: "/v1/files" },
  ],
  ["b64url that is not Base64", nss("web", { ...web, b64url: "%%%" }), { host }],
  ["a time zone", nss("web", { ...web, datetime: "Sun Nov 22 11:15:00 2026", tz: "Europe/Berlin" }), { atMs: at }],
  ["epochtime", nss("web", { ...web, datetime: "Sun Nov 22 23:59:00 2026", epochtime: "1795342500" }), { atMs: at }],
  ["a look-up", nss("dns", lookup), { host, vantage: "DNS", range: "10.20.30.x", action: "ALLOWED", bytesOut: null }],
  ["a blocked look-up", nss("dns", { ...lookup, resaction: "RES_BLOCK" }), { host, action: "BLOCKED" }],
  [
    "a session",
    nss("fw", session),
    {
      host: "104.18.7.192",
      port: 443,
      transport: "TCP",
      bytesOut: 400,
      bytesIn: 900,
      durationMs: 486,
      calls: 3,
      action: "ALLOWED",
      vantage: "NETWORK_TRAFFIC",
    },
  ],
  ["a session with a name", nss("fw", { ...session, cdfqdn: host, action: "Drop" }), { host, action: "BLOCKED" }],
  ["a session to a resolver", nss("fw", { ...session, cdport: 53 }), "RESOLVER_TRAFFIC"],
  ["a ping", nss("fw", { ...session, proto: "ICMP" }), "OTHER_PROTOCOL"],
  [
    "a tunnel",
    nss("tunnel", { datetime: "Sun Nov 22 10:15:00 2026", sourceip: "10.20.30.40", destinationip: "192.0.2.1" }),
    "OTHER_LOG",
  ],
];

const nios = (rest: string) => `22-Nov-2026 10:15:00.000 client 10.20.30.40#57398 ${rest}`;
const infoblox: Row[] = [
  [
    "a response",
    nios(`UDP: query: ${host} IN A response: NOERROR +AED ${host}. 300 IN A 104.18.7.192;`),
    { host, atMs: at, range: "10.20.30.x" },
  ],
  [
    "a response over TCP",
    nios(`TCP: query: ${host} IN A response: NOERROR +ED ${host}. 300 IN A 104.18.7.192;`),
    { host },
  ],
  [
    "two addresses",
    nios(
      `UDP: query: ${host} IN A response: NOERROR +ED ${host}. 300 IN A 104.18.7.192; ${host}. 300 IN A 104.18.6.192;`,
    ),
    { host },
  ],
  ["an alias", nios(`UDP: query: ${host} IN A response: NOERROR +ED ${host}. 300 IN CNAME a.example.net.;`), { host }],
  [
    "IPv6",
    nios(`UDP: query: ${host} IN AAAA response: NOERROR +AED ${host}. 300 IN AAAA 2606:4700::6812:7c0;`),
    { host },
  ],
  ["no such name", nios(`UDP: query: ${host} IN A response: NXDOMAIN +A`), { host }],
  ["a view", nios(`UDP: view internal: query: ${host} IN A response: NOERROR +A`), { host }],
  [
    "through syslog",
    `<30>Nov 22 10:15:00 ns1 named[123]: infoblox-responses: ${nios(`UDP: query: ${host} IN A response: NOERROR +A`)}`,
    { host, atMs: at },
  ],
  [
    "a query",
    `22-Nov-2026 10:15:00.000 client 10.20.30.40#57398 (${host}): query: ${host} IN A + (192.0.2.53)`,
    { host },
  ],
  ["a reverse look-up", nios("UDP: query: 1.2.0.192.in-addr.arpa IN PTR response: NOERROR +A"), "NO_DESTINATION"],
  ["another category", "22-Nov-2026 10:15:00.000 general: info: zone transfer", "OTHER_LOG"],
];

const products: Product[] = [
  { product: "PAN-OS and other devices in CEF", format: "cef", rows: panOsCef },
  { product: "FortiGate in CEF", format: "cef", rows: fortiGateCef },
  { product: "FortiGate", format: "key-value", rows: fortiGate },
  { product: "FortiProxy", format: "key-value", rows: fortiProxy },
  { product: "Skyhigh", format: "key-value", rows: skyhigh },
  { product: "Palo Alto Networks", format: "palo-alto", rows: panOs },
  { product: "Suricata", format: "suricata", rows: suricata },
  { product: "Zscaler", format: "zscaler", rows: zscaler },
  { product: "Infoblox NIOS", format: "bind", rows: infoblox },
  ...others,
];
const rows = products.flatMap(({ product, format, rows: all }) =>
  all.map(([title, line, expected]) => ({ title: `${product}: ${title}`, format, line, expected })),
);

test("has at least ten lines of each product", () => {
  const counts = new Map<string, number>();
  const count = (product: string, lines: number) => counts.set(product, (counts.get(product) ?? 0) + lines);
  for (const { product, rows: all } of products) count(product, all.length);
  for (const { title, product = title, lines } of samples) count(product, lines.filter(hasContent).length);
  expect([...counts].filter(([, lines]) => lines < 10)).toEqual([]);
});

test.each(rows)("reads $title", async ({ format, line, expected }) => {
  const { records, skipped: all, bad } = await readTexts([line], { format });
  const headers = line.split("\n").length - 1;
  const { EMPTY, ...skipped } = all;
  expect(EMPTY ?? 0).toBe(headers);
  if (typeof expected !== "string") {
    expect(bad).toEqual([]);
    expect(records).toMatchObject([expected]);
    expect(JSON.stringify(records)).not.toContain("SECRET");
  } else if ((skipReasons as readonly string[]).includes(expected)) {
    expect({ records, skipped, bad }).toEqual({ records: [], skipped: { [expected]: 1 }, bad: [] });
  } else {
    expect({ records, bad }).toEqual({ records: [], bad: [{ line: headers + 1, message: expected }] });
  }
});

function hasContent(line: string): boolean {
  return !/^(?:#|version )/.test(line);
}

test("reads a line in the zone of its log if its own zone is unknown", async () => {
  const line = `${fortiOs("traffic").replace("+0100", "XYZT")} hostname="${host}"`;
  expect((await readTexts([line], { zone: "Europe/Berlin" })).records).toMatchObject([{ atMs: at, host }]);
});

test("counts a look-up once if Infoblox logs its query and its response, and learns its address", async () => {
  const query = `22-Nov-2026 10:15:00.000 client 10.20.30.40#57398 (${host}): query: ${host} IN A + (192.0.2.53)`;
  const response = nios(`UDP: query: ${host} IN A response: NOERROR +A ${host}. 300 IN A 104.18.7.192;`);
  const flow = "2 123456789012 eni-1 10.20.30.40 104.18.7.192 49761 443 6 20 4249 1795342501 1795342510 ACCEPT OK";
  const { records, skipped } = await readTexts([`${query}\n${response}`, flow]);
  expect(records.map((record) => [record.vantage, record.host])).toEqual([
    ["DNS", host],
    ["NETWORK_TRAFFIC", host],
  ]);
  expect(skipped).toEqual({ DNS_ANSWER: 1 });
});

test.each([false, true])(
  "counts a look-up once if FortiGate logs a query and its response: reversed %s",
  async (reversed) => {
    const lookup = (rest: string) =>
      `${fortiOs("utm").replace("104.18.7.192", "10.0.0.53")} sessionid=7 xid=9 qname="${host}" ${rest}`;
    const lines = [
      lookup('eventtype="dns-query"'),
      lookup('eventtype="dns-response" ipaddr="192.0.2.1, 104.18.7.192" action="pass"'),
    ];
    const session = fortiOs("traffic").replace("dstport", "sessionid=8 dstport");
    const { records } = await readTexts([[...(reversed ? lines.reverse() : lines), session].join("\n")]);
    expect(records).toMatchObject([
      { vantage: "DNS", host, action: "ALLOWED" },
      { vantage: "NETWORK_TRAFFIC", host },
    ]);
  },
);

const alert = eve({ tls: { sni: host }, alert: { action: "blocked" } });
const answer = {
  src_ip: "104.18.7.192",
  src_port: 443,
  dest_ip: "10.20.30.40",
  dest_port: 50_020,
  direction: "to_client",
};
const answerAlert = eve({ ...answer, tls: { sni: host }, alert: { action: "blocked" } });
const handshake = eve({ event_type: "tls", tls: { sni: host } });
const request = eve({ event_type: "http", http: { hostname: host, url: "/v1/files", http_method: "POST" } });
const requestAlert = eve({ http: { hostname: host, url: "/v1/files" }, alert: { action: "blocked" } });
const flow = eve({
  event_type: "flow",
  flow: { bytes_toserver: 1_000, pkts_toserver: 10, bytes_toclient: 5_000, pkts_toclient: 10 },
});

test.each([
  ["an alert and a handshake", [alert, handshake]],
  ["a handshake and an alert", [handshake, alert]],
  ["several alerts", [alert, alert, handshake, flow]],
  ["an alert and a flow", [alert, flow]],
  ["a flow and an alert", [flow, alert]],
  ["a handshake and an alert about an answer", [handshake, answerAlert, flow]],
  ["an alert and a request", [requestAlert, request, flow]],
  ["a request and an alert", [request, requestAlert, flow]],
])("Suricata: counts a connection once: %s", async (_, lines) => {
  const { records, skipped } = await readTexts([lines.join("\n")]);
  expect(records).toMatchObject([{ host }]);
  expect(skipped).toEqual({ MERGED: lines.length - 1 });
});
