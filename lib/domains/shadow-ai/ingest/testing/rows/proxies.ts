import { host, type Product, type Row, research } from "@/lib/domains/shadow-ai/ingest/testing/rows/row";
import { at } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

const squid = (rest: string) => `1795342500.000 5 10.20.30.40 ${rest}`;
const tunnel = squid(`TCP_TUNNEL/200 39 CONNECT ${host}:443 jdoe HIER_DIRECT/104.18.7.192 -`);

// biome-ignore format: a table
const squidRows: Row[] = [
  ["an aborted request", squid(`TCP_MISS_ABORTED/000 0 POST https://${host}/v1/files?k=SECRET - HIER_DIRECT/104.18.7.192 -`), { host, path: "/v1/files", bytesIn: 0, action: "ALLOWED" }],
  ["IPv6", "1795342500.000 5 2001:db8:1::7 TCP_TUNNEL/200 39 CONNECT [2606:4700::6812:7c0]:443 - HIER_DIRECT/2606:4700::6812:7c0 -", { host: "2606:4700::6812:7c0", port: 443, ...research }],
  ["a result of Cisco's appliance", squid('TCP_CLIENT_REFRESH_MISS/200 9000 GET https://claude.ai/new?q=SECRET "CORP\\jdoe@REALM" DIRECT/claude.ai text/html DEFAULT_CASE_12-Policy-Id-NONE <"IW_comp",9.2,1> -'), { host: "claude.ai", path: "/new", bytesIn: 9_000 }],
  ["a transparent tunnel of Cisco's appliance", squid(`TCP_MISS/200 9000 TCP_CONNECT tunnel://${host}:443/ - DIRECT/${host} - PASSTHRU_7`), { host, port: 443 }],
  ["the empty CONNECT of SSL-Bump", squid(`NONE_NONE/200 0 CONNECT ${host}:443 - HIER_NONE/- -`), "NO_REQUEST"],
  ["a peer's query", squid("UDP_MISS/000 60 ICP_QUERY http://claude.ai/ - HIER_NONE/- -"), "NO_REQUEST"],
  ["an invalid request", squid("NONE/400 3900 GET error:invalid-request - HIER_NONE/- text/html"), "NO_DESTINATION"],
  ["48 TiB", squid(`TCP_TUNNEL/200 52776558133248 CONNECT ${host}:443 - HIER_DIRECT/104.18.7.192 -`), { host, bytesIn: 52_776_558_133_248 }],
  ["through syslog", `<134>Nov 22 10:15:01 proxy squid[1234]: ${tunnel}`, { host, range: "10.20.30.x", atMs: at }],
  ["from a container", `2026-11-22T10:15:01.000000000Z stdout F ${tunnel}`, { host, range: "10.20.30.x", atMs: at }],
  ["a client's name", "1795342500.000 5 laptop-7.corp.example TCP_TUNNEL/200 39 CONNECT claude.ai:443 - HIER_DIRECT/104.18.7.192 -", { host: "claude.ai", range: null }],
  ["a message of Squid", "2026/11/22 10:15:00 kid1| Starting Squid Cache", "The line is not in the Squid native log format."],
];

const combined = (request: string, rest = '200 39 "-" "curl/8.4.0"') =>
  `10.20.30.40 - - [22/Nov/2026:10:15:00 +0000] "${request}" ${rest}`;
const connect = combined("CONNECT claude.ai:443 HTTP/1.1");

