import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keyOf, operationOf, payloadOf, timestampOf } from "@/lib/domains/opentelemetry/operation";
import { chat, recordOf } from "@/lib/domains/opentelemetry/testing/spans";

const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

function read(attributes: Parameters<typeof recordOf>[0]) {
  const operation = operationOf(recordOf(attributes));
  if (!operation) throw new Error("no operation");
  return { ...operation, payload: payloadOf(operation, "HASHED") };
}

/** A convention, the attributes of a span, and what is recorded of it. */
const conventions: [name: string, attributes: Parameters<typeof recordOf>[0], payload: Record<string, unknown>][] = [
  [
    "OpenTelemetry: a chat",
    { ...chat, "gen_ai.conversation.id": "conv_1", "gen_ai.response.id": "chatcmpl-1" },
    {
      ...{ kind: "MODEL_CALL", operation: "chat", service: "support-bot", provider: "openai", model: "gpt-4o" },
      ...{ modelVersion: "gpt-4o-2024-08-06", latencyMs: 250, inputTokens: 12, outputTokens: 7 },
      ...{ finishReasons: ["stop"], conversationId: "conv_1", responseId: "chatcmpl-1" },
      inputHash: sha256(String(chat["gen_ai.input.messages"])),
    },
  ],
  [
    "OpenTelemetry, earlier names",
    {
      ...{ "gen_ai.system": "OpenAI", "gen_ai.request.model": "gpt-4", "gen_ai.operation.name": "text_completion" },
      ...{ "gen_ai.usage.prompt_tokens": 3, "gen_ai.usage.completion_tokens": 4 },
    },
    {
      kind: "MODEL_CALL",
      operation: "text_completion",
      provider: "openai",
      model: "gpt-4",
      inputTokens: 3,
      outputTokens: 4,
    },
  ],
  [
    "OpenTelemetry: embeddings",
    { "gen_ai.operation.name": "embeddings", "gen_ai.request.model": "text-embedding-3-small" },
    { kind: "MODEL_CALL", operation: "embeddings", model: "text-embedding-3-small" },
  ],
  [
    "OpenTelemetry: a tool call",
    {
      ...{
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "get_weather",
        "gen_ai.tool.call.id": "call_1",
      },
      ...{ "gen_ai.tool.call.arguments": '{"city":"Paris"}', "gen_ai.tool.call.result": "rain" },
    },
    {
      ...{ kind: "TOOL_CALL", operation: "execute_tool", toolName: "get_weather", toolCallId: "call_1" },
      ...{ inputHash: sha256('{"city":"Paris"}'), outputHash: sha256("rain") },
    },
  ],
  [
    "OpenTelemetry: an agent",
    { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.id": "asst_1", "gen_ai.agent.name": "Triage" },
    { kind: "AGENT_STEP", operation: "invoke_agent", agentId: "asst_1", agentName: "Triage" },
  ],
  [
    "OpenTelemetry: a retrieval",
    { "gen_ai.operation.name": "retrieval", "gen_ai.data_source.id": "kb_7", "gen_ai.retrieval.query.text": "refunds" },
    { kind: "RETRIEVAL", operation: "retrieval", datasetId: "kb_7", inputHash: sha256("refunds") },
  ],
  [
    "OpenLLMetry: a chat with flattened messages",
    {
      ...{ "llm.request.type": "chat", "gen_ai.system": "Anthropic", "gen_ai.request.model": "claude-3-5-sonnet" },
      ...{ "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "Hello" },
      ...{ "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "Hi" },
    },
    {
      ...{ kind: "MODEL_CALL", operation: "chat", provider: "anthropic", model: "claude-3-5-sonnet" },
      inputHash: sha256('{"0.content":"Hello","0.role":"user"}'),
      outputHash: sha256('{"0.content":"Hi","0.role":"assistant"}'),
    },
  ],
  [
    "OpenLLMetry: a workflow",
    { "traceloop.span.kind": "workflow", "traceloop.workflow.name": "claims", "traceloop.entity.input": "{}" },
    { kind: "AGENT_STEP", operation: "invoke_workflow", agentName: "claims", inputHash: sha256("{}") },
  ],
  ["OpenLLMetry: a tool", { "traceloop.span.kind": "tool" }, { kind: "TOOL_CALL", operation: "execute_tool" }],
  [
    "OpenInference: a model call",
    {
      ...{
        "openinference.span.kind": "LLM",
        "llm.model_name": "gpt-4o",
        "llm.provider": "azure",
        "llm.system": "openai",
      },
      ...{ "llm.token_count.prompt": 5, "llm.token_count.completion": 6, "input.value": "Hello", "output.value": "Hi" },
    },
    {
      ...{ kind: "MODEL_CALL", operation: "chat", provider: "azure", model: "gpt-4o", inputTokens: 5, outputTokens: 6 },
      ...{ inputHash: sha256("Hello"), outputHash: sha256("Hi") },
    },
  ],
  [
    "OpenInference: an embedding",
    { "openinference.span.kind": "EMBEDDING", "embedding.model_name": "ada" },
    { kind: "MODEL_CALL", operation: "embeddings", model: "ada" },
  ],
  [
    "OpenInference: a retriever",
    { "openinference.span.kind": "RETRIEVER", "input.value": "refunds" },
    { kind: "RETRIEVAL", operation: "retrieval", inputHash: sha256("refunds") },
  ],
  [
    "OpenInference: a tool",
    { "openinference.span.kind": "TOOL", "tool.name": "search", "session.id": "s1" },
    { kind: "TOOL_CALL", operation: "execute_tool", toolName: "search", conversationId: "s1" },
  ],
  [
    "OpenInference: a guardrail",
    { "openinference.span.kind": "GUARDRAIL" },
    { kind: "AGENT_STEP", operation: "guardrail" },
  ],
  [
    "LangSmith: a model call",
    {
      ...{ "langsmith.span.kind": "llm", "gen_ai.system": "langchain", "gen_ai.request.model": "gpt-4o" },
      ...{ "gen_ai.prompt": '{"messages":[]}', "gen_ai.completion": "{}" },
    },
    { kind: "MODEL_CALL", operation: "chat", inputHash: sha256('{"messages":[]}'), outputHash: sha256("{}") },
  ],
  ["LangSmith: a chain", { "langsmith.span.kind": "chain" }, { kind: "AGENT_STEP", operation: "invoke_workflow" }],
  [
    "a model without an operation",
    { "gen_ai.request.model": "gpt-4o" },
    { kind: "MODEL_CALL", operation: "inference" },
  ],
];

test.each(conventions)("%s", (_, attributes, payload) => {
  expect(read(attributes).payload).toMatchObject(payload);
});

describe("an operation", () => {
  test("is not read from spans without AI attributes", () => {
    expect(operationOf(recordOf({ "http.request.method": "GET" }))).toBeUndefined();
  });

  test("contains contents only if the policy says so", () => {
    const { payload, ...operation } = read({ ...chat, "gen_ai.output.messages": "Hi" });
    expect(payload).not.toHaveProperty("input");
    expect(JSON.stringify(payload)).not.toContain("Hello");
    expect(payloadOf(operation, "STORED")).toMatchObject({ input: chat["gen_ai.input.messages"], output: "Hi" });
  });

  test("has the time of the span and one key for each trace and span ID", () => {
    const record = recordOf(chat);
    const operation = { ...read(chat), record };
    expect(Date.parse(timestampOf(operation) ?? "")).toBe(Math.floor(record.startMs));
    expect(keyOf(operation)).toBe(`otlp ${record.traceId} ${record.spanId}`);
    const unnamed = { ...operation, record: { ...record, traceId: "" } };
    expect(keyOf(unnamed)).toMatch(/^otlp [0-9a-f]{64}$/);
  });

  test("ignores counts that are not integers and cuts long names", () => {
    const { payload } = read({
      ...chat,
      "gen_ai.usage.input_tokens": "many",
      "gen_ai.response.model": "m".repeat(1_000),
    });
    expect(payload).not.toHaveProperty("inputTokens");
    expect(payload.modelVersion).toBe("m".repeat(256));
  });
});
