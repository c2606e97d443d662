import { host, type Product, type Row, research } from "@/lib/domains/shadow-ai/ingest/testing/rows/row";
import { at } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

const http = (members: object) =>
  JSON.stringify({
    ...{ Datetime: "2026-11-22T10:15:00Z", Action: "allow", Email: "jdoe@example.com", HTTPHost: "claude.ai" },
    ...{ HTTPMethod: "POST", HTTPStatusCode: 200, URL: "https://claude.ai/upload?q=SECRET", SourceIP: "192.0.2.9" },
    ...{ SourceInternalIP: "10.20.30.40", DestinationIP: "104.18.7.192", DestinationPort: 443, ...members },
  });
const dns = (members: object) =>
  JSON.stringify({
    ...{
      Datetime: "2026-11-22T10:15:00Z",
      QueryName: "claude.ai",
      QueryType: 1,
      SrcIP: "10.20.30.40",
      Protocol: "udp",
    },
    ...{ ResolverDecision: "allowedOnNoPolicyMatch", ...members },
  });

// biome-ignore format: a table
const cloudflareRows: Row[] = [
  ["a request", http({}), { host: "claude.ai", path: "/upload", port: 443, method: "POST", range: "10.20.30.x", action: "ALLOWED" }],
  ["no internal address", http({ SourceInternalIP: "" }), { range: "192.0.2.x" }],
  ["a blocked request", http({ Action: "block", HTTPStatusCode: 403 }), { action: "BLOCKED", status: 403 }],
  ["a request that is not inspected", http({ Action: "bypass" }), { action: "ALLOWED" }],
  ["an isolated request", http({ Action: "isolate" }), { action: "ALLOWED" }],
  ["nanoseconds", http({ Datetime: 1795342500000000000 }), { atMs: at }],
  ["IPv6", http({ SourceInternalIP: "2001:db8:1::7" }), research],
  ["a look-up without a rule", dns({}), { host: "claude.ai", vantage: "DNS", action: "ALLOWED", transport: "UDP" }],
  ["a look-up blocked by its category", dns({ ResolverDecision: "blockedByCategory" }), { action: "BLOCKED" }],
  ["a session", JSON.stringify({ Datetime: "2026-11-22T10:15:00Z", Action: "block", SourceIP: "10.20.30.40", DestinationIP: "104.18.7.192", DestinationPort: 443, SNI: "claude.ai", TransportProtocol: "tcp" }), { host: "claude.ai", transport: "TCP", action: "BLOCKED" }],
  ["a message without a time", dns({ Datetime: null }), "The time is missing or cannot be parsed."],
];

const squid = `1795342500.000 5 10.20.30.40 TCP_TUNNEL/200 39 CONNECT ${host}:443 - HIER_DIRECT/104.18.7.192 -`;
const coredns = `[INFO] 10.20.30.40:53211 - 7 "A IN claude.ai. udp 30 false 512" NOERROR qr 0 0.01s`;
const shipped = (members: object) => JSON.stringify({ "@timestamp": "2026-11-22T10:15:00.123Z", ...members });

// biome-ignore format: a table
const envelopeRows: Row[] = [
  ["Docker: a line with a Unix time", JSON.stringify({ log: `${squid}\n`, stream: "stdout", time: "2026-11-22T10:15:01Z" }), { host, atMs: at, range: "10.20.30.x" }],
  ["Fluent Bit", JSON.stringify({ date: 1795342500.5, log: squid }), { host, bytesIn: 39 }],
  ["Fluent Bit: a line without a time", shipped({ log: coredns, kubernetes: { pod_name: "coredns-1" } }), { host: "claude.ai", atMs: at + 123 }],
  ["Filebeat", shipped({ message: squid, log: { file: { path: "/var/log/squid/access.log" }, offset: 7 }, ecs: { version: "8.0.0" }, host: { name: "proxy1" }, agent: { type: "filebeat" } }), { host, bytesIn: 39 }],
  ["Vector", JSON.stringify({ timestamp: "2026-11-22T10:15:01Z", message: squid, host: "proxy1", source_type: "file", file: "/var/log/squid/access.log" }), { host, bytesIn: 39 }],
  ["AWS Network Firewall", JSON.stringify({ firewall_name: "egress", event_timestamp: "1795342500", event: { timestamp: "2026-11-22T10:15:00.000000+0000", flow_id: 7, event_type: "tls", src_ip: "10.20.30.40", src_port: 50123, dest_ip: "104.18.7.192", dest_port: 443, proto: "TCP", tls: { sni: "claude.ai" } } }), { host: "claude.ai", port: 443, transport: "TCP", atMs: at }],
  ["HEC: an object", JSON.stringify({ time: 1795342500, sourcetype: "route53", event: { query_timestamp: "2026-11-22T10:15:00Z", query_name: "claude.ai.", srcaddr: "2001:db8:1::7", answers: [] } }), { host: "claude.ai", ...research }],
];

