import {
  addressesIn,
  type FieldTable,
  jsonTables,
  type Row,
  tableFormat,
  textRow,
} from "@/lib/domains/shadow-ai/ingest/formats/tables/field-table";
import { type Sighting, skip } from "@/lib/domains/shadow-ai/ingest/parser";
import { splitDelimited } from "@/lib/domains/shadow-ai/ingest/text/delimited";

/**
 * Page, application, network and policy events of Netskope's API and Cloud Exchange. `hostname` is the client's name.
 * https://docs.netskope.com/en/page-events-faqs/
 */
export const netskope = jsonTables(
  [
    {
      is: (row) => isNetskope(row) && /^(?:page|connection|application|nspolicy|network)$/.test(row.text("type") ?? ""),
      vantage: "PROXY",
      fields: {
        time: "timestamp _insertion_epoch_timestamp",
        client: "userip srcip",
        user: "user ur_normalized",
        host: "dsthost domain sni site",
        address: "dstip",
        port: "dstport",
        url: "url page",
        method: "http_method",
        status: "http_status",
        bytesOut: "client_bytes",
        bytesIn: "server_bytes",
        packetsOut: "client_packets",
        packetsIn: "server_packets",
        transport: "ip_protocol protocol",
        userAgent: "useragent",
        action: "action",
        calls: "req_cnt",
      },
      complete: (seen, row) => {
        const isNetwork = row.text("type") === "network";
        // `site` is the name of a site or an application.
        const host = seen.host?.includes(".") ? seen.host : null;
        return { ...seen, host, vantage: isNetwork ? "NETWORK_TRAFFIC" : "PROXY" };
      },
    },
    { is: isNetskope, vantage: "PROXY", fields: {}, complete: () => skip.OTHER_LOG },
  ],
  ["result", "data"],
);

function isNetskope(row: Row): boolean {
  return (
    row.text("timestamp") !== null &&
    ["userkey", "ur_normalized", "access_method", "netskope_pop", "traffic_type"].filter(
      (name) => row.value(name) !== undefined,
    ).length >= 2
  );
}

/** Columns from 0: DNS logs have the query type in the sixth, web logs the URL in the seventh. */
const umbrellaTime = /^"?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"?$/;
const umbrellaDns = /^\d{1,5} \(\w{1,12}\)$/;

/** DNS and web logs of Cisco Umbrella as exported to S3: https://docs.umbrella.com/umbrella-user-guide/docs/log-formats-and-versioning */
export const umbrella = tableFormat(
  (line) => {
    const values =
      line.length > 65_536 ? null : splitDelimited(line, ",")?.map((value) => value.trim().replace(/^"|"$/g, ""));
    if (!values || values.length < 9) return null;
    return umbrellaTime.test(values[0] ?? "") || values[0] === "Timestamp"
      ? [textRow({ get: (name) => values[Number(name)] })]
      : null;
  },
  [
    {
      is: (row) => umbrellaDns.test(row.text("6") ?? ""),
      vantage: "DNS",
      fields: { time: "0", client: "3 4", action: "5", host: "8" },
    },
    {
      is: (row) => /^(?:ALLOWED|BLOCKED|PROXIED)$/i.test(row.text("6") ?? "") && umbrellaTime.test(row.text("0") ?? ""),
      vantage: "PROXY",
      fields: {
        time: "0",
        client: "2 3",
        address: "4",
        action: "6",
        url: "7",
        userAgent: "9",
        status: "10",
        bytesOut: "11",
        bytesIn: "12",
        method: "25",
      },
    },
  ],
  "The line is not in the Umbrella log format.",
);

const ecsType = (row: Row) => [row.value("event.type")].flat();

