import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeCatalogue } from "@/lib/shadow-ai/catalogue";
import type { ServiceCategory } from "@/lib/shadow-ai/vocabulary";

const catalogue = makeCatalogue();

/** Host, provider, category; the host that traffic counts for where that is another one. */
type Row = [host: string, provider: string, category: ServiceCategory, countsFor?: string];

const known: Row[] = [
  ["api.openai.com", "openai", "LLM_API"],
  ["eu.api.openai.com", "openai", "LLM_API"],
  ["us.api.openai.com", "openai", "LLM_API"],
  ["chatgpt.com", "openai", "CHAT_APP"],
  ["ab.chatgpt.com", "openai", "CHAT_APP", "chatgpt.com"],
  ["chat.openai.com", "openai", "CHAT_APP"],
  ["sora.com", "openai", "VIDEO_GEN"],
  ["oaiusercontent.com", "openai", "SUPPORTING", "chatgpt.com"],
  ["files.oaiusercontent.com", "openai", "SUPPORTING", "chatgpt.com"],
  ["oaistatic.com", "openai", "SUPPORTING", "chatgpt.com"],
  ["cdn.oaistatic.com", "openai", "SUPPORTING", "chatgpt.com"],
  ["platform.openai.com", "openai", "CONSOLE"],
  ["contoso-risk.openai.azure.com", "microsoft", "LLM_API_CLOUD"],
  ["support.openai.azure.com", "microsoft", "LLM_API_CLOUD"],
  ["contoso.services.ai.azure.com", "microsoft", "LLM_API_CLOUD"],
  ["contoso.inference.ai.azure.com", "microsoft", "LLM_API_CLOUD"],
  ["phi-3.eastus2.models.ai.azure.com", "microsoft", "LLM_API_CLOUD"],
  ["contoso.cognitiveservices.azure.com", "microsoft", "AI_SERVICES"],
  ["copilot.microsoft.com", "microsoft", "CHAT_APP"],
  ["copilot.cloud.microsoft", "microsoft", "CHAT_APP"],
  ["models.inference.ai.azure.com", "github", "LLM_API"],
  ["models.github.ai", "github", "LLM_API"],
  ["api.githubcopilot.com", "github", "CODING_ASSISTANT"],
  ["proxy.individual.githubcopilot.com", "github", "CODING_ASSISTANT", "api.githubcopilot.com"],
  ["copilot-proxy.githubusercontent.com", "github", "CODING_ASSISTANT"],
  ["api.anthropic.com", "anthropic", "LLM_API"],
  ["claude.ai", "anthropic", "CHAT_APP"],
  ["claude.com", "anthropic", "CHAT_APP"],
  ["console.anthropic.com", "anthropic", "CONSOLE"],
  ["generativelanguage.googleapis.com", "google", "LLM_API"],
  ["aiplatform.googleapis.com", "google", "LLM_API_CLOUD"],
  ["europe-west4-aiplatform.googleapis.com", "google", "LLM_API_CLOUD"],
  ["us-central1-aiplatform.googleapis.com", "google", "LLM_API_CLOUD"],
  ["gemini.google.com", "google", "CHAT_APP"],
  ["aistudio.google.com", "google", "CONSOLE"],
  ["notebooklm.google.com", "google", "RESEARCH"],
  ["cloudcode-pa.googleapis.com", "google", "CODING_ASSISTANT"],
  ["cloudaicompanion.googleapis.com", "google", "CODING_ASSISTANT"],
  ["bedrock-runtime.us-east-1.amazonaws.com", "aws", "LLM_API_CLOUD"],
  ["bedrock-runtime.us-gov-west-1.amazonaws.com", "aws", "LLM_API_CLOUD"],
  ["bedrock-runtime-fips.us-west-2.amazonaws.com", "aws", "LLM_API_CLOUD"],
  ["bedrock-agent-runtime.eu-central-1.amazonaws.com", "aws", "LLM_API_CLOUD"],
  ["bedrock-agent-runtime-fips.us-east-1.amazonaws.com", "aws", "LLM_API_CLOUD"],
  ["runtime.sagemaker.eu-west-1.amazonaws.com", "aws", "ML_PLATFORM"],
  ["codewhisperer.us-east-1.amazonaws.com", "aws", "CODING_ASSISTANT"],
  ["q.us-east-1.amazonaws.com", "aws", "CODING_ASSISTANT"],
  ["api.mistral.ai", "mistral", "LLM_API"],
  ["codestral.mistral.ai", "mistral", "LLM_API"],
  ["chat.mistral.ai", "mistral", "CHAT_APP"],
  ["api.cohere.com", "cohere", "LLM_API"],
  ["api.cohere.ai", "cohere", "LLM_API"],
  ["api.groq.com", "groq", "LLM_API"],
  ["api.together.xyz", "together", "LLM_API"],
  ["api.together.ai", "together", "LLM_API"],
  ["api.fireworks.ai", "fireworks", "LLM_API"],
  ["openrouter.ai", "openrouter", "AGGREGATOR"],
  ["api.deepinfra.com", "deepinfra", "LLM_API"],
  ["api.replicate.com", "replicate", "ML_PLATFORM"],
  ["api-inference.huggingface.co", "hugging-face", "ML_PLATFORM"],
  ["router.huggingface.co", "hugging-face", "ML_PLATFORM"],
  ["x7.us-east-1.aws.endpoints.huggingface.cloud", "hugging-face", "ML_PLATFORM"],
  ["huggingface.co", "hugging-face", "MODEL_HUB"],
  ["hf.co", "hugging-face", "MODEL_HUB"],
  ["hf.space", "hugging-face", "MODEL_HUB"],
  ["someone-demo.hf.space", "hugging-face", "MODEL_HUB", "hf.space"],
  ["api.deepseek.com", "deepseek", "LLM_API"],
  ["chat.deepseek.com", "deepseek", "CHAT_APP"],
  ["api.x.ai", "xai", "LLM_API"],
  ["grok.com", "xai", "CHAT_APP"],
  ["grok.x.ai", "xai", "CHAT_APP"],
  ["api.perplexity.ai", "perplexity", "LLM_API"],
  ["perplexity.ai", "perplexity", "SEARCH_APP"],
  ["www.perplexity.ai", "perplexity", "SEARCH_APP", "perplexity.ai"],
  ["pplx.ai", "perplexity", "SEARCH_APP"],
  ["api.cerebras.ai", "cerebras", "LLM_API"],
  ["api.sambanova.ai", "sambanova", "LLM_API"],
  ["integrate.api.nvidia.com", "nvidia", "LLM_API"],
  ["api.ai21.com", "ai21", "LLM_API"],
  ["api.moonshot.ai", "moonshot", "LLM_API"],
  ["api.moonshot.cn", "moonshot", "LLM_API"],
  ["dashscope.aliyuncs.com", "alibaba", "LLM_API"],
  ["dashscope-intl.aliyuncs.com", "alibaba", "LLM_API"],
  ["open.bigmodel.cn", "zhipu", "LLM_API"],
  ["api.z.ai", "zhipu", "LLM_API"],
  ["api.siliconflow.cn", "siliconflow", "AGGREGATOR"],
  ["api.minimax.io", "minimax", "LLM_API"],
  ["ark.cn-beijing.volces.com", "bytedance", "LLM_API"],
  ["api.lambda.ai", "lambda", "LLM_API"],
  ["api.hyperbolic.xyz", "hyperbolic", "LLM_API"],
  ["api.novita.ai", "novita", "LLM_API"],
  ["api.studio.nebius.ai", "nebius", "LLM_API"],
  ["api.studio.nebius.com", "nebius", "LLM_API"],
  ["inference.baseten.co", "baseten", "LLM_API"],
  ["gateway.ai.cloudflare.com", "cloudflare", "AI_GATEWAY"],
  ["api.cloudflare.com", "cloudflare", "AI_GATEWAY"],
  ["ai-gateway.vercel.sh", "vercel", "AGGREGATOR"],
  ["api.portkey.ai", "portkey", "AI_GATEWAY"],
  ["api.stability.ai", "stability", "IMAGE_GEN"],
  ["midjourney.com", "midjourney", "IMAGE_GEN"],
  ["ideogram.ai", "ideogram", "IMAGE_GEN"],
  ["leonardo.ai", "leonardo", "IMAGE_GEN"],
  ["firefly.adobe.com", "adobe", "IMAGE_GEN"],
  ["runwayml.com", "runway", "VIDEO_GEN"],
  ["api.dev.runwayml.com", "runway", "VIDEO_GEN"],
  ["api.elevenlabs.io", "elevenlabs", "AUDIO_GEN"],
  ["api.deepgram.com", "deepgram", "SPEECH_API"],
  ["api.assemblyai.com", "assemblyai", "SPEECH_API"],
  ["suno.com", "suno", "AUDIO_GEN"],
  ["udio.com", "udio", "AUDIO_GEN"],
  ["api2.cursor.sh", "cursor", "CODING_ASSISTANT"],
  ["repo42.cursor.sh", "cursor", "CODING_ASSISTANT", "api2.cursor.sh"],
  ["cursorapi.com", "cursor", "CODING_ASSISTANT"],
  ["server.codeium.com", "windsurf", "CODING_ASSISTANT"],
  ["codeium.com", "windsurf", "CODING_ASSISTANT"],
  ["windsurf.com", "windsurf", "CODING_ASSISTANT"],
  ["api.tabnine.com", "tabnine", "CODING_ASSISTANT"],
  ["tabnine.com", "tabnine", "CODING_ASSISTANT"],
  ["api.jetbrains.ai", "jetbrains", "CODING_ASSISTANT"],
  ["lovable.dev", "lovable", "APP_BUILDER"],
  ["bolt.new", "stackblitz", "APP_BUILDER"],
  ["v0.dev", "vercel", "APP_BUILDER"],
  ["devin.ai", "cognition", "AGENT"],
  ["manus.im", "manus", "AGENT"],
  ["poe.com", "quora", "CHAT_APP"],
  ["character.ai", "character-ai", "CHAT_APP"],
  ["pi.ai", "inflection", "CHAT_APP"],
  ["meta.ai", "meta", "CHAT_APP"],
  ["duck.ai", "duckduckgo", "CHAT_APP"],
  ["you.com", "you", "CHAT_APP"],
  ["jasper.ai", "jasper", "WRITING"],
  ["copy.ai", "copy-ai", "WRITING"],
  ["writesonic.com", "writesonic", "WRITING"],
  ["wordtune.com", "ai21", "WRITING"],
  ["grammarly.com", "grammarly", "WRITING"],
  ["notion.so", "notion", "WRITING"],
  ["www.notion.so", "notion", "WRITING", "notion.so"],
  ["app.notion.com", "notion", "WRITING", "notion.com"],
  ["otter.ai", "otter", "MEETING_ASSISTANT"],
  ["fireflies.ai", "fireflies", "MEETING_ASSISTANT"],
  ["read.ai", "read-ai", "MEETING_ASSISTANT"],
  ["api.pinecone.io", "pinecone", "VECTOR_DB"],
  ["docs-index-x1.svc.gcp-starter.pinecone.io", "pinecone", "VECTOR_DB"],
  ["api.voyageai.com", "voyage", "EMBEDDING_API"],
  ["api.jina.ai", "jina", "EMBEDDING_API"],
  ["api.smith.langchain.com", "langchain", "LLM_OPS"],
  ["api.wandb.ai", "wandb", "LLM_OPS"],
  ["cloud.langfuse.com", "langfuse", "LLM_OPS"],
  ["us.cloud.langfuse.com", "langfuse", "LLM_OPS", "cloud.langfuse.com"],
];