// biome-ignore format: a table
const combinedRows: Row[] = [
  ["IPv6", connect.replace("10.20.30.40", "2001:db8:1::7"), { host: "claude.ai", port: 443, ...research }],
  ["a half-hour zone", connect.replace("10:15:00 +0000", "15:45:00 +0530"), { atMs: at }],
  ["a port", combined(`GET https://${host}:8443/v1/models?k=SECRET HTTP/1.1`), { host, port: 8_443, path: "/v1/models" }],
  ["quotes in a user agent", combined("CONNECT claude.ai:443 HTTP/1.1", '200 39 "-" "Mozilla/5.0 (\\"x\\") Chrome/126.0.0.0"'), { userAgent: "Chrome/126", bytesIn: 39 }],
  ["quotes in a URL", combined('GET https://claude.ai/\\"a\\" HTTP/1.1', '400 5 "-" "-"'), { host: "claude.ai", status: 400 }],
  ["no bytes", combined("CONNECT claude.ai:443 HTTP/1.1", '200 - "-" "-"'), { host: "claude.ai", bytesIn: null }],
  ["a denied request of Squid", combined("CONNECT chatgpt.com:443 HTTP/1.1", '403 3900 "-" "-" TCP_DENIED:HIER_NONE'), { host: "chatgpt.com", action: "BLOCKED" }],
  ["through syslog", `<190>Nov 22 10:15:01 gw nginx: ${connect}`, { host: "claude.ai", range: "10.20.30.x", atMs: at }],
  ["from a container", `2026-11-22T10:15:01.000000000Z stdout F ${connect}`, { host: "claude.ai", range: "10.20.30.x" }],
  ["a user with spaces", connect.replace("- - [", "- CORP\\j doe ["), { host: "claude.ai", range: "10.20.30.x" }],
  ["an empty request", combined("-", '408 0 "-" "-"'), "NO_DESTINATION"],
  ["an invalid time", connect.replace("22/Nov/2026:10:15:00 +0000", "32/Nov/2026:10:15:00 +0000"), "The time is missing or cannot be parsed."],
];

const transaction = (values: string) =>
  `#Fields: date time time-taken cs-bytes sc-bytes c-ip cs-username cs-method cs-uri-query cs-user-agent sc-status cs-host cs-uri cs-uri-port x-cs-userip x-cs-sni x-policy-action\n2026-11-22 10:15:00 589 ${values}`;
const page = (rest: string) =>
  transaction(`1093 17084 192.0.2.9 jdoe@example.com POST "token=SECRET" "curl/8.4.0" 200 ${rest}`);

// biome-ignore format: a table
const netskopeRows: Row[] = [
  ["an upload of 5 GiB", transaction('5368709120 90 192.0.2.9 jdoe PUT - "curl/8.4.0" 200 chatgpt.com /backend-api/files 443 10.20.30.40 chatgpt.com -'), { host: "chatgpt.com", bytesOut: 5_368_709_120, bytesIn: 90, durationMs: 589, atMs: at }],
  ["a blocked request", page("claude.ai /upload 443 10.20.30.40 claude.ai block"), { host: "claude.ai", path: "/upload", action: "BLOCKED" }],
  ["an allowed request", page("claude.ai / 443 10.20.30.40 claude.ai allow"), { action: "ALLOWED", range: "10.20.30.x" }],
  ["a request with an alert", page("claude.ai / 443 10.20.30.40 claude.ai useralert"), { action: "ALLOWED" }],
  ["a bypassed request", page("claude.ai / 443 10.20.30.40 claude.ai bypass"), { action: "ALLOWED" }],
  ["only a server name", page("- - 443 10.20.30.40 claude.ai -"), { host: "claude.ai", port: 443 }],
  ["no internal address", page("claude.ai / 443 - claude.ai -"), { range: "192.0.2.x" }],
  ["IPv6", page("claude.ai / 443 2001:db8:1::7 claude.ai -"), { host: "claude.ai", ...research }],
  ["a path with a space", page('claude.ai "/a b" 443 10.20.30.40 claude.ai -'), { host: "claude.ai", bytesOut: 1_093 }],
  ["another port", page("claude.ai:8443 / 8443 10.20.30.40 claude.ai -"), { host: "claude.ai", port: 8_443 }],
  ["no destination", page("- / 443 10.20.30.40 - -"), "NO_DESTINATION"],
  ["a short line", page("claude.ai /"), "The line and its header have different numbers of columns."],
];