const legacy = (category: string, msg: string) =>
  JSON.stringify({
    time: "2026-11-22T10:15:00.0000000Z",
    category,
    operationName: `${category}Log`,
    properties: { msg },
  });

// biome-ignore format: a table
const azureRows: Row[] = [
  ["a network rule before resource-specific tables", legacy("AzureFirewallNetworkRule", "TCP request from 10.20.30.40:50123 to 104.18.7.192:443. Action: Deny. "), { host: "104.18.7.192", port: 443, transport: "TCP", action: "BLOCKED", vantage: "NETWORK_TRAFFIC", atMs: at }],
  ["an application rule with a policy", legacy("AzureFirewallApplicationRule", "HTTPS request from 10.20.30.40:50123 to claude.ai:443. Action: Allow. Policy: p. Rule Collection Group: g. Rule: r"), { host: "claude.ai", port: 443, action: "ALLOWED" }],
  ["an inspected request", legacy("AzureFirewallApplicationRule", "HTTPS request from 10.20.30.40:50123 to claude.ai:443. Url: claude.ai/new?q=SECRET. Action: Deny. Web Category: AI"), { host: "claude.ai", action: "BLOCKED" }],
  ["a look-up before resource-specific tables", legacy("AzureFirewallDnsProxy", `DNS Request: 10.20.30.40:34142 - 35455 AAAA IN ${host}. udp 57 false 512 NOERROR qr,rd,ra 149 0.000244702s`), { host, vantage: "DNS", transport: "UDP" }],
  ["a look-up of the firewall in a network rule", legacy("AzureFirewallNetworkRule", "UDP request from 10.20.30.40:50123 to 192.0.2.53:53. Action: Allow. "), "RESOLVER_TRAFFIC"],
  ["a ping", legacy("AzureFirewallNetworkRule", "ICMP Type=8 request from 10.20.30.40: to 104.18.7.192:. Action: Allow. "), "NO_CLIENT"],
];

const trail = (members: object) =>
  JSON.stringify({
    ...{
      eventVersion: "1.10",
      eventTime: "2026-11-22T10:15:00Z",
      eventSource: "bedrock.amazonaws.com",
      awsRegion: "eu-west-1",
    },
    ...{ eventName: "InvokeModel", sourceIPAddress: "10.20.30.40", userAgent: "Boto3/1.34.0" },
    ...{ requestParameters: { modelId: "amazon.nova-reel-v1:0" }, ...members },
  });
const bedrock = "bedrock-runtime.eu-west-1.amazonaws.com";

// biome-ignore format: a table
const trailRows: Row[] = [
  ["a video that is created later", trail({ eventName: "StartAsyncInvoke" }), { host: bedrock, action: "ALLOWED" }],
  ["a stream in both directions", trail({ eventName: "InvokeModelWithBidirectionalStream" }), { host: bedrock }],
  ["another region", trail({ awsRegion: "us-gov-west-1" }), { host: "bedrock-runtime.us-gov-west-1.amazonaws.com" }],
];

// biome-ignore format: a table
const umbrellaRows: Row[] = [
  ["a look-up through the intelligent proxy", '"2026-11-22 10:15:00","jdoe","jdoe","10.20.30.40","192.0.2.1","Proxied","1 (A)","NOERROR","claude.ai.","","AD Users","AD Users",""', { host: "claude.ai", vantage: "DNS", action: "ALLOWED" }],
];

export const platformProducts: Product[] = [
  { product: "Cloudflare Gateway", format: "cloudflare-gateway", rows: cloudflareRows },
  { product: "Splunk HEC, Elasticsearch and Docker", format: "wrapped", rows: envelopeRows },
  { product: "Azure Firewall and flow logs", format: "azure", rows: azureRows },
  { product: "Cisco Umbrella", format: "umbrella", rows: umbrellaRows },
  { product: "CloudTrail", format: "cloudtrail", rows: trailRows },
];
