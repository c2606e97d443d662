import type { OperationKind } from "@/lib/domains/opentelemetry/enums";

// The attribute names of the OpenTelemetry GenAI conventions (`gen_ai.*`, current and earlier), OpenLLMetry
// (`traceloop.*`, `llm.*`), OpenInference (`openinference.*`, `llm.*`) and LangSmith (`langsmith.*`). The first name that
// an operation has applies.

/** Attributes that name the operation, by precedence. */
export const operationNames = [
  "gen_ai.operation.name",
  "llm.request.type",
  "openinference.span.kind",
  "traceloop.span.kind",
  "langsmith.span.kind",
];

/** The operations of other conventions by the GenAI conventions' names. */
export const operationAliases: Readonly<Record<string, string>> = {
  llm: "chat",
  completion: "text_completion",
  embedding: "embeddings",
  reranker: "rerank",
  tool: "execute_tool",
  retriever: "retrieval",
  agent: "invoke_agent",
  workflow: "invoke_workflow",
  chain: "invoke_workflow",
};

/** All other operations are agent steps. */
export const operationKindsByName: Readonly<Record<string, OperationKind>> = {
  chat: "MODEL_CALL",
  text_completion: "MODEL_CALL",
  generate_content: "MODEL_CALL",
  embeddings: "MODEL_CALL",
  rerank: "MODEL_CALL",
  execute_tool: "TOOL_CALL",
  retrieval: "RETRIEVAL",
};

export const providerNames = [
  "gen_ai.provider.name",
  "gen_ai.system",
  "llm.provider",
  "llm.system",
  "llm.vendor",
  "ls_provider",
];

export const requestModelNames = [
  "gen_ai.request.model",
  "llm.request.model",
  "llm.request.model_name",
  "llm.model_name",
  "embedding.model_name",
  "reranker.model_name",
];

export const responseModelNames = ["gen_ai.response.model", "llm.response.model", "llm.response.model_name"];

/** Short texts of the payload by their path in it. */
export const textMembers: Readonly<Record<string, readonly string[]>> = {
  responseId: ["gen_ai.response.id"],
  conversationId: ["gen_ai.conversation.id", "session.id", "traceloop.association.properties.session_id"],
  agentId: ["gen_ai.agent.id"],
  agentName: ["gen_ai.agent.name", "agent.name", "gen_ai.workflow.name", "traceloop.workflow.name"],
  toolName: ["gen_ai.tool.name", "tool.name"],
  toolCallId: ["gen_ai.tool.call.id", "tool_call.id"],
  datasetId: ["gen_ai.data_source.id"],
  errorType: ["error.type"],
};

export const countMembers: Readonly<Record<string, readonly string[]>> = {
  inputTokens: [
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.usage.prompt_tokens",
    "llm.token_count.prompt",
  ],
  outputTokens: [
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.usage.completion_tokens",
    "llm.token_count.completion",
  ],
};

export const finishReasonNames = ["gen_ai.response.finish_reasons", "llm.response.finish_reason"];

/** Names of contents. A name that ends with a dot is a prefix: all attributes that begin with it are the content. */
export const contentNames = {
  input: [
    "gen_ai.input.messages",
    "gen_ai.prompt.",
    "gen_ai.prompt",
    "llm.input_messages.",
    "llm.prompts.",
    "gen_ai.tool.call.arguments",
    "gen_ai.retrieval.query.text",
    "input.value",
    "traceloop.entity.input",
  ],
  output: [
    "gen_ai.output.messages",
    "gen_ai.completion.",
    "gen_ai.completion",
    "llm.output_messages.",
    "llm.completions.",
    "gen_ai.tool.call.result",
    "gen_ai.retrieval.documents",
    "output.value",
    "traceloop.entity.output",
  ],
} as const;
