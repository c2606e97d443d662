import { at, dns, network, proxy, type Sample } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

const research = { range: "2001:db8:1::x", department: "Research" };

const azureRule = (properties: object, category = "AZFWApplicationRule") =>
  JSON.stringify({
    time: "2026-11-22T10:15:00.0000000Z",
    category,
    resourceId: "/SUBSCRIPTIONS/1/AZUREFIREWALLS/FW",
    properties,
  });
const tuples = (...flowTuples: string[]) => ({ flows: [{ aclID: "1", flowGroups: [{ rule: "r", flowTuples }] }] });
const gcp = (jsonPayload: object, type = "gce_subnetwork") =>
  JSON.stringify({
    insertId: "1",
    jsonPayload,
    resource: { type },
    logName: "projects/p/logs/x",
    timestamp: "2026-11-22T10:15:00.123456789Z",
  });
const gcpFlow = (source: string, destination: string, rest: object, connection: object = {}) => {
  const [src_ip, src_port] = source.split(" ");
  const [dest_ip, dest_port] = destination.split(" ");
  const ports = { src_port: Number(src_port), dest_port: Number(dest_port), protocol: 6 };
  return gcp({
    connection: { src_ip, dest_ip, ...ports, ...connection },
    start_time: "2026-11-22T10:15:00Z",
    end_time: "2026-11-22T10:15:02.5Z",
    reporter: "SRC",
    ...rest,
  });
};
const call = (members: object) =>
  JSON.stringify({
    eventVersion: "1.10",
    userIdentity: { type: "IAMUser", userName: "jdoe" },
    eventTime: "2026-11-22T10:15:00Z",
    eventSource: "bedrock.amazonaws.com",
    eventName: "InvokeModel",
    awsRegion: "eu-west-1",
    sourceIPAddress: "10.20.30.40",
    userAgent: "Boto3/1.34.0 md/Botocore#1.34.0",
    requestParameters: { modelId: "anthropic.claude-3-5-sonnet-20240620-v1:0" },
    tlsDetails: { clientProvidedHostHeader: "bedrock-runtime.eu-west-1.amazonaws.com" },
    ...members,
  });
const bedrock = {
  ...proxy,
  atMs: at,
  host: "bedrock-runtime.eu-west-1.amazonaws.com",
  userAgent: "Boto3/1",
  ai: {
    provider: null,
    model: "anthropic.claude-3-5-sonnet-20240620-v1:0",
    operation: null,
    inputTokens: null,
    outputTokens: null,
  },
};
const audit = (members: object) =>
  JSON.stringify({
    CreationTime: "2026-11-22T10:15:00",
    Id: "1",
    Operation: "CopilotInteraction",
    RecordType: 261,
    Workload: "Copilot",
    UserId: "jdoe@example.com",
    ClientIP: "10.20.30.40",
    CopilotEventData: { AppHost: "Word", Messages: [{ Id: "SECRET" }] },
    ...members,
  });
const connection = (properties: object, category = "AdvancedHunting-DeviceNetworkEvents") =>
  JSON.stringify({
    time: "2026-11-22T10:20:00Z",
    tenantId: "t",
    operationName: "Publish",
    category,
    properties: {
      Timestamp: "2026-11-22T10:15:00.1234567Z",
      DeviceName: "jdoe-laptop",
      InitiatingProcessAccountName: "jdoe",
      LocalIP: "10.20.30.40",
      LocalPort: 50123,
      RemoteIP: "104.18.7.192",
      RemotePort: 443,
      Protocol: "Tcp",
      ...properties,
    },
  });
const copilot = { ...proxy, action: "UNKNOWN", atMs: at, host: "copilot.cloud.microsoft" } as const;
const defender = { ...network, atMs: at + 123, host: "api.openai.com", port: 443, transport: "TCP" } as const;

