import { actionFrom } from "@/lib/domains/shadow-ai/ingest/field-values";
import { flowSighting } from "@/lib/domains/shadow-ai/ingest/formats/firewalls";
import {
  addressesIn,
  allOf,
  type FieldTable,
  jsonTables,
  type Row,
} from "@/lib/domains/shadow-ai/ingest/formats/tables/field-table";
import { type ParseContext, type Reading, type Sighting, skip } from "@/lib/domains/shadow-ai/ingest/parser";
import { listOf, numberOf, objectOf, textOf } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

/** Members of `properties` in exports to storage, or of the record itself in exports of a workspace. */
const inProperties = (...names: string[]) => names.flatMap((name) => [`properties.${name}`, name]).join(" ");
const category = (row: Row) => row.text("category") ?? row.text("Category") ?? row.text("Type") ?? "";
const azureTime = "time TimeGenerated";
const azureRule = {
  time: azureTime,
  client: inProperties("SourceIp"),
  address: inProperties("DestinationIp"),
  port: inProperties("DestinationPort"),
  action: inProperties("Action"),
};

/** `HTTPS request from 10.0.0.4:5000 to api.openai.com:443. Action: Deny. …` of the logs before resource-specific tables. */
const azureMessage =
  /^(\S{3,8}) request from ([\d.a-f:[\]]{3,50}) to ([\w.:[\]-]{1,260}?)\. .{0,1000}?Action: (\w{3,8})/;

/** `DNS Request: 10.0.0.4:34142 - 35455 AAAA IN api.openai.com. udp 57 false 512 NOERROR …` of the same logs. */
const azureLookup = /^DNS Request: (\S{3,50}) - \d{1,6} [A-Z0-9]{1,10} IN (\S{1,300}) (udp|tcp) /;
const messageOf = (row: Row) => row.text("properties.msg") ?? row.text("msg_s") ?? "";

/**
 * Azure Firewall (application rules, network rules, DNS proxy), VNet flow logs and NSG flow logs:
 * https://learn.microsoft.com/azure/azure-monitor/reference/supported-logs/microsoft-network-azurefirewalls-logs and
 * https://learn.microsoft.com/azure/network-watcher/vnet-flow-logs-overview
 */
export const azure = jsonTables(
  [
    {
      is: (row) => /AZFWApplicationRule$/.test(category(row)),
      vantage: "PROXY",
      fields: { ...azureRule, host: inProperties("Fqdn"), url: inProperties("TargetUrl") },
    },
    {
      is: (row) => /AZFWNetworkRule$/.test(category(row)),
      vantage: "NETWORK_TRAFFIC",
      fields: { ...azureRule, transport: inProperties("Protocol") },
    },
    {
      is: (row) => /AZFWDnsQuery$/.test(category(row)),
      vantage: "DNS",
      fields: {
        time: azureTime,
        client: inProperties("SourceIp"),
        host: inProperties("QueryName"),
        transport: inProperties("Protocol"),
      },
    },
    {
      is: (row) => /^AzureFirewall(?:Application|Network)Rule$/.test(category(row)),
      vantage: "PROXY",
      fields: { time: azureTime },
      complete: (seen, row) => {
        const [, protocol, client, host, action] = azureMessage.exec(messageOf(row)) ?? [];
        if (category(row).startsWith("AzureFirewallA")) return { ...seen, client, host, action: actionFrom(action) };
        const { address, port } = /^(?<address>\S+):(?<port>\d+)$/.exec(host ?? "")?.groups ?? {};
        const flow = { client, address, port: numberOf(port), transport: protocol?.toLowerCase() };
        return { ...seen, ...flow, vantage: "NETWORK_TRAFFIC", action: actionFrom(action) };
      },
    },
    {
      is: (row) => category(row) === "AzureFirewallDnsProxy",
      vantage: "DNS",
      fields: { time: azureTime },
      complete: (seen, row) => {
        const [, client, host, transport] = azureLookup.exec(messageOf(row)) ?? [];
        return { ...seen, client, host, transport };
      },
    },
    {
      is: (row) => listOf(row.value("flowRecords.flows") ?? row.value("properties.flows")).length > 0,
      vantage: "NETWORK_TRAFFIC",
      fields: {},
      complete: readTuples,
    },
  ],
  ["records"],
);

