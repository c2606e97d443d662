import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { detailsEvent } from "@/lib/domains/opentelemetry/conventions";
import { keyOf, operationOf, payloadOf, timestampOf } from "@/lib/domains/opentelemetry/operation";
import { chat, recordOf } from "@/lib/domains/opentelemetry/testing/spans";

const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

function read(attributes: Parameters<typeof recordOf>[0]) {
  const operation = operationOf(recordOf(attributes));
  if (!operation) throw new Error("no operation");
  return { ...operation, payload: payloadOf(operation, "HASHED") };
}

/** The attributes that LangSmith's exporter sets in all spans. */
const langSmith = (kind: string, name: string) => ({
  ...{ "langsmith.span.id": "0198c5a1-7c2e-7e6d-a1c4-0242ac120002", "langsmith.trace.id": "0198c5a1-7c2e" },
  ...{ "langsmith.span.kind": kind, "langsmith.trace.name": name, "gen_ai.system": "langchain" },
});

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
  [
    "OpenLLMetry: a tool",
    {
      ...{ "traceloop.span.kind": "tool", "traceloop.entity.name": "search" },
      "traceloop.workflow.name": "claims",
    },
    { kind: "TOOL_CALL", operation: "execute_tool", toolName: "search", agentName: "claims" },
  ],
  [
    "OpenLLMetry: an agent",
    {
      ...{ "traceloop.span.kind": "agent", "traceloop.entity.name": "planner" },
      "traceloop.workflow.name": "claims",
    },
    { kind: "AGENT_STEP", operation: "invoke_agent", agentName: "planner" },
  ],
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
      ...{ ...langSmith("llm", "ChatOpenAI"), "gen_ai.operation.name": "chat", "gen_ai.system": "openai" },
      ...{ "gen_ai.request.model": "gpt-4o", "gen_ai.usage.input_tokens": 3, "gen_ai.usage.output_tokens": 4 },
      ...{ "gen_ai.prompt": '{"messages":[]}', "gen_ai.completion": "{}" },
    },
    {
      ...{ kind: "MODEL_CALL", operation: "chat", provider: "openai", model: "gpt-4o", inputTokens: 3 },
      ...{ inputHash: sha256('{"messages":[]}'), outputHash: sha256("{}") },
    },
  ],
  [
    "LangSmith: a retriever, which the exporter names embeddings",
    { ...langSmith("retriever", "VectorStoreRetriever"), "gen_ai.operation.name": "embeddings" },
    { kind: "RETRIEVAL", operation: "retrieval" },
  ],
  [
    "LangSmith: a prompt template, which the exporter names chat",
    { ...langSmith("prompt", "ChatPromptTemplate"), "gen_ai.operation.name": "chat" },
    { kind: "AGENT_STEP", operation: "prompt", agentName: "ChatPromptTemplate" },
  ],
  [
    "LangSmith: a tool",
    { ...langSmith("tool", "search"), "gen_ai.operation.name": "execute_tool" },
    { kind: "TOOL_CALL", operation: "execute_tool", toolName: "search" },
  ],
  [
    "LangSmith: a chain",
    { ...langSmith("chain", "RunnableSequence"), "gen_ai.operation.name": "chain" },
    { kind: "AGENT_STEP", operation: "invoke_workflow", agentName: "RunnableSequence" },
  ],
  [
    "Semantic Kernel: an operation with another name, a model and token counts",
    { "gen_ai.operation.name": "chat.completions", "gen_ai.request.model": "gpt-4o", "gen_ai.usage.input_tokens": 0 },
    { kind: "MODEL_CALL", operation: "chat.completions", inputTokens: 0 },
  ],
  [
    "an agent with a model and token counts",
    { "gen_ai.operation.name": "invoke_agent", "gen_ai.request.model": "gpt-4o", "gen_ai.usage.input_tokens": 9 },
    { kind: "AGENT_STEP", operation: "invoke_agent" },
  ],
  ...["constructor", "__proto__", "toString"].map((name): (typeof conventions)[number] => [
    `an operation named ${name}`,
    { "gen_ai.operation.name": name },
    { kind: "AGENT_STEP", operation: name.toLowerCase() },
  ]),
  [
    "system instructions, and an empty result",
    { ...chat, "gen_ai.system_instructions": "Be brief", "gen_ai.output.messages": "" },
    { systemInstructionsHash: sha256("Be brief"), outputHash: sha256("") },
  ],
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

  test("contains contents only if the policy allows it", () => {
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

  test("contains hashes instead of contents that would exceed the size of an event", () => {
    const { payload, ...operation } = read({ ...chat, "gen_ai.output.messages": "€".repeat(90_000) });
    expect(payloadOf(operation, "STORED")).toEqual({ ...payload, contentsOmitted: true });
  });

  test("read from a log record of a span is a detail of its call, with its own key", () => {
    const record = { ...recordOf(chat), event: detailsEvent };
    const [one, other] = [record, { ...record, startMs: 1 }].map((given) => operationOf(given));
    if (!one || !other) throw new Error("no operation");
    expect(one).toMatchObject({ kind: "CALL_DETAILS", name: "chat" });
    expect(new Set([keyOf(one), keyOf(other), keyOf(read(chat))]).size).toBe(3);
    expect(operationOf({ ...record, spanId: "" })).toMatchObject({ kind: "MODEL_CALL" });
  });

  test.each(["gen_ai.request.model", "gen_ai.operation.name", "gen_ai.response.finish_reasons"])(
    "does not end with an unpaired surrogate: %s",
    (name) => {
      const text = `${"m".repeat(255)}😀`;
      const operation = operationOf(recordOf({ ...chat, [name]: name.endsWith("s") ? [text] : text }, text));
      if (!operation) throw new Error("no operation");
      expect(JSON.stringify(payloadOf(operation, "HASHED"))).not.toContain("\\ud83d");
    },
  );

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
