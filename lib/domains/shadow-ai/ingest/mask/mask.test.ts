import fc from "fast-check";
import { expect, test } from "vitest";
import { ClientMask, departmentLookup, maskedAddress, parseAddress } from "@/lib/domains/shadow-ai/ingest/mask/clients";
import { hostOfAddress, parseHost, UrlMask } from "@/lib/domains/shadow-ai/ingest/mask/hosts";
import { userAgentToken } from "@/lib/domains/shadow-ai/ingest/mask/user-agents";

test.each([
  ["10.20.30.40", "10.20.30.x"],
  ["10.20.30.40:51234", "10.20.30.x"],
  ["10.20.30.40#53", "10.20.30.x"],
  ["2001:db8:1:2::7", "2001:db8:1::x"],
  ["2001:0DB8:0001:0002:0:0:0:7", "2001:db8:1::x"],
  ["[2001:db8:1:2::7]:443", "2001:db8:1::x"],
  ["2001:db8:1::7#53", "2001:db8:1::x"],
  ["2001:db8::1", "2001:db8:0::x"],
  ["fe80::1%eth0", "fe80:0:0::x"],
  ["::1", "0:0:0::x"],
  ["::ffff:10.20.30.40", "10.20.30.x"],
  ["::ffff:a14:1e28", "10.20.30.x"],
])("masks the client %s as %s", (text, masked) => {
  const address = parseAddress(text);
  expect(address && maskedAddress(address)).toBe(masked);
});

test.each([
  "",
  "-",
  "laptop-7",
  "10.20.30",
  "10.20.30.400",
  "010.20.30.40",
  "10.20.30.40.5",
  "2001:db8",
  "1".repeat(1000),
])("ignores %s, which is not an address", (text) => {
  expect(new ClientMask(keys).mask(text, 0)).toEqual({ range: null, clientKey: null, department: null });
});

const keys = { clientKeyOf: (day: string) => Buffer.from(day), departments: [] };
const dayMs = 86_400_000;

test("assigns a client one key per day, regardless of the notation of its address", () => {
  const mask = new ClientMask(keys);
  const { clientKey } = mask.mask("10.20.30.40", dayMs);
  expect(clientKey).toMatch(/^[\w-]{12}$/);
  expect(mask.mask("::ffff:10.20.30.40", 2 * dayMs - 1).clientKey).toBe(clientKey);
  expect(mask.mask("10.20.30.41", dayMs).clientKey).not.toBe(clientKey);
  expect(mask.mask("10.20.30.40", 2 * dayMs).clientKey).not.toBe(clientKey);
  for (let day = 3; day < 20; day++) mask.mask("10.20.30.40", day * dayMs);
  expect(mask.mask("10.20.30.40", dayMs).clientKey).toBe(clientKey);
});

test("uses the department of the longest prefix", () => {
  const departmentOf = departmentLookup([
    { range: "10.0.0.0/8", department: "All" },
    { range: "10.20.30.64/26", department: "Risk" },
    { range: "10.20.0.0/16", department: "Sales" },
    { range: "2001:db8:1:8000::/49", department: "Research" },
    { range: "::ffff:192.168.0.0/112", department: "Lab" },
    { range: "10.20.30.70/32", department: "One" },
  ]);
  const ofText = (text: string) => {
    const address = parseAddress(text);
    return address && departmentOf(address);
  };
  expect(["10.20.30.70", "10.20.30.127", "10.20.30.128", "10.99.0.1", "11.0.0.1"].map(ofText)).toEqual([
    "One",
    "Risk",
    "Sales",
    "All",
    null,
  ]);
  expect(["2001:db8:1:8000::1", "2001:db8:1:7fff::1", "192.168.7.7"].map(ofText)).toEqual(["Research", null, "Lab"]);
});

test.each([
  ["API.OpenAI.com.", "api.openai.com", null],
  ["api.openai.com:443", "api.openai.com", 443],
  ["jdoe:pw@claude.ai:8443", "claude.ai", 8443],
  ["bücher.example", "xn--bcher-kva.example", null],
  ["_dmarc.example.com", "_dmarc.example.com", null],
  ["93.184.215.14:80", "93.184.215.14", 80],
  ["[2606:4700::1111]:443", "2606:4700::1111", 443],
  ["ip-10-20-30-40.eu-west-1.compute.internal", "ip-10-20-30-x.eu-west-1.compute.internal", null],
  ["10.20.30.40.nip.io", "10.20.30.x.nip.io", null],
  ["2001-db8-1-2-3-4-5-6.example.net", "x.example.net", null],
  ["gpt-4-1-mini.example.com", "gpt-4-1-mini.example.com", null],
])("normalises the host %s to %s", (text, name, port) => {
  expect(parseHost(text)).toMatchObject({ name, port });
});

test.each([
  "",
  "-",
  "a b.example",
  "a..example",
  "example.com/path",
  "example.com:99999",
  "40.30.20.10.in-addr.arpa",
  "7.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.",
  "300.1.1.1",
  "<script>",
  "a".repeat(300),
])("rejects the host %s", (text) => {
  expect(parseHost(text)).toBeNull();
});

test.each([
  ["10.9.8.7", null, "10.9.8.x"],
  ["127.0.0.1", null, "127.0.0.x"],
  ["fd00:1:2::3", null, "fd00:1:2::x"],
  ["93.184.215.14", "10.20.30.40", "93.184.215.14"],
  ["93.184.215.14", "93.184.215.14:5000", "93.184.215.x"],
])("the connection to address %s of client %s has the host %s", (address, client, host) => {
  expect(hostOfAddress(address, client)).toBe(host);
});