const blueCoat = (values: string) =>
  `#Fields: date time time-taken c-ip cs-username sc-filter-result sc-status s-action cs-method cs-host cs-uri-port cs-uri-path cs(User-Agent) sc-bytes cs-bytes\n2026-11-22 10:15:00 ${values}`;

// biome-ignore format: a table
const blueCoatRows: Row[] = [
  ["an upload of 3 GiB", blueCoat('61000 10.20.30.40 jdoe OBSERVED 200 TCP_NC_MISS PUT chatgpt.com 443 /backend-api/files "curl/8.4.0" 90 3221225472'), { host: "chatgpt.com", bytesOut: 3_221_225_472, bytesIn: 90, action: "ALLOWED", atMs: at }],
  ["a denied tunnel", blueCoat("0 10.20.30.40 - DENIED 403 TCP_DENIED CONNECT claude.ai 443 / - 900 300"), { host: "claude.ai", action: "BLOCKED", method: "CONNECT" }],
];

const cisco = (values: string) =>
  `#Fields: timestamp x-elapsed-time c-ip sc-result-code sc-http-status sc-bytes cs-bytes cs-method cs-url cs-username cs-user-agent\n1795342500.000 ${values}`;
const tmg = (values: string) =>
  `#Fields: c-ip\tcs-username\tc-agent\tdate\ttime\tr-host\tr-ip\tr-port\ttime-taken\tsc-bytes\tcs-bytes\tcs-protocol\ts-operation\tcs-uri\tsc-status\taction\n${values.replaceAll("|", "\t")}`;

// biome-ignore format: a table
const w3cRows: Row[] = [
  ["Cisco: a tunnel", cisco(`310 10.20.30.40 TCP_MISS 200 5000 1200 CONNECT tunnel://${host}:443/ "CORP\\jdoe@REALM" "openai-python/1.2"`), { host, port: 443, bytesOut: 1_200, bytesIn: 5_000, durationMs: 310, status: 200, action: "ALLOWED", atMs: at }],
  ["Cisco: a denied request", cisco('0 10.20.30.40 TCP_DENIED 403 900 300 GET https://claude.ai/new?q=SECRET - "curl/8.4.0"'), { host: "claude.ai", path: "/new", action: "BLOCKED", status: 403 }],
  ["Cisco: IPv6", cisco('5 2001:db8:1::7 TCP_HIT 200 9 3 GET http://perplexity.ai/ - "curl/8.4.0"'), { host: "perplexity.ai", port: 80, ...research }],
  ["Forefront TMG: a request", tmg("10.20.30.40|CORP\\jdoe|Mozilla/5.0 (Windows) Firefox/115.0|2026-11-22|10:15:00|claude.ai|104.18.7.192|443|31|9000|1200|https|GET|https://claude.ai/new?q=SECRET|200|Allowed"), { host: "claude.ai", port: 443, path: "/new", bytesOut: 1_200, bytesIn: 9_000, durationMs: 31, userAgent: "Firefox/115", action: "ALLOWED", atMs: at }],
  ["Forefront TMG: a denied request", tmg("10.20.30.40|anonymous|-|2026-11-22|10:15:00|chatgpt.com|-|443|1|0|0|SSL-tunnel|-|chatgpt.com:443|12202|Denied"), { host: "chatgpt.com", port: 443, status: null, action: "BLOCKED" }],
  ["Forefront TMG: only an address", tmg("10.20.30.40|-|-|2026-11-22|10:15:00|-|104.18.7.192|443|1|9|8|SSL-tunnel|-|-|200|Allowed"), { host: "104.18.7.192", port: 443 }],
  ["the Host header", '#Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status\n2026-11-22 10:15:00 10.20.30.40 GET claude.ai:443 /new 200', { host: "claude.ai", port: 443, path: "/new" }],
  ["seconds with a fraction", "#Fields: date time time-taken c-ip cs-host\n2026-11-22 10:15:00 0.25 10.20.30.40 claude.ai", { durationMs: 250 }],
  ["IPv6 with a port", "#Fields: date time c-ip cs-host cs-uri-port sc-bytes\n2026-11-22 10:15:00 10.20.30.40 [2606:4700::1]:443 443 9", { host: "2606:4700::1", port: 443, bytesIn: 9 }],
  ["no client", "#Fields: date time cs-host\n2026-11-22 10:15:00 claude.ai", "NO_CLIENT"],
  ["a line before the header", "2026-11-22 10:15:00 10.20.30.40 claude.ai", "The line is not preceded by a #Fields header."],
];

