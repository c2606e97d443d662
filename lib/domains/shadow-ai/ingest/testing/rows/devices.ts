import { host, type Product, type Row, research } from "@/lib/domains/shadow-ai/ingest/testing/rows/row";
import { at } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

const address = "104.18.7.192";

const strata = (log: string, extension: string) =>
  `Nov 22 10:15:01 192.0.2.1 928 <14>1 2026-11-22T10:15:01.000Z stream-logfwd logforwarder - panwlogs - CEF:0|Palo Alto Networks|LF|2.0|${log}|3|ProfileToken=x dtz=UTC rt=Nov 22 2026 10:15:00 src=10.20.30.40 dst=${address} dpt=443 proto=tcp act=allow ${extension}`;

// biome-ignore format: a table
const strataRows: Row[] = [
  ["out is sent by the client", strata("TRAFFIC|end", "in=41000 out=4000 cnt=1"), { host: address, port: 443, bytesOut: 4_000, bytesIn: 41_000, action: "ALLOWED", atMs: at }],
  ["only out", strata("TRAFFIC|end", "out=4000"), { bytesOut: 4_000, bytesIn: null }],
  ["repeated sessions", strata("TRAFFIC|end", "cnt=3"), { calls: 3 }],
  ["a time zone", strata("TRAFFIC|end", "in=1 out=2").replace("dtz=UTC rt=Nov 22 2026 10", "dtz=Europe/Berlin rt=Nov 22 2026 11"), { atMs: at }],
  ["IPv6", strata("TRAFFIC|end", "in=1 out=2").replace("10.20.30.40", "2001:db8:1::7"), research],
  ["a dropped session", strata("TRAFFIC|drop", "").replace("act=allow", "act=drop"), { action: "BLOCKED" }],
  ["a URL with an unescaped =", strata("THREAT|url", `request=${host}/v1/files?src=192.0.2.9&out=7 requestMethod=POST`), { host, path: "/v1/files", bytesOut: null, method: "POST", range: "10.20.30.x" }],
  ["a started session", strata("TRAFFIC|start", "in=0 out=0"), "INCOMPLETE"],
  ["another threat", strata("THREAT|spyware", `request=${host}/`), "OTHER_LOG"],
  ["a system log", strata("SYSTEM|auth", ""), "OTHER_LOG"],
];

const leef = (type: string, subtype: string, rest: string, event = "allow") =>
  `<14>Nov 22 10:15:01 pa LEEF:1.0|Palo Alto Networks|PAN-OS Syslog Integration|10.1.6|${event}|ReceiveTime=2026/11/22 10:15:00|SerialNumber=007051|cat=${type}|Subtype=${subtype}|devTime=Nov 22 2026 10:15:00 GMT|src=10.20.30.40|dst=${address}|usrName=corp\\\\jdoe|RepeatCount=1|srcPort=50123|dstPort=443|proto=tcp|${rest}`;
const nextGeneration = (rest: string) =>
  `<14>1 2026-11-22T10:15:01.000Z s logforwarder - panwlogs - LEEF:2.0|Palo Alto Networks|Next Generation Firewall|10.1|drop-reset|\t|TimeReceived=2026-11-22T10:15:01.000000Z\tdevTime=2026-11-22T10:15:00.000000Z\tsrc=10.20.30.40\tdst=${address}\tdstPort=443\tproto=tcp\t${rest}`;

