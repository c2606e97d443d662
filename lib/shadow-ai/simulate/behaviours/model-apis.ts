import { type Style, styles } from "@/lib/shadow-ai/simulate/behaviours/language";
import type { Software } from "@/lib/shadow-ai/simulate/flow";
import { modelClients } from "@/lib/shadow-ai/simulate/programs";

/** An interface of a model, as a program calls it. */
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

/** Interfaces that catalogues know. */
export const modelApis: readonly ModelApi[] = [
  api("api.openai.com", "/v1/chat/completions", modelClients.openaiPython, "openai", "gpt-4o-mini", styles.openai),
  api(
    "api.anthropic.com",
    "/v1/messages",
    modelClients.anthropicPython,
    "anthropic",
    "claude-sonnet-4-5",
    styles.anthropic,
  ),
  api(
    "api.mistral.ai",
    "/v1/chat/completions",
    modelClients.mistral,
    "mistral_ai",
    "mistral-small-latest",
    styles.openai,
  ),
  api("api.cohere.com", "/v2/chat", modelClients.cohere, "cohere", "command-r-plus", styles.anthropic),
  api(
    "generativelanguage.googleapis.com",
    "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse&key=AIzaSyD-not-a-key",
    modelClients.google,
    "gcp.gemini",
    "gemini-2.5-flash",
    styles.gemini,
  ),
  api("api.deepseek.com", "/chat/completions", modelClients.openaiPython, "deepseek", "deepseek-chat", styles.openai),
  api("api.x.ai", "/v1/chat/completions", modelClients.openaiPython, "x_ai", "grok-4", styles.openai),
  api("api.groq.com", "/openai/v1/chat/completions", modelClients.openaiPython, "groq", "llama-3.3-70b", styles.openai),
];

export const cloudApis: readonly ModelApi[] = [
  api(
    "bedrock-runtime.eu-west-1.amazonaws.com",
    "/model/anthropic.claude-sonnet-4-5-v1%3A0/invoke-with-response-stream",
    modelClients.boto,
    "aws.bedrock",
    "anthropic.claude-sonnet-4-5-v1:0",
    styles.anthropic,
  ),
  api(
    "fabrikam-risk.openai.azure.com",
    "/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21",
    modelClients.openaiPython,
    "azure.ai.openai",
    "gpt-4o",
    styles.openai,
  ),
  api(
    "europe-west4-aiplatform.googleapis.com",
    "/v1/projects/p-1/locations/europe-west4/publishers/google/models/gemini-2.5-pro:streamGenerateContent",
    modelClients.google,
    "gcp.vertex_ai",
    "gemini-2.5-pro",
    styles.gemini,
  ),
];

export const aggregatorApi = api(
  "openrouter.ai",
  "/api/v1/chat/completions",
  modelClients.openaiNode,
  "openrouter",
  "meta-llama/llama-3.3-70b-instruct",
  styles.openai,
);

export const agentApi = api(
  "api.anthropic.com",
  "/v1/messages?beta=true",
  modelClients.claudeCli,
  "anthropic",
  "claude-sonnet-4-5",
  styles.anthropic,
);

function api(host: string, path: string, software: Software, provider: string, model: string, style: Style): ModelApi {
  return { host, path, software, provider, model, style };
}
