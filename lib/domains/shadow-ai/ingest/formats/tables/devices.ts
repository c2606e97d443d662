import { actionFrom } from "@/lib/domains/shadow-ai/ingest/field-values";
import { comesFromServer } from "@/lib/domains/shadow-ai/ingest/formats/firewalls";
import { panSkipOf, timeBefore } from "@/lib/domains/shadow-ai/ingest/formats/key-value";
import {
  type FieldTable,
  groupRow,
  type Row,
  tableFormat,
  textRow,
} from "@/lib/domains/shadow-ai/ingest/formats/tables/field-table";
import { type Sighting, skip } from "@/lib/domains/shadow-ai/ingest/parser";
import { readPairs } from "@/lib/domains/shadow-ai/ingest/text/delimited";
import { numberFrom } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { splitSyslog } from "@/lib/domains/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

const always = () => true;
const oneRow = (row: Row | null) => row && [row];

/** IBM QRadar's Log Event Extended Format: https://www.ibm.com/docs/en/dsm?topic=overview-predefined-leef-event-attributes */
export const leef = tableFormat(
  readLeef,
  [
    {
      is: always,
      vantage: "NETWORK_TRAFFIC",
      fields: {
        time: "devTime $time",
        client: "src",
        user: "usrName userName user",
        host: "dhost dstHost sni fqdn",
        address: "dst",
        port: "dstPort",
        url: "url request URL Miscellaneous",
        method: "method requestMethod",
        durationSeconds: "SessionDuration",
        calls: "RepeatCount",
        status: "status",
        bytesOut: "srcBytes bytesOut",
        bytesIn: "dstBytes bytesIn",
        packetsOut: "srcPackets",
        packetsIn: "dstPackets",
        transport: "proto",
        userAgent: "userAgent useragent requestClientApplication",
        // Zscaler writes the action as the category, and Palo Alto Networks as the event.
        action: "action act Action cat",
      },
      complete: (seen, row) => {
        const isPaloAlto = row.text("$vendor") === "Palo Alto Networks";
        const subtype = row.text("Subtype") ?? row.text("SubType") ?? "";
        const skipped = isPaloAlto ? panSkipOf(row.text("cat") ?? "", subtype) : null;
        if (skipped) return skipped;
        const action = isPaloAlto && seen.action === "UNKNOWN" ? actionFrom(row.text("$event")) : seen.action;
        // Check Point's resource can also be a file.
        const resource = /:\/\//.test(row.text("resource") ?? "") ? row.text("resource") : null;
        const url = seen.url?.replace(/^\\?"|\\?"$/g, "") ?? resource;
        return { ...seen, vantage: url || seen.method ? "PROXY" : "NETWORK_TRAFFIC", action, url };
      },
    },
  ],
  "The line has no LEEF header.",
);

/**
 * `LEEF:1.0|vendor|product|version|event|`. Version 2.0 adds the delimiter of the pairs, as a character or `x09`. Some
 * devices also write version 1.0 with `|` instead of tabs.
 */
function readLeef(line: string): Row[] | null {
  const start = line.slice(0, 1_024).indexOf("LEEF:");
  const parts = start === -1 ? [] : line.slice(start).split("|", 7);
  const [version = "", vendor = "", , , event = "", code = ""] = parts;
  const hasDelimiter = version.startsWith("LEEF:2") && /^(?:[^\w]|(?:0?x)[\dA-Fa-f]{2,4}|)$/.test(code);
  const headerParts = parts.slice(0, hasDelimiter ? 6 : 5);
  if (!/^LEEF:[12](?:\.\d)?$/.test(version) || parts.length <= headerParts.length) return null;
  const header = headerParts.join("|").length + 1;
  const named = code.length > 1 ? String.fromCharCode(Number.parseInt(code.replace(/^0?x/, ""), 16)) : code;
  const text = line.slice(start + header);
  const delimiter = (hasDelimiter && named) || (text.includes("\t") || !/\|\w+=/.test(text) ? "\t" : "|");
  const values = new Map([
    ["$vendor", vendor],
    ["$event", event],
  ]);
  for (const pair of text.split(delimiter, 500)) {
    const equals = pair.indexOf("=");
    if (equals > 0) values.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).replaceAll("\\=", "="));
  }
  const time = timeBefore(line.slice(0, start));
  return [textRow(time === null ? values : values.set("$time", time))];
}

