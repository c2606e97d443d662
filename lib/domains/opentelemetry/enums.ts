export const signals = ["traces", "logs"] as const;
export type Signal = (typeof signals)[number];

/** The kinds of recorded operations, as `kind` in the payload. */
export const operationKinds = ["MODEL_CALL", "TOOL_CALL", "RETRIEVAL", "AGENT_STEP", "CALL_DETAILS"] as const;
export type OperationKind = (typeof operationKinds)[number];

/** Whether events contain prompts and completions, or only their hashes. */
export const contentPolicies = ["HASHED", "STORED"] as const;
export type ContentPolicy = (typeof contentPolicies)[number];

/** The media types of OTLP/HTTP. */
export const protobufType = "application/x-protobuf";
export const jsonType = "application/json";