// biome-ignore format: a table
const leefRows: Row[] = [
  ["an ended session", leef("TRAFFIC", "end", "action=allow|totalBytes=45000|dstBytes=41000|srcBytes=4000|totalPackets=150"), { host: address, port: 443, bytesOut: 4_000, bytesIn: 41_000, action: "ALLOWED", range: "10.20.30.x", atMs: at }],
  ["repeated sessions", leef("TRAFFIC", "end", "action=allow").replace("RepeatCount=1", "RepeatCount=4"), { calls: 4 }],
  ["the action as the event", leef("TRAFFIC", "drop", "srcBytes=1", "drop"), { action: "BLOCKED" }],
  ["a URL", leef("THREAT", "url", `action=alert|Miscellaneous="${host}/v1/files?k=SECRET"|ThreatID=(9999)`), { host, path: "/v1/files", action: "ALLOWED" }],
  ["a URL with escaped quotes", leef("THREAT", "url", `action=block-url|Miscellaneous=\\"${host}/v1/files\\"|ThreatID=(9999)`), { host, path: "/v1/files", action: "BLOCKED" }],
  ["a started session", leef("TRAFFIC", "start", "action=allow|srcBytes=0|dstBytes=0"), "INCOMPLETE"],
  ["a virus", leef("THREAT", "virus", 'action=alert|Miscellaneous="a.example/a.pdf"'), "OTHER_LOG"],
  ["a configuration log", leef("CONFIG", "0", "msg=set"), "OTHER_LOG"],
  ["Strata: a session", nextGeneration("cat=traffic\tSubType=end\tsrcBytes=4000\tdstBytes=41000\tsrcPackets=50\tSessionDuration=21"), { bytesOut: 4_000, bytesIn: 41_000, packetsOut: 50, durationMs: 21_000, action: "BLOCKED", atMs: at }],
  ["Strata: a URL", nextGeneration(`cat=threat\tSubType=url\tAction=reset-both\tURL=${host}/v1/files`), { host, path: "/v1/files", action: "BLOCKED" }],
  ["Strata: a started session", nextGeneration("cat=traffic\tSubType=start\tsrcBytes=0"), "INCOMPLETE"],
  ["Strata: a threat", nextGeneration("cat=threat\tSubType=packet\tAction=drop-packet"), "OTHER_LOG"],
];

const checkPoint = (resource: string) =>
  `LEEF:2.0|Check Point|VPN-1 & FireWall-1|1.0|Accept|cat=Firewall\tdevTime=1795342500\tsrc=10.20.30.40\tdst=${address}\tdstPort=443\tproto=6\tresource=${resource}\taction=Accept`;

// biome-ignore format: a table
const checkPointRows: Row[] = [
  ["Check Point: a URL as resource", checkPoint("https://claude.ai/new?q=SECRET"), { host: "claude.ai", path: "/new", action: "ALLOWED", vantage: "PROXY" }],
  ["Check Point: a URL", checkPoint("a.pdf\turl=https://claude.ai/new"), { host: "claude.ai", path: "/new", vantage: "PROXY" }],
  ["Check Point: a file as resource", checkPoint("a.pdf"), { host: address, action: "ALLOWED", vantage: "NETWORK_TRAFFIC" }],
];

const forti = (rest: string) =>
  `date=2026-11-22 time=10:15:00 devid="FGT60" eventtime=1795342500000000000 tz="+0000" vd="root" srcip=10.20.30.40 srcport=50123 ${rest}`;
const lookup = (event: string, rest = "") =>
  forti(
    `logid="1501054802" type="utm" subtype="dns" eventtype="${event}" sessionid=4712 dstip=10.0.0.53 dstport=53 proto=17 xid=24532 qname="Claude.AI" qtype="A" ${rest}`,
  );

// biome-ignore format: a table
const fortiRows: Row[] = [
  ["a started session", forti(`logid="0000000015" type="traffic" subtype="forward" dstip=${address} dstport=443 proto=6 action="start" sessionid=7`), "INCOMPLETE"],
  ["a query", lookup("dns-query"), { host: "claude.ai", vantage: "DNS", action: "UNKNOWN", atMs: at }],
  ["a response", lookup("dns-response", 'ipaddr="160.79.104.10, 160.79.104.11" action="pass"'), { host: "claude.ai", action: "ALLOWED" }],
  ["an application", forti(`logid="1059028704" type="utm" subtype="app-ctrl" eventtype="signature" dstip=${address} dstport=443 proto=6 service="SSL" direction="outgoing" sessionid=8 action="pass" app="ChatGPT" hostname="chatgpt.com" url="/"`), { host: "chatgpt.com", action: "ALLOWED", port: 443 }],
  ["an exempted page", forti(`logid="0316013057" type="utm" subtype="webfilter" dstip=${address} dstport=443 proto=6 action="exempt" hostname="claude.ai" url="https://claude.ai/new?q=SECRET"`), { host: "claude.ai", path: "/new", action: "ALLOWED" }],
  ["IPv6", forti(`logid="0000000013" type="traffic" subtype="forward" dstip=2606:4700::1 dstport=443 proto=6 action="close" sentbyte=1600 sentpkt=10`).replace("10.20.30.40", "2001:db8:1::7"), { host: "2606:4700::1", bytesOut: 1_000, ...research }],
  ["8 TiB", forti(`logid="0000000013" type="traffic" subtype="forward" dstip=${address} dstport=443 proto=6 action="close" sentbyte=8796093022208 rcvdbyte=1`), { bytesOut: 8_796_093_022_208 }],
];