test.each([
  ["https://api.openai.com/v1/chat/completions?key=SECRET#x", "api.openai.com", "/v1/chat/completions"],
  ["http://jdoe:pw@example.org:8080/a%3Fb=c", "example.org", "/a"],
  ["api.openai.com:443", "api.openai.com", null],
  ["claude.ai/new", "claude.ai", "/new"],
  ["//cdn.example/x", "cdn.example", "/x"],
  [
    "/model/anthropic.claude-3-5-sonnet-20240620-v1:0/invoke",
    null,
    "/model/anthropic.claude-3-5-sonnet-20240620-v1:0/invoke",
  ],
  [
    "/v1beta/models/gemini-1.5-pro-latest:streamGenerateContent?alt=sse",
    null,
    "/v1beta/models/gemini-1.5-pro-latest:streamGenerateContent",
  ],
  [
    "/openai/deployments/gpt-4o-mini-prod/chat/completions",
    null,
    "/openai/deployments/gpt-4o-mini-prod/chat/completions",
  ],
  ["/v1/files/file-AbCdEfGhIjKlMnOpQrStUv12345678901234/content", null, "/v1/files/…/content"],
  ["/c/550e8400-e29b-41d4-a716-446655440000", null, "/c/…"],
  ["/share/john.doe@example.com/x", null, "/share/…/x"],
  ["/share/john.doe%40example.com/x", null, "/share/…/x"],
  ["/users/jdoe/repos", null, "/users/…/repos"],
  ["/model/amazon.nova-pro-v1%3A0/converse", null, "/model/amazon.nova-pro-v1:0/converse"],
  ["/v1/users/me", null, "/v1/users/me"],
  ["/~jdoe/x", null, "/…/x"],
  ["/host/10.20.30.40/x", null, "/host/…/x"],
  ["/host/2001:db8:1:2::7/x", null, "/host/…/x"],
  ["/a;jsessionid=1234/b&c=d", null, "/…/…"],
  ["/a%00b/%E0%A4%A/x", null, "/…/%E0%A4%A/x"],
  [`/${"a/".repeat(300)}`, null, `/${"a/".repeat(127)}…`],
])("reduces the URL %s to the host %s and the path %s", (url, host, path) => {
  const masked = new UrlMask().url(url);
  expect([masked.host?.name ?? null, masked.path]).toEqual([host, path]);
});

test.each(["", "-", "*", "error:invalid-request", "::::", "ht tp://x y/"])("rejects the URL %s", (url) => {
  expect(new UrlMask().url(url)).toMatchObject({ host: null, path: null });
});

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

test.each([
  ["openai-python/1.35.3", "openai-python/1"],
  ["OpenAI/Python 1.35.3", "OpenAI/Python/1"],
  ["AsyncOpenAI/Python 1.40.0", "AsyncOpenAI/Python/1"],
  ["Anthropic/JS 0.24.0", "Anthropic/JS/0"],
  ["google-genai-sdk/1.2.0 gl-python/3.11.4", "google-genai-sdk/1"],
  ["Boto3/1.34.0 md/Botocore#1.34.0 ua/2.0 os/linux", "Boto3/1"],
  ["claude-cli/1.0.31 (external, cli)", "claude-cli/1"],
  ["GitHubCopilotChat/0.12.2024", "GitHubCopilotChat/0"],
  ["codex_cli_rs/0.2.0 (Ubuntu 22.4.0; x86_64)", "codex_cli_rs/0"],
  ["python-requests/2.31.0", "python-requests/2"],
  ["Python/3.11 aiohttp/3.9.1", "aiohttp/3"],
  ["Go-http-client/2.0", "Go-http-client/2"],
  ["okhttp/4.12.0", "okhttp/4"],
  ["curl/8.5.0", "curl/8"],
  ["LangChain", "LangChain"],
  ["node", "node"],
  ["Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0)", "Office/16"],
  ["ChatGPT/1.2024.101 (iOS 17.4; iPhone14,2; build 1)", "ChatGPT/1"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, "Chrome/126"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/126.0.2592.68`, "Edge/126"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} OPR/112.0.0.0`, "Opera/112"],
  ["Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox/127"],
  ["Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15", "Safari/17"],
  [
    "Mozilla/5.0 (iPhone) AppleWebKit/605 (KHTML, like Gecko) CriOS/126.0.6478 Mobile/15E148 Safari/604.1",
    "Chrome/126",
  ],
  [
    "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko) Cursor/0.42.3 Chrome/128.0 Electron/32.2 Safari/537.36",
    "Cursor/0",
  ],
  [
    "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.36 Chrome/120 Electron/28 Safari/537.36",
    "Slack/4",
  ],
  ["Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)", "GPTBot/1"],
  ["Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko", "MSIE/11"],
  ["curl%2F8.0", null],
  ["my%20tool/2.0%20(x)", "tool/2"],
  ["jdoe", null],
  ["john doe's script", null],
  ["jdoe@example.com/1.0", null],
  ["", null],
  ["Mozilla/5.0", null],
  ["eyJhbGciOiJIUzI1NiIsInR5cCI6/1", null],
  ["a-10.20.30.40/1", null],
])("reduces the user agent %s to %s", (header, token) => {
  expect(userAgentToken(header)).toBe(token);
});

test("never exceeds the token length or keeps more than one product", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.emailAddress()), (header) => {
      expect(userAgentToken(header) ?? "none").toMatch(/^[A-Za-z][\w.+/-]{0,60}$/);
    }),
  );
});
