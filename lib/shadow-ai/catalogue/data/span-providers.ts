/** A provider as instrumented applications name it. */
export interface SpanProvider {
  /** Values of `gen_ai.provider.name`, and of the older `gen_ai.system`. */
  names: string[];
  /** Key of the table of providers. */
  provider: string;
  /** Id of the entry that calls belong to. */
  entryId: string;
  /** What stands for the host where the span names none. */
  endpoint: string;
}

/** Source: OpenTelemetry's semantic conventions for generative AI, and what instrumentations wrote before them. */
export const spanProviders: SpanProvider[] = [
  { names: ["openai"], provider: "openai", entryId: "api.openai.com", endpoint: "api.openai.com" },
  {
    names: ["azure.ai.openai", "az.ai.openai", "azure_openai", "azure"],
    provider: "microsoft",
    entryId: "*.openai.azure.com",
    endpoint: "openai.azure.com",
  },
  {
    names: ["azure.ai.inference", "az.ai.inference"],
    provider: "microsoft",
    entryId: "*.services.ai.azure.com",
    endpoint: "services.ai.azure.com",
  },
  { names: ["anthropic"], provider: "anthropic", entryId: "api.anthropic.com", endpoint: "api.anthropic.com" },
  {
    names: ["gcp.gemini", "gcp.gen_ai", "gemini", "google", "google_genai"],
    provider: "google",
    entryId: "generativelanguage.googleapis.com",
    endpoint: "generativelanguage.googleapis.com",
  },
  {
    names: ["gcp.vertex_ai", "vertex_ai", "vertexai"],
    provider: "google",
    entryId: "aiplatform.googleapis.com",
    endpoint: "aiplatform.googleapis.com",
  },
  {
    names: ["aws.bedrock", "aws_bedrock", "bedrock"],
    provider: "aws",
    entryId: "bedrock-runtime.<region>.amazonaws.com",
    endpoint: "bedrock-runtime.amazonaws.com",
  },
  {
    names: ["mistral_ai", "mistralai", "mistral"],
    provider: "mistral",
    entryId: "api.mistral.ai",
    endpoint: "api.mistral.ai",
  },
  { names: ["cohere"], provider: "cohere", entryId: "api.cohere.com", endpoint: "api.cohere.com" },
  { names: ["groq"], provider: "groq", entryId: "api.groq.com", endpoint: "api.groq.com" },
  { names: ["deepseek"], provider: "deepseek", entryId: "api.deepseek.com", endpoint: "api.deepseek.com" },
  { names: ["perplexity"], provider: "perplexity", entryId: "api.perplexity.ai", endpoint: "api.perplexity.ai" },
  { names: ["x_ai", "xai"], provider: "xai", entryId: "api.x.ai", endpoint: "api.x.ai" },
  { names: ["moonshot_ai"], provider: "moonshot", entryId: "api.moonshot.ai", endpoint: "api.moonshot.ai" },
  { names: ["openrouter"], provider: "openrouter", entryId: "openrouter.ai", endpoint: "openrouter.ai" },
  {
    names: ["together_ai", "together"],
    provider: "together",
    entryId: "api.together.xyz",
    endpoint: "api.together.xyz",
  },
  {
    names: ["fireworks_ai", "fireworks"],
    provider: "fireworks",
    entryId: "api.fireworks.ai",
    endpoint: "api.fireworks.ai",
  },
  { names: ["replicate"], provider: "replicate", entryId: "api.replicate.com", endpoint: "api.replicate.com" },
  {
    names: ["huggingface", "hugging_face"],
    provider: "hugging-face",
    entryId: "router.huggingface.co",
    endpoint: "router.huggingface.co",
  },
];
