import { download, type Request, type Turn, trickle } from "@/lib/domains/shadow-ai/simulate/connection";
import { modelClients } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Flow, Software } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** The common properties of a use's flows. */
export interface UseMark {
  use: number;
  kind: Flow["kind"];
  instrumented: boolean;
}

const bytesPerToken = 4;

/** How a service streams a response. */
export interface Style {
  /** Of one server-sent event, which carries one or a few tokens. */
  messageBytes: number;
  /** Events in a packet, if a content network or a slow reader gathers them. */
  perPacket: number;
  perSecond: number;
  /** Until the first token. */
  waitMs: number;
}

/** Known APIs: OpenAI's chunks repeat id and model in each event, Anthropic's are short. */
export const styles = {
  openai: { messageBytes: 290, perPacket: 1.3, perSecond: 70, waitMs: 600 },
  anthropic: { messageBytes: 125, perPacket: 1.5, perSecond: 65, waitMs: 900 },
  gemini: { messageBytes: 620, perPacket: 1, perSecond: 8, waitMs: 700 },
  web: { messageBytes: 95, perPacket: 1.6, perSecond: 55, waitMs: 800 },
  ollama: { messageBytes: 120, perPacket: 1, perSecond: 28, waitMs: 900 },
} as const satisfies Record<string, Style>;

/**
 * An unknown service, within the range of the known ones. Most vendors send token by token, a few gather some (Weiss et al.,
 * "What Was Your Prompt?", USENIX Security 2024).
 */
export function unknownStyle(random: Random): Style {
  return {
    messageBytes: Math.round(random.between(60, 320)),
    perPacket: random.chance(0.75) ? random.between(1, 1.3) : random.between(1.5, 4),
    perSecond: random.between(18, 110),
    waitMs: random.between(250, 1_500),
  };
}

/** Tokens of a prompt and its response. */
export interface Words {
  input: number;
  output: number;
}

/**
 * Medians of the conversations in the Azure LLM inference traces (Patel et al., "Splitwise", ISCA 2024), and of code
 * completion. Both are widely skewed.
 */
export const speech = {
  conversation: { input: 1_020, output: 129 },
  code: { input: 1_500, output: 13 },
} as const;

export function words(random: Random, { input, output }: Words): Words {
  return {
    input: Math.min(100_000, Math.max(12, Math.round(random.skewed(input, 0.9)))),
    output: Math.min(4_000, Math.max(4, Math.round(random.skewed(output, 0.9)))),
  };
}

/** Bytes of a request with its headers. */
export function promptBytes(tokens: number): number {
  return 750 + tokens * bytesPerToken;
}

/** The response token by token. */
export function streamed(random: Random, request: Request, style: Style, outputTokens: number): Turn {
  const waitMs = random.skewed(style.waitMs, 0.4);
  const perSecond = random.skewed(style.perSecond, 0.25);
  return trickle({ method: "POST", ...request, ...style, messages: outputTokens, waitMs, perSecond });
}

/** The complete response after the last token. */
export function whole(random: Random, request: Request, style: Style, outputTokens: number): Turn {
  const waitMs = random.skewed(style.waitMs, 0.4) + (outputTokens / random.skewed(style.perSecond, 0.25)) * 1_000;
  const bytes = 900 + outputTokens * bytesPerToken;
  return download({ method: "POST", ...request, bytes, waitMs, bytesPerSecond: 2_000_000 });
}

/** A model API as a program calls it. */
export interface ModelApi {
  host: string;
  path: string;
  software: Software;
  provider: string;
  model: string;
  style: Style;
  port?: number;
  address?: string;
  protocol?: "HTTP";
}

/** APIs in catalogues. */
export const modelApis: readonly ModelApi[] = [
  api("api.openai.com", "/v1/chat/completions", "openaiPython", "openai", "gpt-4o-mini", "openai"),
  api("api.anthropic.com", "/v1/messages", "anthropicPython", "anthropic", "claude-sonnet-4-5", "anthropic"),
  api("api.mistral.ai", "/v1/chat/completions", "mistral", "mistral_ai", "mistral-small-latest", "openai"),
  api("api.cohere.com", "/v2/chat", "cohere", "cohere", "command-r-plus", "anthropic"),
  api(
    "generativelanguage.googleapis.com",
    "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse&key=AIzaSyD-not-a-key",
    "google",
    "gcp.gemini",
    "gemini-2.5-flash",
    "gemini",
  ),
  api("api.deepseek.com", "/chat/completions", "openaiPython", "deepseek", "deepseek-chat", "openai"),
  api("api.x.ai", "/v1/chat/completions", "openaiPython", "x_ai", "grok-4", "openai"),
  api("api.groq.com", "/openai/v1/chat/completions", "openaiPython", "groq", "llama-3.3-70b", "openai"),
];

export const cloudApis: readonly ModelApi[] = [
  api(
    "bedrock-runtime.eu-west-1.amazonaws.com",
    "/model/anthropic.claude-sonnet-4-5-v1%3A0/invoke-with-response-stream",
    "boto",
    "aws.bedrock",
    "anthropic.claude-sonnet-4-5-v1:0",
    "anthropic",
  ),
  api(
    "fabrikam-risk.openai.azure.com",
    "/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21",
    "openaiPython",
    "azure.ai.openai",
    "gpt-4o",
    "openai",
  ),
  api(
    "europe-west4-aiplatform.googleapis.com",
    "/v1/projects/p-1/locations/europe-west4/publishers/google/models/gemini-2.5-pro:streamGenerateContent",
    "google",
    "gcp.vertex_ai",
    "gemini-2.5-pro",
    "gemini",
  ),
];

export const aggregatorApi = api(
  "openrouter.ai",
  "/api/v1/chat/completions",
  "openaiNode",
  "openrouter",
  "meta-llama/llama-3.3-70b-instruct",
  "openai",
);

export const agentApi = api(
  "api.anthropic.com",
  "/v1/messages?beta=true",
  "claudeCli",
  "anthropic",
  "claude-sonnet-4-5",
  "anthropic",
);

function api(
  host: string,
  path: string,
  client: keyof typeof modelClients,
  provider: string,
  model: string,
  style: keyof typeof styles,
): ModelApi {
  return { host, path, software: modelClients[client], provider, model, style: styles[style] };
}