const sonic = (rest: string) =>
  `<134> id=firewall sn=18B169000000 time="2026-11-22 10:15:00 UTC" fw=192.0.2.1 pri=6 c=1024 m=97 n=9 src=10.20.30.40:50123:X0 dst=${address}:443:X1 ${rest}`;
const sophos = (rest: string) =>
  `<30>device_name="SFW" timestamp="2026-11-22T11:15:00+0100" device_model="XGS" log_id="010101600001" src_ip="10.20.30.40" dst_ip="${address}" src_port=50123 dst_port=443 protocol="TCP" ${rest}`;

// biome-ignore format: a table
const pairRows: Row[] = [
  ["SonicWall: bytes and interfaces", sonic("proto=tcp/https op=GET sent=400 rcvd=900 dstname=claude.ai arg=/new"), { host: "claude.ai", port: 443, transport: "TCP", bytesOut: 400, bytesIn: 900, range: "10.20.30.x", atMs: at }],
  ["SonicWall: only an address", sonic("proto=udp/443 sent=400 rcvd=900"), { host: address, port: 443, transport: "UDP" }],
  ["SonicWall: the client's name", sonic("proto=tcp/https dstname=claude.ai").replace(":X0", ":X0:laptop-7"), { host: "claude.ai", range: "10.20.30.x" }],
  ["SonicWall: a dropped packet", sonic('proto=tcp/https dstname=claude.ai fw_action="drop"'), { host: "claude.ai", action: "BLOCKED" }],
  ["Sophos: the end of a connection", sophos('log_type="Firewall" log_subtype="Allowed" con_event="Stop" bytes_sent=400 bytes_received=900 packets_sent=4'), { host: address, bytesOut: 400, bytesIn: 900, packetsOut: 4, action: "ALLOWED", atMs: at }],
  ["Sophos: a denied connection", sophos('log_type="Firewall" log_subtype="Denied"'), { host: address, action: "BLOCKED" }],
  ["Sophos: a page", sophos('log_type="Content Filtering" log_subtype="Allowed" url="https://claude.ai/new?q=SECRET" domain=claude.ai bytes_sent=400 bytes_received=900'), { host: "claude.ai", path: "/new", action: "ALLOWED" }],
  ["Sophos: older names", sophos('log_type="Firewall" log_subtype="Allowed" sent_bytes=400 recv_bytes=900 recv_pkts=9'), { bytesOut: 400, bytesIn: 900, packetsIn: 9 }],
  ["Sophos: the start of a connection", sophos('log_type="Firewall" log_subtype="Allowed" con_event="Start" bytes_sent=0'), "INCOMPLETE"],
  ["Sophos: the start, without an underscore", sophos('log_type="Firewall" log_subtype="Allowed" connevent="Start" bytes_sent=0'), "INCOMPLETE"],
  ["Sophos: the progress, without an underscore", sophos('log_type="Firewall" log_subtype="Allowed" connevent="Interim" bytes_sent=90'), "INCOMPLETE"],
  ["Sophos: the end, without an underscore", sophos('log_type="Firewall" log_subtype="Allowed" connevent="Stop" bytes_sent=400'), { bytesOut: 400, action: "ALLOWED" }],
  ["Stormshield", `id=firewall time="2026-11-22 11:15:00" fw="sns" tz=+0100 startime="2026-11-22 11:14:00" pri=5 src=10.20.30.40 dst=${address} dstport=443 dstname=claude.ai ipproto=tcp op=GET sent=400 rcvd=900 duration=2.5 action=pass logtype="web"`, { host: "claude.ai", port: 443, bytesOut: 400, bytesIn: 900, durationMs: 2_500, action: "ALLOWED", atMs: at }],
];

