import type { OperationKind } from "@/lib/domains/opentelemetry/enums";

// The attribute names of the OpenTelemetry GenAI conventions (`gen_ai.*`, current and earlier), OpenLLMetry
// (`traceloop.*`, `llm.*`), OpenInference (`openinference.*`, `llm.*`) and LangSmith (`langsmith.*`). The first name that
// an operation has applies.

/** Attributes that name the operation, by precedence. LangSmith also sets `gen_ai.operation.name`, but less precisely. */
export const operationNames = [
  "langsmith.span.kind",
  "gen_ai.operation.name",
  "llm.request.type",
  "openinference.span.kind",
  "traceloop.span.kind",
];

/** The operations of other conventions by the GenAI conventions' names. */
export const operationAliases: ReadonlyMap<string, string> = new Map([
  ["llm", "chat"],
  ["completion", "text_completion"],
  ["embedding", "embeddings"],
  ["reranker", "rerank"],
  ["tool", "execute_tool"],
  ["retriever", "retrieval"],
  ["agent", "invoke_agent"],
  ["workflow", "invoke_workflow"],
  ["chain", "invoke_workflow"],
]);

/** All other operations are model calls if they have a model and token counts, and otherwise agent steps. */
export const operationKindsByName: ReadonlyMap<string, OperationKind> = new Map([
  ["chat", "MODEL_CALL"],
  ["text_completion", "MODEL_CALL"],
  ["generate_content", "MODEL_CALL"],
  ["embeddings", "MODEL_CALL"],
  ["rerank", "MODEL_CALL"],
  ["inference", "MODEL_CALL"],
  ["execute_tool", "TOOL_CALL"],
  ["retrieval", "RETRIEVAL"],
  ["invoke_agent", "AGENT_STEP"],
  ["create_agent", "AGENT_STEP"],
  ["invoke_workflow", "AGENT_STEP"],
  ["task", "AGENT_STEP"],
  ["guardrail", "AGENT_STEP"],
  ["evaluator", "AGENT_STEP"],
]);

/** The log record that contains the details of a model call. */
export const detailsEvent = "gen_ai.client.inference.operation.details";

/** Log records and span events that contain one message of a model call each, and the content that the message is part of. */
export const messageEvents: ReadonlyMap<string, "input" | "output"> = new Map([
  ["gen_ai.system.message", "input"],
  ["gen_ai.user.message", "input"],
  ["gen_ai.assistant.message", "input"],
  ["gen_ai.tool.message", "input"],
  ["gen_ai.choice", "output"],
]);

/** The attributes under which the messages of events are read. */
export const messageNames = { input: "gen_ai.input.events", output: "gen_ai.output.events" } as const;

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

/** The name of a tool or an agent step, in conventions with one name for all operations. */
const entityNames = ["traceloop.entity.name", "langsmith.trace.name"];

/** Short texts of the payload by their member. */
export function textMembers(kind: OperationKind): Record<string, readonly string[]> {
  const agent = ["gen_ai.agent.name", "agent.name", "gen_ai.workflow.name"];
  return {
    responseId: ["gen_ai.response.id"],
    conversationId: ["gen_ai.conversation.id", "session.id", "traceloop.association.properties.session_id"],
    agentId: ["gen_ai.agent.id"],
    agentName: [...agent, ...(kind === "AGENT_STEP" ? entityNames : []), "traceloop.workflow.name"],
    toolName: ["gen_ai.tool.name", "tool.name", ...(kind === "TOOL_CALL" ? entityNames : [])],
    toolCallId: ["gen_ai.tool.call.id", "tool_call.id"],
    datasetId: ["gen_ai.data_source.id"],
    errorType: ["error.type"],
  };
}

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
    messageNames.input,
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
    messageNames.output,
  ],
  systemInstructions: ["gen_ai.system_instructions"],
} as const;