const table = (values: string) => `time,client,dst_host,url,bytes_out,bytes_in,action,user\n${values}`;

// biome-ignore format: a table
const csvRows: Row[] = [
  ["thousands with commas", table('2026-11-22T10:15:00Z,10.20.30.40,claude.ai,,"1,234,567","12,345",Allow,jdoe'), { bytesOut: 1_234_567, bytesIn: 12_345 }],
  ["a decimal comma", table('2026-11-22T10:15:00Z,10.20.30.40,claude.ai,,"0,125","1,234.5",Allow,jdoe'), { bytesOut: null, bytesIn: null }],
  ["a duration with a comma", 'time,client,dst_host,duration\n2026-11-22T10:15:00Z,10.20.30.40,claude.ai,"1,250"', { durationMs: null }],
  ["the time of HTTP", table('"Sun, 22 Nov 2026 10:15:00 GMT",10.20.30.40,claude.ai,,,,,'), { atMs: at }],
  ["a zone in hours", table("2026-11-22 11:15:00+01,10.20.30.40,claude.ai,,,,,"), { atMs: at }],
  ["milliseconds since 1970", table("1795342500123,10.20.30.40,claude.ai,,,,,"), { atMs: at + 123 }],
  ["a URL as host", table("1795342500,10.20.30.40,https://claude.ai/new?q=SECRET,,,,,"), { host: "claude.ai" }],
  ["a URL without a scheme", table('1795342500,10.20.30.40,,"claude.ai/a,b?q=SECRET",,,,'), { host: "claude.ai", path: "/a,b" }],
  ["doubled quotes", table('1795342500,10.20.30.40,claude.ai,"https://claude.ai/""a""",,,,'), { host: "claude.ai" }],
  ["IPv6 with a port", table("1795342500,[2001:db8:1::7]:50123,claude.ai,,,,,"), { ...research }],
  ["upper case, port and final dot", table("1795342500,10.20.30.40,CLAUDE.AI.:443,,,,,"), { host: "claude.ai", port: 443 }],
  ["an international name", table("1795342500,10.20.30.40,bücher.example,,,,,"), { host: "xn--bcher-kva.example" }],
  ["missing values", table("1795342500,N/A,claude.ai,-,null,,none,-"), { range: null, bytesOut: null, path: null }],
  ["more bytes than are exact", table("1795342500,10.20.30.40,claude.ai,,99999999999999999999,-5,,"), { bytesOut: null, bytesIn: null }],
  ["an unclosed quote", table('1795342500,10.20.30.40,"claude.ai,,,,,'), "The line has an unclosed quote or too many columns."],
  ["a short line", table("1795342500,10.20.30.40"), "The line has fewer columns than the mapping requires."],
  ["an ambiguous date", table("11/12/2026 10:15:00,10.20.30.40,claude.ai,,,,,"), "The time is missing or cannot be parsed."],
];

const own = (members: object) =>
  JSON.stringify({ at: "2026-11-22T10:15:00Z", client: "10.20.30.40", host, ...members });