const coreDnsForm =
  /^(?<before>.{0,120}?)\[?(?<client>[\da-fA-F.:]{2,45}?)\]?:\d{1,5} - \d{1,6} "(?<type>[A-Z0-9]{1,10}) [A-Z]{2,4} (?<host>\S{1,300}) (?<transport>udp|tcp|\w{3,8}) \d{1,6} \w{1,5} \d{1,6}" (?<code>[A-Z-]{1,20}|-) /;

/** CoreDNS' `log` plugin. It writes no time, so one must precede the line: https://coredns.io/plugins/log */
export const coredns = tableFormat(
  (line) => oneRow(groupRow(coreDnsForm, line)),
  [
    {
      is: always,
      vantage: "DNS",
      fields: { client: "client", host: "host", transport: "transport" },
      complete: (seen, row, context) => ({ ...seen, atMs: timeIn(row.text("before"), context) }),
    },
  ],
  "The line is not a query logged by the CoreDNS log plugin.",
  /\[(?:INFO|WARNING|ERROR|DEBUG|FATAL)\] |^CoreDNS-|^\S{1,40}:53$/,
);

const haproxyForm =
  /(?<client>[\da-fA-F.:]{2,45}):\d{1,5} \[(?<time>\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:.]{8,14})\] \S{1,128} \S{1,128}\/\S{1,128} (?<timers>[-+\d/]{3,60}) (?:(?<status>-1|\d{3}) )?\+?(?<bytesIn>\d{1,18}) (?:\S{1,200} \S{1,200} )?(?<state>[A-Za-z-]{2,4}) [\d/+]{3,60} \d{1,9}\/\d{1,9}(?: \{(?<captured>[^}]{0,2000})\})?(?: \{[^}]{0,2000}\})?(?: "(?<method>[A-Z]{3,10}) (?<url>[^" ]{1,4000})[^"]{0,20}")?(?: \S{1,60} (?<sni>[\w.-]{1,253})\/\S+)?/;