/** Logs of cloud platforms. */
export const cloud: Sample[] = [
  {
    title: "Azure Firewall and flow logs",
    format: "azure",
    lines: [
      azureRule({
        Protocol: "HTTPS",
        SourceIp: "10.20.30.40",
        SourcePort: 50123,
        DestinationPort: 443,
        Fqdn: "api.openai.com",
        TargetUrl: "",
        Action: "Allow",
        IsTlsInspected: false,
      }),
      azureRule({
        Protocol: "HTTPS",
        SourceIp: "10.20.30.40",
        DestinationPort: "443",
        Fqdn: "claude.ai",
        TargetUrl: "https://claude.ai/new?q=SECRET",
        Action: "Deny",
        IsTlsInspected: true,
      }),
      azureRule({
        Protocol: "HTTP",
        SourceIp: "2001:db8:1::7",
        DestinationPort: 80,
        Fqdn: "chat.mistral.ai",
        TargetUrl: "chat.mistral.ai/chat",
        Action: "Allow",
      }),
      azureRule(
        {
          Protocol: "TCP",
          SourceIp: "10.20.30.40",
          SourcePort: 1,
          DestinationIp: "104.18.7.192",
          DestinationPort: 443,
          Action: "Deny",
        },
        "AZFWNetworkRule",
      ),
      azureRule(
        { Protocol: "ICMP", SourceIp: "10.20.30.40", DestinationIp: "104.18.7.192", Action: "Allow" },
        "AZFWNetworkRule",
      ),
      azureRule(
        { Protocol: "UDP", SourceIp: "10.20.30.40", DestinationIp: "104.18.7.1", DestinationPort: 53, Action: "Allow" },
        "AZFWNetworkRule",
      ),
      azureRule(
        {
          SourceIp: "10.20.30.40",
          SourcePort: 50123,
          QueryId: 1,
          QueryType: "AAAA",
          QueryClass: "IN",
          QueryName: "gemini.google.com.",
          Protocol: "udp",
          ResponseCode: "NOERROR",
          RequestDurationSecs: 0.01,
        },
        "AZFWDnsQuery",
      ),
      azureRule(
        {
          msg: "HTTPS request from 10.20.30.40:50123 to chatgpt.com:443. Action: Deny. No rule matched. Proceeding with default action",
        },
        "AzureFirewallApplicationRule",
      ),
      JSON.stringify({
        TimeGenerated: "2026-11-22T11:15:00+01:00",
        Type: "AZFWApplicationRule",
        SourceIp: "10.20.30.40",
        Fqdn: "api.cohere.com",
        DestinationPort: 443,
        Action: "Allow",
      }),
      azureRule({ Protocol: "HTTPS", DestinationPort: 443, Fqdn: "api.openai.com", Action: "Allow" }),
      JSON.stringify({
        time: "2026-11-22T10:16:00Z",
        flowLogVersion: 4,
        category: "FlowLogFlowEvent",
        macAddress: "1",
        flowRecords: tuples(
          "1795342500000,10.20.30.40,104.18.7.192,50123,443,6,O,B,NX,0,0,0,0",
          "1795342500000,10.20.30.40,104.18.7.192,50123,443,6,O,E,NX,12,1500,20,24000",
          "1795342500000,104.18.9.9,10.20.30.40,50124,443,6,I,E,NX,1,1,1,1",
        ),
      }),
      JSON.stringify({
        time: "2026-11-22T10:16:00Z",
        flowLogVersion: 4,
        category: "FlowLogFlowEvent",
        flowRecords: tuples("1795342500000,10.20.30.40,104.18.7.193,50124,443,6,O,D,NX,0,0,0,0"),
      }),
      JSON.stringify({
        records: [
          {
            time: "2026-11-22T10:16:00Z",
            category: "NetworkSecurityGroupFlowEvent",
            properties: {
              Version: 2,
              flows: [
                {
                  rule: "r",
                  flows: [
                    { mac: "1", flowTuples: ["1795342500,10.20.30.40,104.18.7.194,50125,443,T,O,A,C,3,300,4,4000"] },
                  ],
                },
              ],
            },
          },
        ],
      }),
    ],
    records: [
      { ...proxy, atMs: at, host: "api.openai.com", port: 443 },
      { ...proxy, atMs: at, host: "claude.ai", port: 443, path: "/new", action: "BLOCKED" },
      { ...proxy, ...research, atMs: at, host: "chat.mistral.ai", port: 80, path: "/chat" },
      { ...network, atMs: at, host: "104.18.7.192", port: 443, transport: "TCP", action: "BLOCKED" },
      { ...dns, atMs: at, host: "gemini.google.com", transport: "UDP" },
      { ...proxy, atMs: at, host: "chatgpt.com", port: 443, action: "BLOCKED" },
      { ...proxy, atMs: at, host: "api.cohere.com", port: 443 },
      {
        ...network,
        atMs: at,
        host: "104.18.7.192",
        port: 443,
        transport: "TCP",
        action: "ALLOWED",
        bytesOut: 1500,
        bytesIn: 24000,
        packetsOut: 12,
        packetsIn: 20,
      },
      {
        ...network,
        atMs: at,
        host: "104.18.7.193",
        port: 443,
        transport: "TCP",
        action: "BLOCKED",
        bytesOut: 0,
        bytesIn: 0,
        packetsOut: 0,
        packetsIn: 0,
      },
      {
        ...network,
        atMs: at,
        host: "104.18.7.194",
        port: 443,
        transport: "TCP",
        action: "ALLOWED",
        bytesOut: 300,
        bytesIn: 4000,
        packetsOut: 3,
        packetsIn: 4,
      },
    ],
    skipped: { OTHER_PROTOCOL: 1, RESOLVER_TRAFFIC: 1, NO_CLIENT: 1 },
  },
  {
    title: "Google Cloud",
    format: "gcp",
    lines: [
      gcp(
        {
          queryName: "api.openai.com.",
          queryType: "A",
          responseCode: "NOERROR",
          rdata: "api.openai.com.\t300\tIN\ta\t104.18.7.192\napi.openai.com.\t300\tIN\ta\t104.18.6.192",
          sourceIP: "10.20.30.40",
          protocol: "UDP",
          vmInstanceName: "jdoe-vm",
        },
        "dns_query",
      ),
      gcp(
        {
          queryName: "nothing.example.",
          queryType: "A",
          responseCode: "NXDOMAIN",
          sourceIP: "10.20.30.40",
          protocol: "TCP",
        },
        "dns_query",
      ),
      gcp(
        {
          queryName: "claude.ai.",
          queryType: "AAAA",
          responseCode: "NOERROR",
          rdata: "claude.ai.\t300\tIN\taaaa\t2607:6bc0::10",
          sourceIP: "2001:db8:1::7",
          protocol: "UDP",
        },
        "dns_query",
      ),
      gcp({ queryName: "gamma.app.", queryType: "A", responseCode: "NOERROR", protocol: "UDP" }, "dns_query"),
      gcpFlow("10.20.30.40 50123", "104.18.7.192 443", { bytes_sent: "1500", packets_sent: "12" }),
      gcpFlow("104.18.7.192 443", "10.20.30.40 50123", { bytes_sent: "24000", packets_sent: "20", reporter: "DEST" }),
      gcpFlow("10.20.30.40 50124", "104.18.9.9 443", { bytes_sent: "700", packets_sent: "7" }),
      gcpFlow("10.20.30.40 50125", "104.18.9.10 443", { disposition: "DENIED", rule_details: { action: "DENY" } }),
      gcpFlow("10.20.30.40 0", "104.18.9.10 0", {}, { protocol: 1 }),
      gcpFlow("10.20.30.40 50126", "104.18.9.10 53", {}, { protocol: 17 }),
    ],
    records: [
      { ...dns, atMs: at + 123, host: "api.openai.com", transport: "UDP" },
      { ...dns, atMs: at + 123, host: "nothing.example", transport: "TCP" },
      { ...dns, ...research, atMs: at + 123, host: "claude.ai", transport: "UDP" },
      {
        ...network,
        atMs: at,
        host: "api.openai.com",
        port: 443,
        transport: "TCP",
        bytesOut: 1500,
        packetsOut: 12,
        bytesIn: 24000,
        packetsIn: 20,
      },
      { ...network, atMs: at, host: "104.18.9.10", port: 443, transport: "TCP", action: "BLOCKED" },
      {
        ...network,
        atMs: at,
        host: "104.18.9.9",
        port: 443,
        transport: "TCP",
        bytesOut: 700,
        packetsOut: 7,
      },
    ],
    skipped: { NO_CLIENT: 1, MERGED: 1, OTHER_PROTOCOL: 1, RESOLVER_TRAFFIC: 1 },
  },
  {
    title: "CloudTrail",
    format: "cloudtrail",
    lines: [
      call({}),
      call({ eventName: "ConverseStream", sourceIPAddress: "2001:db8:1::7", tlsDetails: undefined }),
      call({ errorCode: "AccessDenied" }),
      call({ errorCode: "ThrottlingException", eventTime: "2026-11-22T11:15:00+01:00" }),
      call({ tlsDetails: { clientProvidedHostHeader: "vpce-1.bedrock-runtime.eu-west-1.vpce.amazonaws.com" } }),
      call({
        eventName: "InvokeAgent",
        requestParameters: { agentId: "A1" },
        tlsDetails: {},
        userAgent: "[aws-sdk-js/3.600.0]",
      }),
      call({
        eventSource: "sagemaker.amazonaws.com",
        eventName: "InvokeEndpoint",
        requestParameters: { endpointName: "summaries" },
        tlsDetails: undefined,
      }),
      call({ sourceIPAddress: "lambda.amazonaws.com" }),
      call({ eventName: "ListFoundationModels" }),
      call({ eventSource: "s3.amazonaws.com", eventName: "GetObject" }),
      JSON.stringify({ Records: [JSON.parse(call({})), JSON.parse(call({ eventName: "CreateGuardrail" }))] }),
    ],
    records: [
      bedrock,
      { ...bedrock, ...research },
      { ...bedrock, action: "BLOCKED" },
      { ...bedrock, action: "UNKNOWN" },
      bedrock,
      {
        ...proxy,
        atMs: at,
        host: "bedrock-agent-runtime.eu-west-1.amazonaws.com",
        userAgent: "aws-sdk-js/3",
        ai: { ...bedrock.ai, model: null },
      },
      { ...bedrock, host: "runtime.sagemaker.eu-west-1.amazonaws.com", ai: { ...bedrock.ai, model: "summaries" } },
      bedrock,
    ],
    skipped: { NO_CLIENT: 1, OTHER_LOG: 2 },
  },
  {
    title: "Microsoft 365 and Defender",
    format: "microsoft",
    lines: [
      audit({}),
      audit({ ClientIP: "10.20.30.40:50123", CopilotEventData: { AppHost: "Teams" } }),
      audit({ ClientIP: "[2001:db8:1::7]:50123" }),
      audit({ ClientIP: undefined }),
      audit({ Operation: "FileAccessed", Workload: "SharePoint" }),
      JSON.stringify({
        createdDateTime: "2026-11-22T11:15:00+01:00",
        operation: "CopilotInteraction",
        clientIp: "10.20.30.40",
        userPrincipalName: "jdoe@example.com",
      }),
      connection(
        {
          Timestamp: "2026-11-22T10:15:00Z",
          ActionType: "CopilotInteraction",
          Application: "Microsoft 365 Copilot",
          IPAddress: "10.20.30.40",
          UserAgent: "Teams/24.1",
        },
        "AdvancedHunting-CloudAppEvents",
      ),
      connection({ ActionType: "ConnectionSuccess", RemoteUrl: "api.openai.com" }),
      connection({ ActionType: "ConnectionSuccess", RemoteUrl: "https://claude.ai/new?q=SECRET", Protocol: "TcpV4" }),
      connection({ ActionType: "ConnectionFailed", RemoteUrl: "" }),
      connection(
        {
          ActionType: "ExploitGuardNetworkProtectionBlocked",
          RemoteUrl: "chat.deepseek.com",
          RemoteIP: "",
          RemotePort: null,
          Protocol: null,
        },
        "AdvancedHunting-DeviceEvents",
      ),
      connection({ ActionType: "ListeningConnectionCreated" }),
    ],
    records: [
      copilot,
      copilot,
      { ...copilot, ...research },
      copilot,
      { ...copilot, userAgent: "Teams/24" },
      { ...defender, action: "ALLOWED" },
      { ...defender, action: "ALLOWED", host: "claude.ai", path: "/new" },
      { ...defender, host: "104.18.7.192" },
      { ...network, atMs: at + 123, host: "chat.deepseek.com", action: "BLOCKED" },
    ],
    skipped: { NO_CLIENT: 1, OTHER_LOG: 2 },
  },
];
