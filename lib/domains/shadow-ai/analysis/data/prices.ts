/** List price of a model. */
export interface PriceRow {
  /** Prefix of the model name, in lower case. */
  model: string;
  /** US dollars per million input and output tokens. Embeddings have no output price. */
  input: number;
  output: number;
  /** YYYY-MM-DD: when the price was announced, or when it was read. */
  effectiveFrom: string;
}

interface PriceList {
  /** Provider id in the catalogue. */
  provider: string;
  /** The only currency of estimates. */
  currency: "USD";
  source: string;
  prices: PriceRow[];
}

/** When the sources were last read, through the public price data of the package @pydantic/genai-prices. */
const read = "2026-11-22";

/** List prices without discounts for caching, batches or contracts. For a price change, add a row with a new date. */
export const priceLists: PriceList[] = [
  list("openai", "https://platform.openai.com/docs/pricing", [
    price("gpt-3.5-turbo", 0.5, 1.5, "2024-01-25"),
    price("gpt-4", 30, 60, "2023-03-14"),
    price("gpt-4-turbo", 10, 30, "2023-11-06"),
    price("gpt-4o", 2.5, 10, "2024-10-02"),
    price("gpt-4o-mini", 0.15, 0.6, "2024-07-18"),
    price("gpt-4.1", 2, 8, "2025-04-14"),
    price("gpt-4.1-mini", 0.4, 1.6, "2025-04-14"),
    price("gpt-4.1-nano", 0.1, 0.4, "2025-04-14"),
    price("gpt-5", 1.25, 10, "2025-08-07"),
    price("gpt-5-mini", 0.25, 2, "2025-08-07"),
    price("gpt-5-nano", 0.05, 0.4, "2025-08-07"),
    price("gpt-5.1", 1.25, 10, read),
    price("gpt-5.2", 1.75, 14, read),
    price("gpt-5.4", 2.5, 15, read),
    price("gpt-5.4-mini", 0.75, 4.5, read),
    price("gpt-5.4-nano", 0.2, 1.25, read),
    price("gpt-5.5", 5, 30, read),
    price("o1", 15, 60, "2024-12-17"),
    price("o3", 10, 40, "2025-04-16"),
    price("o3", 2, 8, "2025-06-10"),
    price("o3-mini", 1.1, 4.4, "2025-01-31"),
    price("o4-mini", 1.1, 4.4, "2025-04-16"),
    price("text-embedding-3-large", 0.13, 0, "2024-01-25"),
    price("text-embedding-3-small", 0.02, 0, "2024-01-25"),
    price("text-embedding-ada-002", 0.1, 0, "2023-06-13"),
  ]),
  list("anthropic", "https://www.anthropic.com/pricing#api", [
    price("claude-3-haiku", 0.25, 1.25, "2024-03-13"),
    price("claude-3-opus", 15, 75, "2024-03-04"),
    price("claude-3-5-haiku", 0.8, 4, read),
    price("claude-3-5-sonnet", 3, 15, "2024-06-20"),
    price("claude-3-7-sonnet", 3, 15, "2025-02-24"),
    price("claude-sonnet-4", 3, 15, "2025-05-22"),
    price("claude-opus-4", 15, 75, "2025-05-22"),
    price("claude-opus-4-5", 5, 25, read),
    price("claude-opus-4-6", 5, 25, read),
    price("claude-opus-4-7", 5, 25, read),
    price("claude-opus-4-8", 5, 25, read),
    price("claude-opus-5", 5, 25, read),
    price("claude-haiku-4-5", 1, 5, "2025-10-15"),
    price("claude-sonnet-4-5", 3, 15, "2025-09-29"),
    price("claude-sonnet-4-6", 3, 15, read),
    price("claude-sonnet-5", 2, 10, read),
  ]),
  list("google", "https://ai.google.dev/gemini-api/docs/pricing", [
    price("gemini-1.5-flash", 0.075, 0.3, read),
    price("gemini-1.5-pro", 1.25, 5, read),
    price("gemini-2.0-flash", 0.1, 0.4, read),
    price("gemini-2.0-flash-lite", 0.075, 0.3, read),
    price("gemini-2.5-flash", 0.3, 2.5, read),
    price("gemini-2.5-flash-lite", 0.1, 0.4, read),
    price("gemini-2.5-pro", 1.25, 10, read),
    price("gemini-3-flash", 0.5, 3, read),
    price("gemini-3-pro", 2, 12, read),
    price("gemini-3.1-flash-lite", 0.25, 1.5, read),
    price("gemini-3.1-pro", 2, 12, read),
    price("gemini-3.5-flash", 1.5, 9, read),
    price("gemini-3.5-flash-lite", 0.3, 2.5, read),
  ]),
  list("mistral", "https://mistral.ai/pricing", [
    price("codestral", 0.3, 0.9, read),
    price("ministral-3b", 0.04, 0.04, read),
    price("ministral-8b", 0.1, 0.1, read),
    price("mistral-large", 2, 6, read),
    price("mistral-large-2512", 0.5, 1.5, read),
    price("mistral-medium", 0.4, 2, "2025-05-07"),
    price("mistral-medium", 1.5, 7.5, "2026-06-16"),
    price("mistral-small", 0.1, 0.3, read),
    price("magistral-medium", 2, 5, read),
    price("mistral-embed", 0.1, 0, read),
  ]),
  list("cohere", "https://cohere.com/pricing", [
    price("command-a", 2.5, 10, read),
    price("command-r", 0.15, 0.6, read),
    price("command-r-plus", 2.5, 10, read),
    price("command-r7b", 0.0375, 0.15, read),
    price("embed-v4.0", 0.12, 0, read),
  ]),
  list("aws", "https://aws.amazon.com/bedrock/pricing/", [
    price("nova-micro", 0.035, 0.14, read),
    price("nova-lite", 0.06, 0.24, read),
    price("nova-pro", 0.8, 3.2, read),
    price("nova-premier", 2.5, 12.5, read),
    price("claude-haiku-4-5", 1.1, 5.5, read),
    price("claude-sonnet-4", 3, 15, read),
    price("claude-sonnet-4-5", 3.3, 16.5, read),
    price("claude-opus-4-5", 5.5, 27.5, read),
    price("llama3-3-70b", 0.72, 0.72, read),
  ]),
  list("fireworks", "https://fireworks.ai/pricing", [
    price("deepseek-v3p2", 0.56, 1.68, read),
    price("gpt-oss-120b", 0.15, 0.6, read),
    price("glm-5p2", 1.4, 4.4, read),
    price("kimi-k2p6", 0.95, 4, read),
    price("qwen3p7-plus", 0.4, 1.6, read),
  ]),
  list("groq", "https://groq.com/pricing", [
    price("llama-3.1-8b-instant", 0.05, 0.08, read),
    price("llama-3.3-70b-versatile", 0.59, 0.79, read),
    price("llama-4-maverick", 0.2, 0.6, read),
    price("gpt-oss-120b", 0.15, 0.6, read),
    price("gpt-oss-20b", 0.075, 0.3, read),
    price("qwen3-32b", 0.29, 0.59, read),
  ]),
  list("deepseek", "https://api-docs.deepseek.com/quick_start/pricing", [
    price("deepseek-chat", 0.27, 1.1, "2025-02-08"),
    price("deepseek-reasoner", 0.55, 2.19, "2025-02-08"),
    price("deepseek-v4-flash", 0.14, 0.28, "2026-04-24"),
    price("deepseek-v4-flash", 0.22, 0.66, "2026-08-17"),
    price("deepseek-v4-pro", 0.66, 1.98, "2026-08-17"),
  ]),
  list("xai", "https://docs.x.ai/docs/models", [
    price("grok-3", 3, 15, read),
    price("grok-3-mini", 0.3, 0.5, read),
    price("grok-4", 3, 15, read),
    price("grok-4-fast", 0.2, 0.5, read),
    price("grok-4.3", 1.25, 2.5, read),
    price("grok-4.5", 2, 6, read),
    price("grok-code-fast", 0.2, 1.5, read),
  ]),
  list("perplexity", "https://docs.perplexity.ai/getting-started/pricing", [
    price("sonar", 1, 1, read),
    price("sonar-pro", 3, 15, read),
    price("sonar-reasoning-pro", 2, 8, read),
    price("sonar-deep-research", 2, 8, read),
  ]),
  list("cerebras", "https://www.cerebras.ai/pricing", [
    price("llama-3.3-70b", 0.85, 1.2, read),
    price("llama3.1-8b", 0.1, 0.1, read),
    price("gpt-oss-120b", 0.35, 0.75, read),
  ]),
  list("moonshot", "https://platform.moonshot.ai/docs/pricing/chat", [
    price("kimi-k2", 0.6, 2.5, read),
    price("kimi-k2.5", 0.6, 3, read),
    price("kimi-k2.6", 0.95, 4, read),
    price("moonshot-v1-8k", 0.2, 2, read),
    price("moonshot-v1-128k", 2, 5, read),
  ]),
  list("zhipu", "https://docs.z.ai/guides/overview/pricing", [
    price("glm-5.2", 1.4, 4.4, read),
    price("glm-5.3", 1.4, 4.4, read),
    price("glm-5.3-flash", 0.075, 0.25, read),
  ]),
  list("minimax", "https://www.minimax.io/platform/document/price", [
    price("minimax-m1", 0.4, 2.2, read),
    price("minimax-m2", 0.3, 1.2, read),
    price("minimax-m3", 0.3, 1.2, read),
  ]),
  list("voyage", "https://docs.voyageai.com/docs/pricing", [
    price("voyage-3", 0.06, 0, read),
    price("voyage-3-large", 0.18, 0, read),
    price("voyage-3.5", 0.06, 0, read),
    price("voyage-4", 0.06, 0, read),
    price("voyage-4-large", 0.12, 0, read),
  ]),
];

function price(model: string, input: number, output: number, effectiveFrom: string): PriceRow {
  return { model, input, output, effectiveFrom };
}

function list(provider: string, source: string, prices: PriceRow[]): PriceList {
  return { provider, currency: "USD", source, prices };
}