/** Maximum number of flows per line. */
const tuplesMax = 10_000;

function readTuples(_: Sighting, row: Row, context: ParseContext): Reading {
  const tuples = listOf(row.value("flowRecords.flows") ?? row.value("properties.flows")).flatMap((flow) =>
    listOf(objectOf(flow)?.flowGroups ?? objectOf(flow)?.flows).flatMap((group) => listOf(objectOf(group)?.flowTuples)),
  );
  if (tuples.length > tuplesMax) return "The line has too many flows.";
  return allOf(tuples.map((tuple) => readTuple(textOf(tuple)?.split(",") ?? [], context)));
}

/** Time, addresses, ports, protocol, direction, then decision and state (NSG) or state and encryption, then figures. */
function readTuple(values: string[], context: ParseContext): Reading {
  const [time, client, address, , port, protocol = "", direction, first, second, ...figures] = values;
  const transport = { T: "6", U: "17" }[protocol] ?? protocol;
  const isNsg = transport !== protocol;
  if (transport !== "6" && transport !== "17") return skip.OTHER_PROTOCOL;
  if (port === "53") return skip.RESOLVER_TRAFFIC;
  // The other virtual machine, or the outbound flow, has its own record.
  if (direction !== "O") return skip.OTHER_LOG;
  const isBlocked = first === "D";
  if (!isBlocked && (isNsg ? second : first) === "B") return skip.INCOMPLETE;
  const [packetsOut, bytesOut, packetsIn, bytesIn] = figures.map(numberOf);
  return {
    atMs: parseTime(time, context),
    vantage: "NETWORK_TRAFFIC",
    client,
    address,
    port: numberOf(port),
    transport,
    bytesOut,
    bytesIn,
    packetsOut,
    packetsIn,
    action: isBlocked ? "BLOCKED" : "ALLOWED",
  };
}

/** Cloud DNS, VPC flow and firewall rule logs in Cloud Logging's JSON: https://cloud.google.com/vpc/docs/about-flow-logs-records */
export const gcp = jsonTables([
  {
    is: (row) => row.text("jsonPayload.queryName") !== null,
    vantage: "DNS",
    fields: {
      time: "timestamp receiveTimestamp",
      client: "jsonPayload.sourceIP",
      host: "jsonPayload.queryName",
      transport: "jsonPayload.protocol",
    },
    complete: (seen, row) => ({ ...seen, answers: addressesIn(row.value("jsonPayload.rdata")) }),
  },
  {
    is: (row) => row.text("jsonPayload.connection.src_ip") !== null,
    vantage: "NETWORK_TRAFFIC",
    fields: {
      time: "jsonPayload.start_time timestamp",
      client: "jsonPayload.connection.src_ip",
      address: "jsonPayload.connection.dest_ip",
      port: "jsonPayload.connection.dest_port",
      transport: "jsonPayload.connection.protocol",
      action: "jsonPayload.disposition",
    },
    complete: readGcpFlow,
  },
]);

/** A flow log describes one direction; a firewall log has no figures and names the client as the source. */
function readGcpFlow(seen: Sighting, row: Row): Reading {
  const { client: source, address: destination, transport: protocol } = seen;
  const sourcePort = numberOf(row.value("jsonPayload.connection.src_port")) ?? 0;
  if (row.value("jsonPayload.disposition") !== undefined || !source || !destination) return seen;
  if (sourcePort === 53) return skip.RESOLVER_TRAFFIC;
  return flowSighting({
    key: "gcp",
    source,
    destination,
    sourcePort,
    destinationPort: seen.port ?? 0,
    protocol: protocol ?? "",
    bytes: numberOf(row.value("jsonPayload.bytes_sent")),
    packets: numberOf(row.value("jsonPayload.packets_sent")),
    startMs: seen.atMs,
    action: seen.action,
  });
}

const agentCalls = /^(?:InvokeAgent|InvokeInlineAgent|InvokeFlow|Retrieve)/;

/**
 * Calls to models in Amazon Bedrock and SageMaker from CloudTrail. Other events are management, or other services.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/logging-using-cloudtrail.html
 */