const istio = (request: string, rest: string) => `[2026-11-22T10:15:00.000Z] "${request}" ${rest}`;
const served = istio(
  "POST /v1/messages HTTP/2",
  '200 - via_upstream - "-" 154 2000 226 100 "-" "curl/8.4.0" "1" "claude.ai" "104.18.7.192:443" outbound|443||claude.ai 10.44.2.3:50284 104.18.7.192:443 10.20.30.40:41854 claude.ai default',
);

// biome-ignore format: a table
const istioRows: Row[] = [
  ["an unknown host in REGISTRY_ONLY mode", istio("GET / HTTP/1.1", `502 - direct_response - "-" 0 0 0 - "-" "curl/8.4.0" "1" "claude.ai" "-" - - ${address}:80 10.20.30.40:41854 - block_all`), { host: "claude.ai", action: "BLOCKED", range: "10.20.30.x" }],
  ["an unknown TLS host in REGISTRY_ONLY mode", istio("- - -", `0 UH - - "-" 0 0 0 - "-" "-" "-" "-" "-" BlackHoleCluster - ${address}:443 10.20.30.40:50282 claude.ai -`), { host: "claude.ai", action: "BLOCKED" }],
  ["the same in JSON", JSON.stringify({ start_time: "2026-11-22T10:15:00.000Z", method: "GET", path: "/", response_code: 502, response_flags: "-", route_name: "block_all", bytes_received: 0, bytes_sent: 0, duration: 0, authority: "claude.ai", downstream_remote_address: "10.20.30.40:41854" }), { host: "claude.ai", action: "BLOCKED" }],
  ["from a container", `2026-11-22T10:15:01.000000000Z stdout F ${served}`, { host: "claude.ai", bytesOut: 154, bytesIn: 2_000, action: "ALLOWED", atMs: at }],
  ["through syslog", `<134>Nov 22 10:15:01 node1 envoy[7]: ${served}`, { host: "claude.ai", range: "10.20.30.x" }],
  ["a tunnel", istio("CONNECT - HTTP/1.1", `200 - 154 2000 226 - "10.20.30.40" "-" "1" "${host}:443" "${address}:443"`), { host, port: 443, method: "CONNECT", path: null }],
  ["IPv6", istio("GET / HTTP/1.1", `200 - 1 2 3 - "-" "-" "1" "claude.ai" "[2606:4700::1]:443" outbound|443||x [2001:db8::2]:5 [2606:4700::1]:443 [2001:db8:1::7]:41854 - default`), { host: "claude.ai", ...research }],
  ["a message of Envoy", "[2026-11-22 10:15:00.123][1][info][main] [source/server/server.cc:977] starting main dispatch loop", "OTHER_LOG"],
  ["a message of the agent", "2026-11-22T10:15:00.123456Z\tinfo\tReadiness succeeded in 1.2s", "OTHER_LOG"],
  ["no client", istio("GET / HTTP/1.1", '200 - 1 2 3 - "-" "-" "1" "claude.ai" "-"'), "NO_CLIENT"],
];

const meraki = (rest: string) => `<134>1 1795342500.000000000 MX84 ${rest}`;

// biome-ignore format: a table
const merakiRows: Row[] = [
  ["a firewall rule by application", meraki(`l7_firewall src=10.20.30.40 dst=${address} protocol=tcp sport=50395 dport=443 decision=blocked`), { host: address, action: "BLOCKED", atMs: at }],
  ["an event of a newer version", meraki("cellular_status connected"), "OTHER_LOG"],
];

const kernel = (rest: string) => `Nov 22 10:15:00 gw kernel: ${rest}`;

// biome-ignore format: a table
const iptablesRows: Row[] = [
  ["a refused packet", kernel(`[9.1] REFUSE: IN=eth1 OUT=eth0 SRC=10.20.30.40 DST=${address} LEN=60 PROTO=TCP SPT=52344 DPT=443 SYN`), { host: address, action: "BLOCKED" }],
  ["an error about another packet", kernel(`[9.1] FW: IN=eth1 OUT=eth0 SRC=10.20.30.40 DST=${address} LEN=88 PROTO=ICMP TYPE=3 CODE=3 [SRC=${address} DST=10.20.30.40 LEN=60 PROTO=TCP SPT=443 DPT=50123 ]`), "OTHER_PROTOCOL"],
  ["a message of the kernel", kernel("[9.1] eth0: link is up"), "OTHER_LOG"],
];

