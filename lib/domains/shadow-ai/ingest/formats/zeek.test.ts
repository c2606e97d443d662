import { expect, test } from "vitest";
import { presentFields, readTexts } from "@/lib/domains/shadow-ai/ingest/testing/read-texts";

const second = 1_795_342_500;
const header = "#fields\tts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tserver_name";
const ssl = (uid: string, host: string, atSecond = second) =>
  `${atSecond}.000000\t${uid}\t10.20.30.40\t50001\t104.18.7.192\t443\t${host}`;
const connHeader =
  "#fields\tts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tproto\tservice\tduration\torig_bytes\tresp_bytes";
const conn = (uid: string, service = "ssl", to = "104.18.7.192") =>
  `${second}.000000\t${uid}\t10.20.30.40\t50001\t${to}\t443\ttcp\t${service}\t2.5\t400\t900`;

const hosts = async (...texts: string[]) => (await readTexts(texts)).records.map(({ host }) => host);

test("identifies the log by its columns without #path", async () => {
  expect(await hosts([header, ssl("C1", "claude.ai")].join("\n"))).toEqual(["claude.ai"]);
});

test("accepts repeated headers, comments and blank lines", async () => {
  const text = [
    "#separator \\x09",
    "#path\tssl",
    header,
    "#types\ttime\tstring",
    ssl("C1", "claude.ai"),
    "# a custom comment",
    "",
    "#close\t2026-11-22-10-00-00",
    "#separator ,",
    "#unset_field,NIL",
    "#path,http_eth1",
    "#fields,novel,uri,host,method,ts,id.orig_h,status_code",
    "x,/v1/messages,api.anthropic.com,POST,1795342500.0,10.20.30.40,NIL",
    "x,/v1/\\x2cx,a.example,GET,1795342500.0,NIL,200",
    "x,NIL,b.example,GET,1795342500.0,NIL,200",
  ].join("\n");
  const { records, bad } = await readTexts([text]);
  expect(bad).toEqual([]);
  expect(records.map(({ host, path, status, range }) => ({ host, path, status, range }))).toEqual([
    { host: "api.anthropic.com", path: "/v1/messages", status: null, range: "10.20.30.x" },
    { host: "a.example", path: "/v1/,x", status: 200, range: null },
    { host: "b.example", path: null, status: 200, range: null },
    { host: "claude.ai", path: null, status: null, range: "10.20.30.x" },
  ]);
});

test("reports a line with too few or too many values as bad, with its number", async () => {
  const { bad, records } = await readTexts([
    ["#path\tssl", header, "1795342500.0\tC1\t10.20", ssl("C2", "claude.ai"), `${ssl("C3", "claude.ai")}\tmore`].join(
      "\n",
    ),
  ]);
  expect(bad.map(({ line }) => line)).toEqual([3, 5]);
  expect(records).toHaveLength(1);
});

test("skips a log without connections", async () => {
  const text = ["#path\tx509", "#fields\tts\tid\tcertificate.subject", "1795342500.0\tF1\tCN=example"].join("\n");
  expect(await readTexts([text])).toMatchObject({ records: [], bad: [], linesRead: 3 });
});

test.each([
  ["with _path", { _path: "ssl", ts: second }],
  ["without _path", { ts: `${new Date(second * 1000).toISOString().slice(0, 19)}.000000Z`, established: true }],
  ["with ts in milliseconds", { _path: "ssl", ts: second * 1000 }],
])("JSON %s", async (_, members) => {
  const line = JSON.stringify({
    ...members,
    uid: "C1",
    "id.orig_h": "10.20.30.40",
    "id.resp_p": 443,
    server_name: "Claude.AI",
  });
  const { records } = await readTexts([line]);
  expect(records.map(presentFields)).toEqual([
    expect.objectContaining({ host: "claude.ai", atMs: second * 1000, range: "10.20.30.x", port: 443 }),
  ]);
});

const sslFile = ["#path\tssl", header, ssl("C1", "claude.ai"), ssl("C2", "-")].join("\n");
const connFile = [
  "#path\tconn",
  connHeader,
  conn("C1"),
  conn("C2"),
  conn("C3", "-", "192.0.2.9"),
  conn("C4", "dns"),
].join("\n");

test.each([
  ["in two files", [sslFile, connFile]],
  ["in two files in reverse order", [connFile, sslFile]],
  ["consecutively in one file", [[sslFile, connFile].join("\n")]],
  ["in reverse order in one file", [[connFile, sslFile].join("\n")]],
])("joins names and bytes of a connection into one record, %s", async (_, texts) => {
  const { records } = await readTexts(texts);
  const figures = records.map(({ host, bytesOut, bytesIn, durationMs }) => [host, bytesOut, bytesIn, durationMs]);
  expect(figures.sort()).toEqual([
    ["104.18.7.192", 400, 900, 2500],
    ["192.0.2.9", 400, 900, 2500],
    ["claude.ai", 400, 900, 2500],
  ]);
});

test("does not count the TLS handshake within QUIC as a second connection", async () => {
  const quic = ["#path\tquic", `${header}\tclient_protocol`, `${ssl("C1", "gemini.google.com")}\th3`].join("\n");
  const tls = ["#path\tssl", header, ssl("C1", "gemini.google.com")].join("\n");
  expect(await hosts(quic, tls, connFile.replaceAll("\tC2\t", "\tC1\t"))).toContain("gemini.google.com");
  expect((await readTexts([quic, tls])).records).toHaveLength(1);
});

test("counts each request of a connection as a call, but not the connection itself", async () => {
  const http = [
    "#path\thttp",
    "#fields\tts\tuid\tid.orig_h\tid.resp_h\tid.resp_p\tmethod\thost\turi\trequest_body_len",
    `${second}.0\tC1\t10.20.30.40\t10.1.1.1\t11434\tPOST\tollama.example\t/api/chat\t10`,
    `${second}.0\tC1\t10.20.30.40\t10.1.1.1\t11434\tPOST\tollama.example\t/api/chat\t20`,
    `${second}.0\tC9\t10.20.30.40\t10.1.1.2\t3128\tCONNECT\tapi.x.ai:443\tapi.x.ai:443\t0`,
  ].join("\n");
  const { records } = await readTexts([http, ["#path\tconn", connHeader, conn("C1"), conn("C9")].join("\n")]);
  expect(records.map(({ host, port, bytesOut }) => [host, port, bytesOut]).sort()).toEqual([
    ["api.x.ai", 443, 400],
    ["ollama.example", 11434, 10],
    ["ollama.example", 11434, 20],
  ]);
});
