import { group, type HostGroup } from "@/lib/domains/shadow-ai/catalogue/data/categories";

/** Programming interfaces of models, of clouds that host them, and of what stands in front of or beside them. */
export const modelHosts: HostGroup[] = [
  group("openai", "https://platform.openai.com/docs/api-reference", [
    { host: "api.openai.com", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "*.api.openai.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("microsoft", "https://learn.microsoft.com/azure/ai-services/openai/reference", [
    { host: "*.openai.azure.com", checkedAt: "2026-11-22", category: "LLM_API_CLOUD" },
    { host: "*.services.ai.azure.com", checkedAt: "2026-11-22", category: "LLM_API_CLOUD" },
    { host: "*.inference.ai.azure.com", checkedAt: "2026-11-22", category: "LLM_API_CLOUD" },
    { host: "*.models.ai.azure.com", checkedAt: "2026-11-22", category: "LLM_API_CLOUD" },
    {
      host: "*.cognitiveservices.azure.com",
      checkedAt: "2026-11-22",
      category: "AI_SERVICES",
      signals: {
        paths: ["^/openai/", "^/contentsafety/", "^/language/", "^/speechtotext/", "^/translator/", "^/vision/"],
        bytesOut: null,
      },
    },
  ]),
  group("github", "https://docs.github.com/rest/models/inference", [
    { host: "models.inference.ai.azure.com", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "models.github.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("anthropic", "https://docs.anthropic.com/en/api/overview", [
    { host: "api.anthropic.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("google", "https://ai.google.dev/api", [{ host: "generativelanguage.googleapis.com", category: "LLM_API" }]),
  group("google", "https://cloud.google.com/vertex-ai/docs/reference/rest", [
    { host: "aiplatform.googleapis.com", category: "LLM_API_CLOUD" },
    { host: "<region>-aiplatform.googleapis.com", category: "LLM_API_CLOUD" },
  ]),
  group("aws", "https://docs.aws.amazon.com/general/latest/gr/bedrock.html", [
    { host: "bedrock-runtime.<region>.amazonaws.com", checkedAt: "2026-11-22", category: "LLM_API_CLOUD" },
    { host: "bedrock-runtime-fips.<region>.amazonaws.com", category: "LLM_API_CLOUD" },
    { host: "bedrock-agent-runtime.<region>.amazonaws.com", category: "LLM_API_CLOUD" },
    { host: "bedrock-agent-runtime-fips.<region>.amazonaws.com", category: "LLM_API_CLOUD" },
  ]),
  group("aws", "https://docs.aws.amazon.com/general/latest/gr/sagemaker.html", [
    {
      host: "runtime.sagemaker.<region>.amazonaws.com",
      checkedAt: "2026-11-22",
      category: "ML_PLATFORM",
      signals: { paths: ["^/endpoints/[^/]+/invocations"], bytesOut: 100_000 },
    },
  ]),
  group("mistral", "https://docs.mistral.ai/api", [
    { host: "api.mistral.ai", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "codestral.mistral.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("cohere", "https://docs.cohere.com/reference/about", [
    { host: "api.cohere.com", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "api.cohere.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("groq", "https://console.groq.com/docs/api-reference", [
    { host: "api.groq.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("together", "https://docs.together.ai/reference", [
    { host: "api.together.xyz", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "api.together.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("fireworks", "https://docs.fireworks.ai/api-reference/introduction", [
    { host: "api.fireworks.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("openrouter", "https://openrouter.ai/docs/api-reference/overview", [
    { host: "openrouter.ai", checkedAt: "2026-11-22", category: "AGGREGATOR", below: true },
  ]),
  group("deepinfra", "https://deepinfra.com/docs", [{ host: "api.deepinfra.com", category: "LLM_API" }]),
  group("replicate", "https://replicate.com/docs/reference/http", [
    { host: "api.replicate.com", category: "ML_PLATFORM" },
  ]),
  group("hugging-face", "https://huggingface.co/docs/inference-providers", [
    { host: "api-inference.huggingface.co", category: "ML_PLATFORM" },
    { host: "router.huggingface.co", checkedAt: "2026-11-22", category: "ML_PLATFORM" },
    { host: "*.endpoints.huggingface.cloud", checkedAt: "2026-11-22", category: "ML_PLATFORM" },
  ]),
  group("deepseek", "https://api-docs.deepseek.com", [
    { host: "api.deepseek.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("xai", "https://docs.x.ai/docs/api-reference", [
    { host: "api.x.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("perplexity", "https://docs.perplexity.ai/api-reference", [
    { host: "api.perplexity.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("cerebras", "https://inference-docs.cerebras.ai", [
    { host: "api.cerebras.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("sambanova", "https://docs.sambanova.ai", [
    { host: "api.sambanova.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("nvidia", "https://docs.api.nvidia.com/nim/reference", [
    { host: "integrate.api.nvidia.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("ai21", "https://docs.ai21.com/reference", [
    { host: "api.ai21.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("moonshot", "https://platform.moonshot.ai/docs", [
    { host: "api.moonshot.ai", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "api.moonshot.cn", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("alibaba", "https://www.alibabacloud.com/help/en/model-studio", [
    { host: "dashscope.aliyuncs.com", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "dashscope-intl.aliyuncs.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("zhipu", "https://docs.z.ai/api-reference/introduction", [
    { host: "open.bigmodel.cn", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "api.z.ai", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("siliconflow", "https://docs.siliconflow.cn", [{ host: "api.siliconflow.cn", category: "AGGREGATOR" }]),
  group("minimax", "https://www.minimax.io/platform/document", [
    { host: "api.minimax.io", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("bytedance", "https://www.volcengine.com/docs/82379", [
    { host: "ark.<region>.volces.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("lambda", "https://docs.lambda.ai", [{ host: "api.lambda.ai", checkedAt: "2026-11-22", category: "LLM_API" }]),
  group("hyperbolic", "https://docs.hyperbolic.xyz", [
    { host: "api.hyperbolic.xyz", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("novita", "https://novita.ai/docs", [{ host: "api.novita.ai", checkedAt: "2026-11-22", category: "LLM_API" }]),
  group("nebius", "https://docs.studio.nebius.com", [
    { host: "api.studio.nebius.ai", checkedAt: "2026-11-22", category: "LLM_API" },
    { host: "api.studio.nebius.com", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("baseten", "https://docs.baseten.co", [
    { host: "inference.baseten.co", checkedAt: "2026-11-22", category: "LLM_API" },
  ]),
  group("cloudflare", "https://developers.cloudflare.com/ai-gateway", [
    { host: "gateway.ai.cloudflare.com", checkedAt: "2026-11-22", category: "AI_GATEWAY" },
    {
      host: "api.cloudflare.com",
      checkedAt: "2026-11-22",
      category: "AI_GATEWAY",
      signals: { paths: ["/ai/run(?:/|$)", "/ai/v1/"], bytesOut: null },
    },
  ]),
  group("vercel", "https://vercel.com/docs/ai-gateway", [
    { host: "ai-gateway.vercel.sh", checkedAt: "2026-11-22", category: "AGGREGATOR" },
  ]),
  group("portkey", "https://portkey.ai/docs", [
    { host: "api.portkey.ai", checkedAt: "2026-11-22", category: "AI_GATEWAY" },
  ]),
  group("pinecone", "https://docs.pinecone.io/reference/api/introduction", [
    { host: "api.pinecone.io", checkedAt: "2026-11-22", category: "VECTOR_DB" },
    { host: "*.pinecone.io", category: "VECTOR_DB", except: ["app", "docs", "status", "support", "www"] },
  ]),
  group("voyage", "https://docs.voyageai.com/reference", [
    { host: "api.voyageai.com", checkedAt: "2026-11-22", category: "EMBEDDING_API" },
  ]),
  group("jina", "https://jina.ai/embeddings", [
    { host: "api.jina.ai", checkedAt: "2026-11-22", category: "EMBEDDING_API" },
  ]),
  group("langchain", "https://docs.smith.langchain.com", [
    { host: "api.smith.langchain.com", checkedAt: "2026-11-22", category: "LLM_OPS" },
  ]),
  group("wandb", "https://docs.wandb.ai", [{ host: "api.wandb.ai", category: "LLM_OPS" }]),
  group("langfuse", "https://langfuse.com/docs", [
    { host: "cloud.langfuse.com", checkedAt: "2026-11-22", category: "LLM_OPS", below: true },
  ]),
];