const haproxy = (rest: string) => `Nov 22 10:15:00 lb1 haproxy[14389]: ${rest}`;

// biome-ignore format: a table
const haproxyRows: Row[] = [
  ["an IPv4 address in IPv6", haproxy('::ffff:10.20.30.40:33317 [22/Nov/2026:10:15:00.000] egress direct/direct 0/0/1/2/3 200 99 - - ---- 1/1/1/1/0 0/0 "GET https://claude.ai/new?q=SECRET HTTP/2.0"'), { host: "claude.ai", path: "/new", range: "10.20.30.x" }],
  ["an invalid request", haproxy('10.20.30.40:33317 [22/Nov/2026:10:15:00.000] egress egress/<NOSRV> -1/-1/-1/-1/0 400 0 - - PR-- 1/1/0/0/0 0/0 "<BADREQ>"'), "NO_DESTINATION"],
  ["a failed handshake", haproxy("10.20.30.40:33317 [22/Nov/2026:10:15:00.000] egress/1: SSL handshake failure"), "OTHER_LOG"],
  ["a custom log-format", haproxy('10.20.30.40:443 claude.ai "GET /new" 200 99'), "The line is not in HAProxy's HTTP or TCP log format."],
  ["a custom log-format in JSON with IPv6", haproxy('{"client":"2001:db8:1::7","host":"claude.ai","status":200}'), "The line is not in HAProxy's HTTP or TCP log format."],
  ["a failed handshake from a low port", haproxy("10.20.30.40:443 [22/Nov/2026:10:15:00.200] egress/1: SSL handshake failure"), "OTHER_LOG"],
  ["a health check", haproxy("Health check for server openai/srv1 succeeded, reason: Layer7 check passed, code: 200, check duration: 12ms"), "OTHER_LOG"],
  ["a message of HAProxy", haproxy("backend openai has no server available!"), "OTHER_LOG"],
];

const alert = (members: object) =>
  JSON.stringify({
    ...{ timestamp: "2026-11-22T10:15:00.000000+0000", flow_id: 7, event_type: "alert", proto: "TCP" },
    ...{ src_ip: address, src_port: 443, dest_ip: "10.20.30.40", dest_port: 50020 },
    ...{ alert: { action: "allowed", signature_id: 1 }, tls: { sni: host } },
    ...members,
  });

// biome-ignore format: a table
const suricataRows: Row[] = [
  ["an alert about an answer", alert({ direction: "to_client" }), { host, port: 443, range: "10.20.30.x", department: "Risk" }],
  ["an alert about an answer before version 7", alert({}), { host, port: 443, range: "10.20.30.x" }],
  ["QUIC in an answer", alert({ event_type: "quic", proto: "UDP", quic: { sni: "gemini.google.com" } }), { host: "gemini.google.com", port: 443, transport: "UDP", range: "10.20.30.x" }],
  ["an alert about a request from a low port", alert({ src_ip: "10.20.30.40", src_port: 1000, dest_ip: address, dest_port: 8443, direction: "to_server" }), { host, port: 8_443, range: "10.20.30.x" }],
];

export const deviceProducts: Product[] = [
  { product: "Strata Logging Service in CEF", format: "cef", rows: strataRows },
  { product: "Palo Alto Networks in LEEF", format: "leef", rows: leefRows },
  { product: "LEEF", format: "leef", rows: checkPointRows },
  { product: "FortiGate", format: "key-value", rows: fortiRows },
  { product: "SonicWall, Sophos and Stormshield", format: "key-value", rows: pairRows },
  { product: "Envoy and Istio", format: "envoy", rows: istioRows },
  { product: "Meraki", format: "meraki", rows: merakiRows },
  { product: "iptables", format: "iptables", rows: iptablesRows },
  { product: "HAProxy", format: "haproxy", rows: haproxyRows },
  { product: "Suricata", format: "suricata", rows: suricataRows },
];
