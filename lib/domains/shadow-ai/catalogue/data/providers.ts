/** A provider. */
export interface ProviderRow {
  name: string;
  /** Country (ISO 3166-1) where the company is established, if undisputed. Does not imply where data is processed. */
  jurisdiction?: string;
}

/**
 * Providers of the catalogue. Training on inputs and data processing agreements depend on plan and contract, so the
 * catalogue makes no claims about them. Organisations record them in overrides.
 */
export const providerRows: Record<string, ProviderRow> = {
  adobe: { name: "Adobe", jurisdiction: "US" },
  ai21: { name: "AI21", jurisdiction: "IL" },
  alibaba: { name: "Alibaba", jurisdiction: "CN" },
  anthropic: { name: "Anthropic", jurisdiction: "US" },
  assemblyai: { name: "AssemblyAI", jurisdiction: "US" },
  aws: { name: "AWS", jurisdiction: "US" },
  baseten: { name: "Baseten", jurisdiction: "US" },
  bytedance: { name: "ByteDance", jurisdiction: "CN" },
  cerebras: { name: "Cerebras", jurisdiction: "US" },
  "character-ai": { name: "Character.AI", jurisdiction: "US" },
  cloudflare: { name: "Cloudflare", jurisdiction: "US" },
  cognition: { name: "Cognition", jurisdiction: "US" },
  cohere: { name: "Cohere", jurisdiction: "CA" },
  "copy-ai": { name: "Copy.ai", jurisdiction: "US" },
  cursor: { name: "Cursor", jurisdiction: "US" },
  deepgram: { name: "Deepgram", jurisdiction: "US" },
  deepinfra: { name: "DeepInfra", jurisdiction: "US" },
  deepseek: { name: "DeepSeek", jurisdiction: "CN" },
  duckduckgo: { name: "DuckDuckGo", jurisdiction: "US" },
  elevenlabs: { name: "ElevenLabs" },
  fireflies: { name: "Fireflies" },
  fireworks: { name: "Fireworks", jurisdiction: "US" },
  github: { name: "GitHub", jurisdiction: "US" },
  google: { name: "Google", jurisdiction: "US" },
  grammarly: { name: "Grammarly", jurisdiction: "US" },
  groq: { name: "Groq", jurisdiction: "US" },
  "hugging-face": { name: "Hugging Face" },
  hyperbolic: { name: "Hyperbolic" },
  ideogram: { name: "Ideogram", jurisdiction: "CA" },
  inflection: { name: "Inflection", jurisdiction: "US" },
  jasper: { name: "Jasper", jurisdiction: "US" },
  jetbrains: { name: "JetBrains", jurisdiction: "CZ" },
  jina: { name: "Jina AI" },
  lambda: { name: "Lambda", jurisdiction: "US" },
  langchain: { name: "LangChain", jurisdiction: "US" },
  langfuse: { name: "Langfuse" },
  leonardo: { name: "Leonardo.Ai", jurisdiction: "AU" },
  lovable: { name: "Lovable", jurisdiction: "SE" },
  manus: { name: "Manus" },
  meta: { name: "Meta", jurisdiction: "US" },
  microsoft: { name: "Microsoft", jurisdiction: "US" },
  midjourney: { name: "Midjourney", jurisdiction: "US" },
  minimax: { name: "MiniMax", jurisdiction: "CN" },
  mistral: { name: "Mistral", jurisdiction: "FR" },
  moonshot: { name: "Moonshot", jurisdiction: "CN" },
  nebius: { name: "Nebius" },
  notion: { name: "Notion", jurisdiction: "US" },
  novita: { name: "Novita" },
  nvidia: { name: "NVIDIA", jurisdiction: "US" },
  openai: { name: "OpenAI", jurisdiction: "US" },
  openrouter: { name: "OpenRouter", jurisdiction: "US" },
  otter: { name: "Otter", jurisdiction: "US" },
  perplexity: { name: "Perplexity", jurisdiction: "US" },
  pinecone: { name: "Pinecone", jurisdiction: "US" },
  portkey: { name: "Portkey" },
  quora: { name: "Quora", jurisdiction: "US" },
  "read-ai": { name: "Read AI", jurisdiction: "US" },
  replicate: { name: "Replicate", jurisdiction: "US" },
  runway: { name: "Runway", jurisdiction: "US" },
  sambanova: { name: "SambaNova", jurisdiction: "US" },
  siliconflow: { name: "SiliconFlow", jurisdiction: "CN" },
  stability: { name: "Stability", jurisdiction: "GB" },
  stackblitz: { name: "StackBlitz", jurisdiction: "US" },
  suno: { name: "Suno", jurisdiction: "US" },
  tabnine: { name: "Tabnine", jurisdiction: "IL" },
  together: { name: "Together", jurisdiction: "US" },
  udio: { name: "Udio", jurisdiction: "US" },
  vercel: { name: "Vercel", jurisdiction: "US" },
  voyage: { name: "Voyage AI", jurisdiction: "US" },
  wandb: { name: "Weights & Biases", jurisdiction: "US" },
  windsurf: { name: "Windsurf", jurisdiction: "US" },
  writesonic: { name: "Writesonic" },
  xai: { name: "xAI", jurisdiction: "US" },
  you: { name: "You.com", jurisdiction: "US" },
  zhipu: { name: "Zhipu / Z.ai", jurisdiction: "CN" },
};

/** A provider as named by instrumented applications. */
export interface SpanProvider {
  /** Values of `gen_ai.provider.name` and the older `gen_ai.system`. */
  names: string[];
  /** Key in `providerRows`. */
  provider: string;
  /** Catalogue entry of the calls. */
  entryId: string;
  /** Default host for spans without one. */
  endpoint: string;
}

/** Source: OpenTelemetry semantic conventions for generative AI, and older instrumentations. */
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

/** Raise this when the data in this folder changes. A test pins it to the digest of the data. */
export const dataVersion = "2026-11-24";