export const cloudtrail = jsonTables(
  [
    modelCalls("bedrock.amazonaws.com", /^(?:Invoke|Converse|Retrieve|StartAsyncInvoke)/, (name) =>
      agentCalls.test(name) ? "bedrock-agent-runtime" : "bedrock-runtime",
    ),
    modelCalls("sagemaker.amazonaws.com", /^InvokeEndpoint/, () => "runtime.sagemaker"),
    {
      is: (row) => row.text("eventSource") !== null && row.text("awsRegion") !== null,
      vantage: "PROXY",
      fields: {},
      complete: () => skip.OTHER_LOG,
    },
  ],
  ["Records"],
);

function modelCalls(eventSource: string, calls: RegExp, serviceOf: (name: string) => string): FieldTable {
  return {
    is: (row) => row.text("eventSource") === eventSource && calls.test(row.text("eventName") ?? ""),
    vantage: "PROXY",
    fields: {
      time: "eventTime",
      client: "sourceIPAddress",
      host: "tlsDetails.clientProvidedHostHeader",
      userAgent: "userAgent",
    },
    complete: (seen, row) => {
      const service = serviceOf(row.text("eventName") ?? "");
      const model = row.text("requestParameters.modelId") ?? row.text("requestParameters.endpointName");
      const isPublicName = seen.host?.startsWith("bedrock") || seen.host?.startsWith("runtime.");
      return {
        ...seen,
        // Names of VPC endpoints and missing names are replaced by the service's public name.
        host: isPublicName ? seen.host : `${service}.${row.text("awsRegion") ?? ""}.amazonaws.com`,
        // Programs on AWS itself are logged by the name of their service.
        client: seen.client && /^[\d.]+$|:/.test(seen.client) ? seen.client : null,
        userAgent: seen.userAgent?.replace(/^\[|\]$/g, ""),
        action:
          row.text("errorCode") === null
            ? "ALLOWED"
            : /Denied|Unauthorized/.test(row.text("errorCode") ?? "")
              ? "BLOCKED"
              : "UNKNOWN",
        ai: { provider: null, model, operation: null, inputTokens: null, outputTokens: null },
      };
    },
  };
}

/** The host of Microsoft 365 Copilot. Audit records of its use do not contain one. */
const copilotHost = "copilot.cloud.microsoft";

/**
 * Microsoft 365's audit log (Copilot interactions), and Defender's CloudAppEvents (the same), DeviceNetworkEvents and
 * network protection: https://learn.microsoft.com/office/office-365-management-api/copilot-schema and
 * https://learn.microsoft.com/defender-xdr/advanced-hunting-devicenetworkevents-table
 */
export const microsoft = jsonTables(
  [
    {
      is: (row) => row.text("Operation") === "CopilotInteraction" || row.text("operation") === "CopilotInteraction",
      vantage: "PROXY",
      fields: {
        time: "CreationTime createdDateTime",
        client: "ClientIP clientIp",
        user: "UserId userPrincipalName",
      },
      complete: (seen) => ({ ...seen, host: copilotHost }),
    },
    {
      is: (row) => actionType(row) === "CopilotInteraction",
      vantage: "PROXY",
      fields: {
        time: inProperties("Timestamp"),
        client: inProperties("IPAddress"),
        userAgent: inProperties("UserAgent"),
      },
      complete: (seen) => ({ ...seen, host: copilotHost }),
    },
    {
      is: (row) => /^Connection(?:Success|Failed)$|NetworkProtectionBlocked$/.test(actionType(row)),
      vantage: "NETWORK_TRAFFIC",
      fields: {
        time: inProperties("Timestamp"),
        client: inProperties("LocalIP"),
        user: inProperties("InitiatingProcessAccountUpn"),
        url: inProperties("RemoteUrl"),
        address: inProperties("RemoteIP"),
        port: inProperties("RemotePort"),
        transport: inProperties("Protocol"),
      },
      complete: (seen, row) => {
        const type = actionType(row);
        return {
          ...seen,
          action: type === "ConnectionSuccess" ? "ALLOWED" : type === "ConnectionFailed" ? "UNKNOWN" : "BLOCKED",
        };
      },
    },
    {
      is: (row) => actionType(row) !== "" || (row.text("Workload") !== null && row.text("CreationTime") !== null),
      vantage: "PROXY",
      fields: {},
      complete: () => skip.OTHER_LOG,
    },
  ],
  ["records", "value"],
);

function actionType(row: Row): string {
  return row.text("properties.ActionType") ?? row.text("ActionType") ?? "";
}