/** Records in the Elastic Common Schema, nested or flat: https://www.elastic.co/docs/reference/ecs */
export const ecs = jsonTables([
  {
    is: (row) => isEcs(row) && row.text("dns.question.name") !== null,
    vantage: "DNS",
    fields: {
      time: "@timestamp",
      client: "source.ip client.ip",
      user: "source.user.name client.user.name user.name",
      host: "dns.question.name",
      transport: "network.transport",
    },
    complete: (seen, row) => ({ ...seen, answers: addressesIn(row.value("dns.resolved_ip")) }),
  },
  {
    is: (row) =>
      isEcs(row) &&
      ["destination.ip", "destination.domain", "url.domain", "url.full", "url.original"].some(
        (name) => row.text(name) !== null,
      ),
    vantage: "NETWORK_TRAFFIC",
    msPerUnit: 1e-6,
    fields: {
      time: "event.start @timestamp",
      client: "source.ip client.ip",
      user: "source.user.name client.user.name user.name",
      host: "url.domain destination.domain tls.client.server_name server.domain",
      address: "destination.ip server.ip",
      port: "destination.port server.port",
      url: "url.full url.original url.path",
      method: "http.request.method",
      status: "http.response.status_code",
      bytesOut: "source.bytes client.bytes http.request.bytes",
      bytesIn: "destination.bytes server.bytes http.response.bytes",
      packetsOut: "source.packets client.packets",
      packetsIn: "destination.packets server.packets",
      durationMs: "event.duration",
      transport: "network.transport network.iana_number",
      userAgent: "user_agent.original",
      tlsFingerprint: "tls.client.ja4 tls.client.ja3",
      action: "event.action",
    },
    complete: (seen, row) => {
      if (row.text("network.direction") === "inbound") return skip.OTHER_LOG;
      // Packetbeat repeats the totals of a flow until it ends.
      if (row.value("flow.final") === false) return skip.INCOMPLETE;
      const isWeb = seen.url || seen.method;
      return { ...seen, vantage: isWeb ? "PROXY" : "NETWORK_TRAFFIC", action: typeAction(ecsType(row)) ?? seen.action };
    },
  },
  { is: isEcs, vantage: "NETWORK_TRAFFIC", fields: {}, complete: () => skip.OTHER_LOG },
]);

function isEcs(row: Row): boolean {
  return (
    row.text("@timestamp") !== null &&
    ["source.ip", "client.ip", "ecs.version", "event.category"].some((name) => row.value(name) !== undefined)
  );
}

function typeAction(types: readonly unknown[]): Sighting["action"] {
  if (types.includes("denied")) return "BLOCKED";
  return types.includes("allowed") ? "ALLOWED" : null;
}

const ocsfTraffic: FieldTable["fields"] = {
  time: "start_time time",
  client: "src_endpoint.ip",
  user: "actor.user.name src_endpoint.owner.name",
  host: "http_request.url.hostname tls.sni dst_endpoint.hostname dst_endpoint.domain",
  address: "dst_endpoint.ip",
  port: "dst_endpoint.port http_request.url.port",
  url: "http_request.url.url_string http_request.url.text http_request.url.path",
  method: "http_request.http_method",
  status: "http_response.code",
  bytesOut: "traffic.bytes_out",
  bytesIn: "traffic.bytes_in",
  packetsOut: "traffic.packets_out",
  packetsIn: "traffic.packets_in",
  durationMs: "duration",
  transport: "connection_info.protocol_name connection_info.protocol_num",
  userAgent: "http_request.user_agent",
};

/** Network, HTTP and DNS activity of the Open Cybersecurity Schema Framework: https://schema.ocsf.io/classes */
export const ocsf = jsonTables([
  {
    is: (row) => row.text("class_uid") === "4003",
    vantage: "DNS",
    fields: {
      time: "query_time time",
      client: "src_endpoint.ip",
      user: "actor.user.name src_endpoint.owner.name",
      host: "query.hostname",
      transport: "connection_info.protocol_name",
    },
    complete: (seen, row) => {
      const answered = { ...seen, action: ocsfAction(row), answers: addressesIn(row.value("answers")) };
      // 1: query, 2: response, 6: both.
      return row.text("activity_id") === "2" ? { ...answered, isAnswer: true } : answered;
    },
  },
  ...(["4001", "4002"] as const).map(
    (uid): FieldTable => ({
      is: (row) => row.text("class_uid") === uid,
      vantage: uid === "4002" ? "PROXY" : "NETWORK_TRAFFIC",
      fields: ocsfTraffic,
      complete: (seen, row) =>
        row.text("connection_info.direction_id") === "1" ? skip.OTHER_LOG : { ...seen, action: ocsfAction(row) },
    }),
  ),
  {
    is: (row) => /^\d{4,6}$/.test(row.text("class_uid") ?? "") && row.value("metadata") !== undefined,
    vantage: "PROXY",
    fields: {},
    complete: () => skip.OTHER_LOG,
  },
]);

/** By `action_id` (1 allowed, 2 denied), which the security control profile adds, or `disposition_id`. */
function ocsfAction(row: Row): Sighting["action"] {
  const id = row.text("action_id") ?? row.text("disposition_id");
  return id === "1" ? "ALLOWED" : id === "2" || (id === "6" && row.text("action_id") === null) ? "BLOCKED" : "UNKNOWN";
}