/** HAProxy's `httplog`, `httpslog` and `tcplog`: https://docs.haproxy.org/3.0/configuration.html#8.2 */
export const haproxy = tableFormat(
  (line) => oneRow(groupRow(haproxyForm, line)),
  [
    {
      is: always,
      vantage: "PROXY",
      fields: { time: "time", client: "client", method: "method", url: "url", status: "status", bytesIn: "bytesIn" },
      complete: (seen, row) => {
        const timers = row.text("timers")?.split("/") ?? [];
        const state = row.text("state") ?? "";
        // Headers are captured in the order of the configuration.
        const captured = row
          .text("captured")
          ?.split("|")
          .find((text) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(text));
        const host = seen.url?.startsWith("/") === false ? null : (row.text("sni") ?? captured ?? null);
        const action = state.startsWith("PR") ? "BLOCKED" : state.startsWith("--") ? "ALLOWED" : "UNKNOWN";
        return {
          ...seen,
          host: host === "-" ? (captured ?? null) : host,
          transport: "TCP",
          durationMs: numberFrom(timers.at(-1)?.replace("+", "")),
          action,
        };
      },
    },
  ],
  "The line is not in HAProxy's HTTP or TCP log format.",
  // Messages of the program itself. Lines of a custom log-format contain an address and a status.
  /^.{0,120}?\bhaproxy(?:\[\d+\]:|\s\d+ - -) (?!(?=.{0,500}?(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{1,4}(?:::[\da-f]|(?::[\da-f]{1,4}){4}))).{0,4000}?(?:[\s="|,;]|":)[1-5]\d\d(?=[\s"|,;}]|$))/,
);

const envoyForm =
  /^\[(?<start_time>\d{4}-\d\d-\d\dT[\d:.]{8,15}Z?)\] "(?<method>\S{1,20}) (?<path>\S{1,4000}) \S{1,20}" (?<response_code>\d{1,3}) (?<response_flags>\S{1,60}) (?:\S{1,200} \S{1,200} "[^"]{0,1000}" )?(?<bytes_received>\d{1,18}) (?<bytes_sent>\d{1,18}) (?<duration>\d{1,12}) \S{1,12} "(?<x_forwarded_for>[^"]{0,500})" "(?<user_agent>[^"]{0,1000})" "[^"]{0,100}" "(?<authority>[^"]{0,300})" "(?<upstream_host>[^"]{0,300})"(?: (?<upstream_cluster>\S{1,300}) \S{1,60} (?<downstream_local_address>\S{1,60}) (?<downstream_remote_address>\S{1,60}) (?<requested_server_name>\S{1,253})(?: (?<route_name>\S{1,253}))?)?/;

/** Envoy's and Istio's default access log, as text or JSON: https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage */
export const envoy = tableFormat(
  (line, json) =>
    json ? [textRow({ get: (name) => asText(json[name]) })] : oneRow(groupRow(envoyForm, splitSyslog(line).message)),
  [
    {
      is: (row) =>
        row.text("start_time") !== null && row.text("response_flags") !== null && row.text("bytes_sent") !== null,
      vantage: "PROXY",
      fields: {
        time: "start_time",
        client: "x_forwarded_for downstream_remote_address downstream_direct_remote_address",
        host: "authority requested_server_name",
        address: "downstream_local_address",
        url: "path",
        method: "method",
        status: "response_code",
        bytesOut: "bytes_received",
        bytesIn: "bytes_sent",
        durationMs: "duration",
        userAgent: "user_agent",
      },
      complete: (seen, row) => {
        const flags = row.text("response_flags") ?? "";
        const isTcp = seen.method === null;
        const name = isTcp ? (row.text("requested_server_name") ?? seen.host) : seen.host;
        return {
          ...seen,
          client: seen.client?.split(",", 1)[0],
          host: name,
          // For requests, this is the listener's address.
          address: isTcp ? seen.address : null,
          port: isTcp ? seen.port : null,
          transport: "TCP",
          action: isDenied(row, flags) ? "BLOCKED" : flags === "-" ? "ALLOWED" : "UNKNOWN",
        };
      },
    },
  ],
  "The line is not in Envoy's default access log format.",
  // The log of the program itself, which containers write to the same stream.
  /^(?:\S{20,40} std(?:out|err) [FP] )?(?:\[\d{4}-\d\d-\d\d [\d:.]{8,15}\]\[\d+\]\[|\S{20,40}\t[a-z]{4,7}\t)/,
);

/** By authorisation, rate limit, or Istio's `REGISTRY_ONLY` mode, which does not route requests to unknown hosts. */
function isDenied(row: Row, flags: string): boolean {
  if (row.text("upstream_cluster") === "BlackHoleCluster" || row.text("route_name") === "block_all") return true;
  return /UAEX|RBAC|\bRL\b/.test(flags) || row.text("response_code_details")?.startsWith("rbac_access_denied") === true;
}

const merakiForm =
  /^(?:<\d{1,3}>)?.{0,80}?\b(?<time>\d{10}\.\d{1,9}) (?<device>\S{1,100}) (?<kind>[a-z][a-z0-9_-]{3,50})(?: (?<rest>.{0,6000}))?$/;

const merakiFlow: FieldTable["fields"] = {
  time: "$time",
  client: "src",
  address: "dst",
  port: "dport",
  transport: "protocol",
};

/** Syslog of Cisco Meraki security appliances: https://documentation.meraki.com/General_Administration/Monitoring_and_Reporting/Syslog_Event_Types_and_Log_Samples */
export const meraki = tableFormat(
  readMeraki,
  [
    {
      is: (row) => row.text("$kind") === "urls",
      vantage: "PROXY",
      fields: { time: "$time", client: "src", address: "dst", url: "$url", method: "$method", userAgent: "$agent" },
      // Meraki writes the method as UNKNOWN for HTTPS. Blocked requests are other events.
      complete: (seen) => ({ ...seen, address: null, transport: "TCP" }),
    },
    {
      is: (row) => /^flows$|firewall$|^ip_flow_start$/.test(row.text("$kind") ?? ""),
      vantage: "NETWORK_TRAFFIC",
      fields: merakiFlow,
      complete: (seen, row) => {
        const key = ["src", "sport", "dst", "dport", "protocol"].map((name) => row.text(name)).join(" ");
        // The start of a flow and the rule that applies to it have separate lines.
        const part = row.text("$kind") === "ip_flow_start" ? "NAME" : "FIGURES";
        return {
          ...seen,
          action: actionFrom(row.text("$pattern") ?? row.text("decision")),
          join: { key: `meraki ${key}`, part, repeats: true },
        };
      },
    },
    {
      is: (row) => row.text("$kind") === "ip_flow_end",
      vantage: "NETWORK_TRAFFIC",
      fields: {},
      complete: () => skip.INCOMPLETE,
    },
  ],
  "The line is not a syslog event of a Meraki device.",
);

function readMeraki(line: string): Row[] | null {
  const { time = "", kind = "", rest = "" } = (line.length > 8_192 ? null : merakiForm.exec(line))?.groups ?? {};
  if (kind === "") return null;
  const values = readPairs(rest);
  const [, method, url] = /request: (\S+) (\S+)/.exec(rest) ?? [];
  const others = {
    $time: time,
    $kind: kind,
    $method: method,
    $url: url,
    $agent: /agent='([^']*)'/.exec(rest)?.[1],
    $pattern: /pattern: (.*)$/.exec(rest)?.[1],
  };
  for (const [name, value] of Object.entries(others)) if (value !== undefined) values.set(name, value);
  return [textRow(values)];
}

const iptablesForm = /(?<prefix>.{0,200}?)\bIN=\S{0,40} OUT=\S{0,40} .{0,400}?SRC=[\da-fA-F.:]{2,45} DST=/;

/** Packets that a rule of iptables, ip6tables, nftables or ufw logs. They count no bytes of a connection. */
export const iptables = tableFormat(
  (line) => {
    const match = iptablesForm.exec(line.length > 4_096 ? line.slice(0, 4_096) : line);
    if (!match) return null;
    // An ICMP error repeats the packet that caused it.
    const [packet = ""] = line.slice((match.groups?.prefix ?? "").length).split(" [SRC=", 1);
    const pairs = readPairs(packet);
    const { time, message } = splitSyslog(line);
    const prefix = message.slice(0, message.indexOf("IN="));
    return [textRow(pairs.set("$prefix", prefix).set("$time", time ?? timeBefore(line.slice(0, 60)) ?? ""))];
  },
  [
    {
      is: always,
      vantage: "NETWORK_TRAFFIC",
      fields: { time: "$time", client: "SRC", address: "DST", port: "DPT", transport: "PROTO" },
      complete: (seen, row) => {
        // Packets to the device itself, and answers of servers.
        if (row.text("OUT") === "" || row.text("OUT") === null) return skip.OTHER_LOG;
        if (seen.port !== null && comesFromServer(numberFrom(row.text("SPT") ?? "") ?? 0, seen.port ?? 0, null))
          return skip.MERGED;
        return { ...seen, action: actionFrom(row.text("$prefix")) };
      },
    },
  ],
  "The line is not a packet logged by iptables.",
  /\bkernel(?::| - - -) /,
);

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
}

function timeIn(text: string | null, context: Parameters<NonNullable<FieldTable["complete"]>>[2]): Sighting["atMs"] {
  return parseTime(timeBefore(text ?? ""), context);
}
