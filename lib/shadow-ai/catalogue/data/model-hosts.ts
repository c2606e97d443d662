import type { HostGroup } from "@/lib/shadow-ai/catalogue/data/categories";

/** Programming interfaces of models, of clouds that host them, and of what stands in front of or beside them. */
export const modelHosts: HostGroup[] = [
  {
    provider: "openai",
    source: "https://platform.openai.com/docs/api-reference",
    hosts: [
      { host: "api.openai.com", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "*.api.openai.com", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "microsoft",
    source: "https://learn.microsoft.com/azure/ai-services/openai/reference",
    hosts: [
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
    ],
  },
  {
    provider: "github",
    source: "https://docs.github.com/rest/models/inference",
    hosts: [
      { host: "models.inference.ai.azure.com", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "models.github.ai", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "anthropic",
    source: "https://docs.anthropic.com/en/api/overview",
    hosts: [{ host: "api.anthropic.com", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "google",
    source: "https://ai.google.dev/api",
    hosts: [{ host: "generativelanguage.googleapis.com", category: "LLM_API" }],
  },
  {
    provider: "google",
    source: "https://cloud.google.com/vertex-ai/docs/reference/rest",
    hosts: [
      { host: "aiplatform.googleapis.com", category: "LLM_API_CLOUD" },
      { host: "<region>-aiplatform.googleapis.com", category: "LLM_API_CLOUD" },
    ],
  },
  {
    provider: "aws",
    source: "https://docs.aws.amazon.com/general/latest/gr/bedrock.html",
    hosts: [
      { host: "bedrock-runtime.<region>.amazonaws.com", checkedAt: "2026-11-22", category: "LLM_API_CLOUD" },
      { host: "bedrock-runtime-fips.<region>.amazonaws.com", category: "LLM_API_CLOUD" },
      { host: "bedrock-agent-runtime.<region>.amazonaws.com", category: "LLM_API_CLOUD" },
      { host: "bedrock-agent-runtime-fips.<region>.amazonaws.com", category: "LLM_API_CLOUD" },
    ],
  },
  {
    provider: "aws",
    source: "https://docs.aws.amazon.com/general/latest/gr/sagemaker.html",
    hosts: [
      {
        host: "runtime.sagemaker.<region>.amazonaws.com",
        checkedAt: "2026-11-22",
        category: "ML_PLATFORM",
        signals: { paths: ["^/endpoints/[^/]+/invocations"], bytesOut: 100_000 },
      },
    ],
  },
  {
    provider: "mistral",
    source: "https://docs.mistral.ai/api",
    hosts: [
      { host: "api.mistral.ai", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "codestral.mistral.ai", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "cohere",
    source: "https://docs.cohere.com/reference/about",
    hosts: [
      { host: "api.cohere.com", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "api.cohere.ai", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "groq",
    source: "https://console.groq.com/docs/api-reference",
    hosts: [{ host: "api.groq.com", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "together",
    source: "https://docs.together.ai/reference",
    hosts: [
      { host: "api.together.xyz", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "api.together.ai", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "fireworks",
    source: "https://docs.fireworks.ai/api-reference/introduction",
    hosts: [{ host: "api.fireworks.ai", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "openrouter",
    source: "https://openrouter.ai/docs/api-reference/overview",
    hosts: [{ host: "openrouter.ai", checkedAt: "2026-11-22", category: "AGGREGATOR", below: true }],
  },
  {
    provider: "deepinfra",
    source: "https://deepinfra.com/docs",
    hosts: [{ host: "api.deepinfra.com", category: "LLM_API" }],
  },
  {
    provider: "replicate",
    source: "https://replicate.com/docs/reference/http",
    hosts: [{ host: "api.replicate.com", category: "ML_PLATFORM" }],
  },
  {
    provider: "hugging-face",
    source: "https://huggingface.co/docs/inference-providers",
    hosts: [
      { host: "api-inference.huggingface.co", category: "ML_PLATFORM" },
      { host: "router.huggingface.co", checkedAt: "2026-11-22", category: "ML_PLATFORM" },
      { host: "*.endpoints.huggingface.cloud", checkedAt: "2026-11-22", category: "ML_PLATFORM" },
    ],
  },
  {
    provider: "deepseek",
    source: "https://api-docs.deepseek.com",
    hosts: [{ host: "api.deepseek.com", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "xai",
    source: "https://docs.x.ai/docs/api-reference",
    hosts: [{ host: "api.x.ai", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "perplexity",
    source: "https://docs.perplexity.ai/api-reference",
    hosts: [{ host: "api.perplexity.ai", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "cerebras",
    source: "https://inference-docs.cerebras.ai",
    hosts: [{ host: "api.cerebras.ai", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "sambanova",
    source: "https://docs.sambanova.ai",
    hosts: [{ host: "api.sambanova.ai", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "nvidia",
    source: "https://docs.api.nvidia.com/nim/reference",
    hosts: [{ host: "integrate.api.nvidia.com", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "ai21",
    source: "https://docs.ai21.com/reference",
    hosts: [{ host: "api.ai21.com", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "moonshot",
    source: "https://platform.moonshot.ai/docs",
    hosts: [
      { host: "api.moonshot.ai", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "api.moonshot.cn", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "alibaba",
    source: "https://www.alibabacloud.com/help/en/model-studio",
    hosts: [
      { host: "dashscope.aliyuncs.com", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "dashscope-intl.aliyuncs.com", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "zhipu",
    source: "https://docs.z.ai/api-reference/introduction",
    hosts: [
      { host: "open.bigmodel.cn", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "api.z.ai", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "siliconflow",
    source: "https://docs.siliconflow.cn",
    hosts: [{ host: "api.siliconflow.cn", category: "AGGREGATOR" }],
  },
  {
    provider: "minimax",
    source: "https://www.minimax.io/platform/document",
    hosts: [{ host: "api.minimax.io", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "bytedance",
    source: "https://www.volcengine.com/docs/82379",
    hosts: [{ host: "ark.<region>.volces.com", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "lambda",
    source: "https://docs.lambda.ai",
    hosts: [{ host: "api.lambda.ai", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "hyperbolic",
    source: "https://docs.hyperbolic.xyz",
    hosts: [{ host: "api.hyperbolic.xyz", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "novita",
    source: "https://novita.ai/docs",
    hosts: [{ host: "api.novita.ai", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "nebius",
    source: "https://docs.studio.nebius.com",
    hosts: [
      { host: "api.studio.nebius.ai", checkedAt: "2026-11-22", category: "LLM_API" },
      { host: "api.studio.nebius.com", checkedAt: "2026-11-22", category: "LLM_API" },
    ],
  },
  {
    provider: "baseten",
    source: "https://docs.baseten.co",
    hosts: [{ host: "inference.baseten.co", checkedAt: "2026-11-22", category: "LLM_API" }],
  },
  {
    provider: "cloudflare",
    source: "https://developers.cloudflare.com/ai-gateway",
    hosts: [
      { host: "gateway.ai.cloudflare.com", checkedAt: "2026-11-22", category: "AI_GATEWAY" },
      {
        host: "api.cloudflare.com",
        checkedAt: "2026-11-22",
        category: "AI_GATEWAY",
        signals: { paths: ["/ai/run(?:/|$)", "/ai/v1/"], bytesOut: null },
      },
    ],
  },
  {
    provider: "vercel",
    source: "https://vercel.com/docs/ai-gateway",
    hosts: [{ host: "ai-gateway.vercel.sh", checkedAt: "2026-11-22", category: "AGGREGATOR" }],
  },
  {
    provider: "portkey",
    source: "https://portkey.ai/docs",
    hosts: [{ host: "api.portkey.ai", checkedAt: "2026-11-22", category: "AI_GATEWAY" }],
  },
  {
    provider: "pinecone",
    source: "https://docs.pinecone.io/reference/api/introduction",
    hosts: [
      { host: "api.pinecone.io", checkedAt: "2026-11-22", category: "VECTOR_DB" },
      { host: "*.pinecone.io", category: "VECTOR_DB", except: ["app", "docs", "status", "support", "www"] },
    ],
  },
  {
    provider: "voyage",
    source: "https://docs.voyageai.com/reference",
    hosts: [{ host: "api.voyageai.com", checkedAt: "2026-11-22", category: "EMBEDDING_API" }],
  },
  {
    provider: "jina",
    source: "https://jina.ai/embeddings",
    hosts: [{ host: "api.jina.ai", checkedAt: "2026-11-22", category: "EMBEDDING_API" }],
  },
  {
    provider: "langchain",
    source: "https://docs.smith.langchain.com",
    hosts: [{ host: "api.smith.langchain.com", checkedAt: "2026-11-22", category: "LLM_OPS" }],
  },
  {
    provider: "wandb",
    source: "https://docs.wandb.ai",
    hosts: [{ host: "api.wandb.ai", category: "LLM_OPS" }],
  },
  {
    provider: "langfuse",
    source: "https://langfuse.com/docs",
    hosts: [{ host: "cloud.langfuse.com", checkedAt: "2026-11-22", category: "LLM_OPS", below: true }],
  },
];
