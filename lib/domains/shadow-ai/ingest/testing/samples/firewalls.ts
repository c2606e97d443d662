import { at, dns, network, proxy, type Sample } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

/** Firewalls and flow logs of clouds. */
export const firewalls: Sample[] = [
  {
    title: "FortiGate",
    format: "key-value",
    lines: [
      '<189>date=2026-11-22 time=11:15:00 devname="FG" devid="FGT60" eventtime=1795342500000000000 tz="+0100" logid="0317013312" type="utm" subtype="webfilter" level="notice" vd="root" policyid=1 sessionid=4711 user="JDOE" srcip=10.20.30.40 srcport=50020 dstip=104.18.7.192 dstport=443 proto=6 service="HTTPS" hostname="api.openai.com" action="passthrough" url="https://api.openai.com/v1/responses?k=SECRET" agent="curl/8.5.0" direction="outgoing" msg="URL belongs to an allowed category"',
      '<189>date=2026-11-22 time=11:15:20 devname="FG" devid="FGT60" eventtime=1795342520000000000 tz="+0100" logid="0000000013" type="traffic" subtype="forward" vd="root" srcip=10.20.30.40 srcport=50020 dstip=104.18.7.192 dstport=443 sessionid=4711 proto=6 action="close" user="JDOE" service="HTTPS" duration=20 sentbyte=3000 rcvdbyte=41000 sentpkt=25 rcvdpkt=60',
      '<189>date=2026-11-22 time=11:15:00 tz="+0100" devid="FGT60" logid="1501054802" type="utm" subtype="dns" vd="root" sessionid=4712 srcip=10.20.30.40 srcport=50021 dstip=10.0.0.53 dstport=53 proto=17 qname="chat.deepseek.com" qtype="A" action="block"',
    ],
    records: [
      {
        ...network,
        action: "ALLOWED",
        atMs: at,
        host: "api.openai.com",
        port: 443,
        path: "/v1/responses",
        bytesOut: 2000,
        bytesIn: 38600,
        packetsOut: 25,
        packetsIn: 60,
        durationMs: 20000,
        transport: "TCP",
        userAgent: "curl/8",
      },
      { ...dns, action: "BLOCKED", atMs: at, host: "chat.deepseek.com", transport: "UDP" },
    ],
  },
  {
    title: "CEF",
    format: "cef",
    lines: [
      "<134>Nov 22 10:15:00 proxy1 CEF:0|Vendor|Web \\| Proxy|1.0|100|Web request|3|rt=Nov 22 2026 10:15:00 UTC src=10.20.30.40 suser=jdoe@example.com dhost=api.perplexity.ai dst=104.18.1.1 dpt=443 proto=TCP request=https://api.perplexity.ai/chat/completions?k\\=SECRET requestMethod=POST requestClientApplication=node-fetch/1.0 (+https://github.com/bitinn/node-fetch) in=900 out=400 act=Allowed by policy cnt=2",
      "Nov 22 10:15:00 fw1 CEF:0|Vendor|FW|1|1|deny|5|src=10.20.30.40 dhost=grok.com act=deny",
    ],
    records: [
      {
        ...proxy,
        atMs: at,
        host: "api.perplexity.ai",
        port: 443,
        method: "POST",
        path: "/chat/completions",
        bytesOut: 400,
        bytesIn: 900,
        transport: "TCP",
        userAgent: "node-fetch/1",
        calls: 2,
      },
      { ...network, action: "BLOCKED", atMs: at, host: "grok.com" },
    ],
  },
  {
    title: "Palo Alto Networks",
    format: "palo-alto",
    lines: [
      `Nov 22 10:15:01 PA-VM 1,2026/11/22 10:15:01,007051,THREAT,url,2561,2026/11/22 10:15:00,10.20.30.40,104.18.7.192,192.0.2.1,104.18.7.192,out,corp\\jdoe,,ssl,vsys1,trust,untrust,ae1,ae2,fwd,2026/11/22 10:15:00,9001,1,50030,443,50030,443,0x40b000,tcp,alert,"api.openai.com/v1/chat/completions?k=SECRET",(9999),artificial-intelligence,informational,client-to-server,70,0x0,10.0.0.0-10.255.255.255,United States,,text/html,0,,,1,"OpenAI/JS 4.52.0",,,,,,,0,0,0,0,0,vsys1,PA-VM,,,,post`,
      "1,2026/11/22 10:15:31,007051,TRAFFIC,end,2561,2026/11/22 10:15:30,10.20.30.40,104.18.7.192,192.0.2.1,104.18.7.192,out,corp\\jdoe,,openai-base,vsys1,trust,untrust,ae1,ae2,fwd,2026/11/22 10:15:30,9001,1,50030,443,50030,443,0x400053,tcp,allow,45000,4000,41000,150,2026/11/22 10:15:00,28,artificial-intelligence,0,71,0x0,10.0.0.0-10.255.255.255,United States,0,50,100,tcp-fin",
      "1,2026/11/22 10:15:00,007051,TRAFFIC,start,2561,2026/11/22 10:15:00,10.20.30.40,104.18.7.192,192.0.2.1,104.18.7.192,out,corp\\jdoe,,ssl,vsys1,trust,untrust,ae1,ae2,fwd,2026/11/22 10:15:00,9002,1,50031,443,50031,443,0x400053,tcp,allow,0,0,0,0,2026/11/22 10:15:00,0,any,0,72,0x0,US,US,0,0,0,n/a",
      "1,2026/11/22 10:15:00,007051,SYSTEM,general,0,2026/11/22 10:15:00,,general,,0,0,general,informational,User jdoe logged in",
    ],
    records: [
      {
        ...network,
        action: "ALLOWED",
        atMs: at,
        host: "api.openai.com",
        port: 443,
        method: "POST",
        path: "/v1/chat/completions",
        bytesOut: 2000,
        bytesIn: 37000,
        packetsOut: 50,
        packetsIn: 100,
        durationMs: 28000,
        transport: "TCP",
        userAgent: "OpenAI/JS/4",
      },
    ],
  },
  {
    title: "VPC flow logs, version 2",
    format: "aws-vpc-flow",
    lines: [
      "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status",
      "2 123456789012 eni-1235b8ca123456789 10.20.30.40 160.79.104.10 49761 443 6 20 4249 1795342500 1795342510 ACCEPT OK",
      "2 123456789012 eni-1235b8ca123456789 160.79.104.10 10.20.30.40 443 49761 6 80 90000 1795342500 1795342510 ACCEPT OK",
      "2 123456789012 eni-1235b8ca123456789 10.20.30.40 10.0.0.2 49800 53 17 1 60 1795342500 1795342510 ACCEPT OK",
      "2 123456789012 eni-1235b8ca123456789 - - - - - - - 1795342500 1795342510 - NODATA",
    ],
    records: [
      {
        ...network,
        action: "ALLOWED",
        atMs: at,
        host: "160.79.104.10",
        port: 443,
        bytesOut: 3449,
        bytesIn: 86800,
        packetsOut: 20,
        packetsIn: 80,
        transport: "TCP",
      },
    ],
  },
];