// biome-ignore format: a table
const ownRows: Row[] = [
  ["nanoseconds", own({ at: 1795342500000000000 }), { atMs: at }],
  ["microseconds", own({ at: 1795342500000000 }), { atMs: at }],
  ["another zone", own({ at: "2026-11-22T05:15:00-05:00" }), { atMs: at }],
  ["IPv6", own({ client: "2001:db8:1::7", host: "[2606:4700::6812:7c0]:8443" }), { host: "2606:4700::6812:7c0", port: 8_443, ...research }],
  ["only a URL", own({ host: null, url: "https://claude.ai:8443/new?q=SECRET" }), { host: "claude.ai", port: 8_443, path: "/new" }],
  ["only an address", own({ host: null, address: "104.18.7.192", port: 443 }), { host: "104.18.7.192", port: 443 }],
  ["an IPv4 address in IPv6", own({ client: "::ffff:10.20.30.40" }), { range: "10.20.30.x" }],
  ["no destination", own({ host: null }), "host: is required unless url, address or ai.provider is set."],
  ["a reverse look-up", own({ host: "40.30.20.10.in-addr.arpa", vantage: "DNS" }), "NO_DESTINATION"],
  ["text", "not JSON", "The line is not a JSON object."],
];

const attribute = (key: string, value: object) => ({ key, value });
const otel = (attributes: object[], span: object = {}) =>
  JSON.stringify({
    resourceSpans: [
      { scopeSpans: [{ spans: [{ name: "chat", startTimeUnixNano: "1795342500000000000", attributes, ...span }] }] },
    ],
  });
const model = attribute("gen_ai.request.model", { stringValue: "gpt-4o" });
const provider = attribute("gen_ai.provider.name", { stringValue: "openai" });
const call = { provider: "openai", model: "gpt-4o", operation: null, inputTokens: null, outputTokens: null };

// biome-ignore format: a table
const otelRows: Row[] = [
  ["a provider and a model", otel([provider, model]), { host: null, ai: call }],
  ["tokens as text", otel([provider, model, attribute("gen_ai.usage.input_tokens", { intValue: "7" })]), { ai: { ...call, inputTokens: 7 } }],
  ["tokens as a fraction", otel([provider, model, attribute("gen_ai.usage.output_tokens", { doubleValue: 8 })]), { ai: { ...call, outputTokens: 8 } }],
  ["names of OpenLLMetry", otel([attribute("llm.vendor", { stringValue: "openai" }), attribute("llm.request.model", { stringValue: "gpt-4o" })]), { ai: call }],
  ["a URL", otel([provider, model, attribute("url.full", { stringValue: `https://${host}/v1/files?k=SECRET` })]), { host, path: "/v1/files", port: 443 }],
  ["the server's address", otel([provider, model, attribute("server.address", { stringValue: "2606:4700::6812:7c0" })]), { host: "2606:4700::6812:7c0" }],
  ["the client's address", otel([provider, model, attribute("client.address", { stringValue: "2001:db8:1::7" })]), { ...research }],
  ["a tool", otel([provider, attribute("gen_ai.operation.name", { stringValue: "execute_tool" })]), "OTHER_LOG"],
  ["another span", otel([attribute("http.url", { stringValue: `https://${host}/` })]), "OTHER_LOG"],
  ["metrics", JSON.stringify({ resourceMetrics: [] }), "OTHER_LOG"],
  ["a span without a time", otel([provider, model], { startTimeUnixNano: undefined }), "The time is missing or cannot be parsed."],
];

export const proxyProducts: Product[] = [
  { product: "Squid, native", format: "squid", rows: squidRows },
  { product: "combined, of Squid and with a virtual host", format: "combined", rows: combinedRows },
  { product: "Netskope transaction events", format: "w3c", rows: netskopeRows },
  { product: "Blue Coat", format: "w3c", rows: blueCoatRows },
  { product: "Cisco Secure Web Appliance and Forefront TMG", format: "w3c", rows: w3cRows },
  { product: "CSV with a header in usual words", format: "csv", rows: csvRows },
  { product: "our own NDJSON", format: "ndjson", rows: ownRows },
  { product: "OpenTelemetry", format: "otel", rows: otelRows },
];
