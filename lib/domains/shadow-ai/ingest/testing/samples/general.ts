import { at, network, proxy, type Sample } from "@/lib/domains/shadow-ai/ingest/testing/samples/sample";

/** Vendor-neutral logs: the service's own format, tables, and spans of instrumented programs. */
export const general: Sample[] = [
  {
    title: "our own NDJSON",
    format: "ndjson",
    lines: [
      '{"at":"2026-11-22T10:15:00Z","client":"10.20.30.40","user":"jdoe","host":"API.OpenAI.com:443","url":"/v1/chat/completions?key=SECRET","method":"post","status":200,"bytesOut":1200,"bytesIn":5000,"durationMs":900,"transport":"TCP","userAgent":"openai-python/1.35.3","action":"ALLOWED","calls":3}',
      '{"at":1795342500,"ai":{"provider":"anthropic","model":"claude-sonnet-4","inputTokens":10,"outputTokens":20}}',
    ],
    records: [
      {
        ...proxy,
        atMs: at,
        host: "api.openai.com",
        port: 443,
        method: "POST",
        path: "/v1/chat/completions",
        status: 200,
        bytesOut: 1200,
        bytesIn: 5000,
        durationMs: 900,
        transport: "TCP",
        userAgent: "openai-python/1",
        calls: 3,
      },
      {
        atMs: at,
        vantage: "NETWORK_TRAFFIC",
        action: "UNKNOWN",
        calls: 1,
        ai: { provider: "anthropic", model: "claude-sonnet-4", operation: null, inputTokens: 10, outputTokens: 20 },
      },
    ],
  },
  {
    title: "CSV with a header in usual words",
    format: "csv",
    lines: [
      '"Time";"Source IP";"User";"Host";"URL";"Bytes Sent";"Bytes Received";"Action";"Department"',
      '"2026-11-22 10:15:00";"10.20.30.40";"jdoe@example.com";"api.cohere.com";"https://api.cohere.com/v2/chat?key=SECRET";"1500";"900";"Allow";"Marketing"',
      '"2026-11-22 10:15:00";"192.0.2.7";"=cmd|\' /C calc\'!A0";"api.cohere.com";"";"x";"";"deny";"=HYPERLINK(""http://a"")"',
    ],
    records: [
      {
        ...proxy,
        atMs: at,
        host: "api.cohere.com",
        port: 443,
        path: "/v2/chat",
        bytesOut: 1500,
        bytesIn: 900,
      },
      {
        atMs: at,
        vantage: "NETWORK_TRAFFIC",
        host: "api.cohere.com",
        range: "192.0.2.x",
        action: "BLOCKED",
        calls: 1,
        department: '=HYPERLINK("http://a")',
      },
    ],
  },
  {
    title: "OpenTelemetry",
    format: "otel",
    lines: [
      '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"claims"}},{"key":"host.ip","value":{"arrayValue":{"values":[{"stringValue":"10.20.30.40"}]}}}]},"scopeSpans":[{"scope":{"name":"opentelemetry.instrumentation.openai"},"spans":[{"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","name":"chat gpt-4o","kind":3,"startTimeUnixNano":"1795342500000000000","endTimeUnixNano":"1795342501500000000","attributes":[{"key":"gen_ai.provider.name","value":{"stringValue":"openai"}},{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},{"key":"gen_ai.request.model","value":{"stringValue":"gpt-4o"}},{"key":"gen_ai.usage.input_tokens","value":{"intValue":"120"}},{"key":"gen_ai.usage.output_tokens","value":{"intValue":42}},{"key":"server.address","value":{"stringValue":"api.openai.com"}},{"key":"server.port","value":{"intValue":"443"}},{"key":"gen_ai.input.messages","value":{"stringValue":"SECRET prompt of jdoe"}}]},{"name":"execute_tool","startTimeUnixNano":"1795342500000000000","attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},{"key":"gen_ai.system","value":{"stringValue":"openai"}}]},{"name":"GET /health","startTimeUnixNano":"1795342500000000000","attributes":[]}]}]}]}',
      '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"anthropic.chat","startTimeUnixNano":"1795342500000000000","endTimeUnixNano":"1795342501000000000","attributes":[{"key":"gen_ai.system","value":{"stringValue":"Anthropic"}},{"key":"gen_ai.response.model","value":{"stringValue":"claude-3-5-sonnet-20240620"}},{"key":"gen_ai.usage.prompt_tokens","value":{"intValue":7}},{"key":"gen_ai.usage.completion_tokens","value":{"intValue":8}}]}]}]}]}',
    ],
    records: [
      {
        ...network,
        atMs: at,
        host: "api.openai.com",
        port: 443,
        durationMs: 1500,
        ai: { provider: "openai", model: "gpt-4o", operation: "chat", inputTokens: 120, outputTokens: 42 },
      },
      {
        vantage: "NETWORK_TRAFFIC",
        action: "UNKNOWN",
        calls: 1,
        atMs: at,
        durationMs: 1000,
        ai: {
          provider: "Anthropic",
          model: "claude-3-5-sonnet-20240620",
          operation: null,
          inputTokens: 7,
          outputTokens: 8,
        },
      },
    ],
  },
];
