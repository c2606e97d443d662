import { checked, group, type HostGroup } from "@/lib/domains/shadow-ai/catalogue/data/categories";

/** Model APIs, cloud model services, gateways and related services. */
export const modelHosts: HostGroup[] = [
  group(
    "openai",
    "https://platform.openai.com/docs/api-reference",
    checked("LLM_API", "api.openai.com", "*.api.openai.com"),
  ),
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
  group(
    "github",
    "https://docs.github.com/rest/models/inference",
    checked("LLM_API", "models.inference.ai.azure.com", "models.github.ai"),
  ),
  group("anthropic", "https://docs.anthropic.com/en/api/overview", checked("LLM_API", "api.anthropic.com")),
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
  group("mistral", "https://docs.mistral.ai/api", checked("LLM_API", "api.mistral.ai", "codestral.mistral.ai")),
  group("cohere", "https://docs.cohere.com/reference/about", checked("LLM_API", "api.cohere.com", "api.cohere.ai")),
  group("groq", "https://console.groq.com/docs/api-reference", checked("LLM_API", "api.groq.com")),
  group("together", "https://docs.together.ai/reference", checked("LLM_API", "api.together.xyz", "api.together.ai")),
  group("fireworks", "https://docs.fireworks.ai/api-reference/introduction", checked("LLM_API", "api.fireworks.ai")),
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
  group("deepseek", "https://api-docs.deepseek.com", checked("LLM_API", "api.deepseek.com")),
  group("xai", "https://docs.x.ai/docs/api-reference", checked("LLM_API", "api.x.ai")),
  group("perplexity", "https://docs.perplexity.ai/api-reference", checked("LLM_API", "api.perplexity.ai")),
  group("cerebras", "https://inference-docs.cerebras.ai", checked("LLM_API", "api.cerebras.ai")),
  group("sambanova", "https://docs.sambanova.ai", checked("LLM_API", "api.sambanova.ai")),
  group("nvidia", "https://docs.api.nvidia.com/nim/reference", checked("LLM_API", "integrate.api.nvidia.com")),
  group("ai21", "https://docs.ai21.com/reference", checked("LLM_API", "api.ai21.com")),
  group("moonshot", "https://platform.moonshot.ai/docs", checked("LLM_API", "api.moonshot.ai", "api.moonshot.cn")),
  group(
    "alibaba",
    "https://www.alibabacloud.com/help/en/model-studio",
    checked("LLM_API", "dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com"),
  ),
  group("zhipu", "https://docs.z.ai/api-reference/introduction", checked("LLM_API", "open.bigmodel.cn", "api.z.ai")),
  group("siliconflow", "https://docs.siliconflow.cn", [{ host: "api.siliconflow.cn", category: "AGGREGATOR" }]),
  group("minimax", "https://www.minimax.io/platform/document", checked("LLM_API", "api.minimax.io")),
  group("bytedance", "https://www.volcengine.com/docs/82379", checked("LLM_API", "ark.<region>.volces.com")),
  group("lambda", "https://docs.lambda.ai", checked("LLM_API", "api.lambda.ai")),
  group("hyperbolic", "https://docs.hyperbolic.xyz", checked("LLM_API", "api.hyperbolic.xyz")),
  group("novita", "https://novita.ai/docs", checked("LLM_API", "api.novita.ai")),
  group(
    "nebius",
    "https://docs.studio.nebius.com",
    checked("LLM_API", "api.studio.nebius.ai", "api.studio.nebius.com"),
  ),
  group("baseten", "https://docs.baseten.co", checked("LLM_API", "inference.baseten.co")),
  group("cloudflare", "https://developers.cloudflare.com/ai-gateway", [
    { host: "gateway.ai.cloudflare.com", checkedAt: "2026-11-22", category: "AI_GATEWAY" },
    {
      host: "api.cloudflare.com",
      checkedAt: "2026-11-22",
      category: "AI_GATEWAY",
      signals: { paths: ["/ai/run(?:/|$)", "/ai/v1/"], bytesOut: null },
    },
  ]),
  group("vercel", "https://vercel.com/docs/ai-gateway", checked("AGGREGATOR", "ai-gateway.vercel.sh")),
  group("portkey", "https://portkey.ai/docs", checked("AI_GATEWAY", "api.portkey.ai")),
  group("pinecone", "https://docs.pinecone.io/reference/api/introduction", [
    { host: "api.pinecone.io", checkedAt: "2026-11-22", category: "VECTOR_DB" },
    { host: "*.pinecone.io", category: "VECTOR_DB", except: ["app", "docs", "status", "support", "www"] },
  ]),
  group("voyage", "https://docs.voyageai.com/reference", checked("EMBEDDING_API", "api.voyageai.com")),
  group("jina", "https://jina.ai/embeddings", checked("EMBEDDING_API", "api.jina.ai")),
  group("langchain", "https://docs.smith.langchain.com", checked("LLM_OPS", "api.smith.langchain.com")),
  group("wandb", "https://docs.wandb.ai", [{ host: "api.wandb.ai", category: "LLM_OPS" }]),
  group("langfuse", "https://langfuse.com/docs", [
    { host: "cloud.langfuse.com", checkedAt: "2026-11-22", category: "LLM_OPS", below: true },
  ]),
];