describe("a host of the catalogue", () => {
  it.each(known)("%s is one of %s: %s", (host, provider, category, countsFor) => {
    const match = catalogue.explain(host);
    expect(match).toMatchObject({ entry: { provider: { id: provider }, category }, ignored: false });
    expect(match?.entry.canonicalHost).toBe(countsFor);
    expect(match?.why).toContain(host);
  });

  it.each(known)("%s has no look-alikes", (host) => {
    const lookAlikes = [
      `evil${host}`,
      `${host}.evil.example`,
      `${host}evil`,
      `${host.replaceAll(".", "-")}.example`,
      host.replaceAll(".", "x"),
      // The first Latin letter as a Cyrillic, Greek or full-width one would be read as the same.
      host.replace(/\.([a-z])/, ".\u0430$1"),
    ];
    // A name before a wildcard of the same domain is below it by right: of these only other domains are look-alikes.
    const foreign = lookAlikes.filter((other) => !isBelow(other, host));
    expect(foreign.filter((other) => catalogue.explain(other) !== null)).toEqual([]);
  });

  it("matches however it is written", () => {
    const host = fc.constantFrom(...known.map(([name]) => name));
    const written = fc
      .tuple(
        host,
        fc.constantFrom("", "https://", "HTTP://", "wss://"),
        fc.constantFrom("", ".", "。"),
        fc.constantFrom("", ":443", ":8443", ":"),
        fc.constantFrom("", "/v1/models", "?q=1", "#top"),
        fc.infiniteStream(fc.boolean()),
      )
      .map(([name, scheme, end, port, rest, upper]) => {
        const cased = [...name].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join("");
        return { name, text: ` ${scheme}${cased}${end}${port}${rest} ` };
      });
    fc.assert(
      fc.property(written, ({ name, text }) => {
        expect(catalogue.explain(text)?.entry.id).toBe(catalogue.explain(name)?.entry.id);
      }),
      { numRuns: 300 },
    );
  });

  it("is found in full-width letters, which are other forms of the same letters", () => {
    expect(catalogue.explain("ａｐｉ.openai.com")?.entry.id).toBe("api.openai.com");
  });
});

describe("a host that is no AI service", () => {
  it.each([
    "openai.com",
    "help.openai.com",
    "status.openai.com",
    "docs.perplexity.ai",
    "blog.character.ai",
    "status.claude.ai",
    "docs.pinecone.io",
    "www.pinecone.io",
    "google.com",
    "www.googleapis.com",
    "storage.googleapis.com",
    "s3.us-east-1.amazonaws.com",
    "bedrock.us-east-1.amazonaws.com",
    "desktop-release.codewhisperer.us-east-1.amazonaws.com",
    "bedrock-runtime.us-east-1.amazonaws.com.evil.example",
    "bedrock-runtime.-.amazonaws.com",
    "us-central1-evilaiplatform.googleapis.com",
    "a.b-aiplatform.googleapis.com",
    "openai.azure.com",
    "contoso.evilopenai.azure.com",
    "x.evilapi.openai.com",
    "bedrock-runtime.us-east-1.evilamazonaws.com",
    "azure.com",
    "github.com",
    "githubusercontent.com",
    "volces.com",
    "cloudflare.com",
    "x.ai",
    "com",
    "localhost",
    "10.20.30.x",
    "203.0.113.5",
    "2001:db8::1",
    "chаtgpt.com",
    "сlaude.ai",
    "xn--chtgpt-5nf.com",
  ])("%s is in no entry", (host) => {
    expect(catalogue.explain(host)).toBeNull();
  });

  it.each([
    "",
    " ",
    ".",
    "https://",
    "a..b",
    ".api.openai.com",
    "\0",
    "..",
    "[::1",
    "http://[",
    "a".repeat(300),
    "*",
    "*.openai.com",
  ])("%j is no host, or none that anybody knows, and no error", (text) => {
    expect(catalogue.explain(text)).toBeNull();
  });

  it("never fails, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        catalogue.explain(text);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the most specific rule", () => {
  it.each([
    ["models.inference.ai.azure.com", "exact", "models.inference.ai.azure.com"],
    ["api.perplexity.ai", "exact", "api.perplexity.ai"],
    ["router.huggingface.co", "exact", "router.huggingface.co"],
    ["api.dev.runwayml.com", "exact", "api.dev.runwayml.com"],
    ["cdn-lfs.huggingface.co", "wildcard", "*.huggingface.co"],
    ["a.b.openai.azure.com", "wildcard", "*.openai.azure.com"],
    ["us-east4-aiplatform.googleapis.com", "pattern", "<region>-aiplatform.googleapis.com"],
  ])("decides on %s: %s %s", (host, rule, id) => {
    expect(catalogue.explain(host)).toMatchObject({ rule, entry: { id } });
  });
});

function isBelow(other: string, host: string): boolean {
  const domain = host.split(".").slice(-2).join(".");
  return other.endsWith(`.${domain}`);
}
