import { describe, expect, it } from "vitest";
import { makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import type { ModelCall, TrafficRecord } from "@/lib/domains/shadow-ai/records";
import { trafficRecord } from "@/lib/domains/shadow-ai/testing/logs";

const catalogue = makeCatalogue();
const recognise = (given: Partial<TrafficRecord>) => catalogue.recognise(trafficRecord(given));
const call = (given: Partial<ModelCall>): ModelCall => ({
  provider: null,
  model: null,
  operation: null,
  inputTokens: null,
  outputTokens: null,
  ...given,
});

describe("a catalogue host", () => {
  it.each([
    ["api.openai.com", "API", "api.openai.com"],
    ["contoso.openai.azure.com", "API", "contoso.openai.azure.com"],
    ["chatgpt.com", "WEB", "chatgpt.com"],
    ["api.stability.ai", "API", "api.stability.ai"],
    ["api3.cursor.sh", "IDE", "api2.cursor.sh"],
    ["proxy.business.githubcopilot.com", "IDE", "api.githubcopilot.com"],
  ])("%s has the access kind %s and is attributed to %s", (host, accessKind, endpoint) => {
    expect(recognise({ host })).toMatchObject({ accessKind, endpoint });
  });

  it("is the same use in every log type", () => {
    const plain = recognise({ host: "api.openai.com" });
    const logs: Partial<TrafficRecord>[] = [
      { vantage: "DNS", port: 53, transport: "UDP" },
      { vantage: "NETWORK_TRAFFIC", bytesOut: 4_000, bytesIn: 90_000, packetsOut: 12, packetsIn: 80 },
      { path: "/v1/chat/completions", method: "POST", status: 200, userAgent: "openai-python/1" },
      { path: "/v1/models", method: "GET", userAgent: "Chrome/126" },
      { action: "BLOCKED", status: 403 },
    ];
    for (const log of logs) {
      const use = recognise({ host: "api.openai.com", ...log });
      expect({ ...use, confidence: 0, reasons: [] }).toEqual({ ...plain, confidence: 0, reasons: [] });
    }
  });

  it("attributes files to the application, with lower confidence", () => {
    const own = recognise({ host: "chatgpt.com" });
    const files = recognise({ host: "files.oaiusercontent.com" });
    expect(files).toMatchObject({ entryId: "chatgpt.com", endpoint: "chatgpt.com", category: "CHAT_APP" });
    expect(files?.confidence).toBeLessThan(own?.confidence ?? 0);
    expect(files?.reasons).toContain("files.oaiusercontent.com serves files for chatgpt.com");
  });

  it("has higher confidence with an AI client or path, and lower confidence from DNS", () => {
    const confidence = (given: Partial<TrafficRecord>) => recognise({ host: "api.openai.com", ...given })?.confidence;
    expect(confidence({})).toBe(0.95);
    expect(confidence({ userAgent: "openai-python/1" })).toBe(0.98);
    expect(confidence({ path: "/v1/chat/completions" })).toBe(0.98);
    expect(confidence({ userAgent: "curl/8" })).toBe(0.95);
    expect(confidence({ vantage: "DNS" })).toBe(0.6);
    expect(confidence({ vantage: "DNS", userAgent: "openai-python/1" })).toBe(0.6);
  });
});

describe("a mixed-use host", () => {
  it.each<[string, Partial<TrafficRecord>]>([
    ["huggingface.co", {}],
    ["huggingface.co", { path: "/bert-base-uncased/resolve/main/config.json", userAgent: "Chrome/126" }],
    ["huggingface.co", { bytesOut: 50_000_000 }],
    ["you.com", { path: "/search" }],
    ["www.notion.so", { path: "/api/v3/getRecordValues", bytesOut: 900_000, userAgent: "Chrome/126" }],
    ["api.cloudflare.com", { path: "/client/v4/zones", userAgent: "Go-http-client/1" }],
    ["runtime.sagemaker.us-east-1.amazonaws.com", { bytesOut: 9_000, userAgent: "Boto3/1" }],
    ["huggingface.co", { vantage: "DNS" }],
  ])("%s is not AI without a second signal: %j", (host, given) => {
    expect(recognise({ host, ...given })).toBeNull();
  });

  it.each<[string, Partial<TrafficRecord>, number]>([
    ["huggingface.co", { path: "/chat/conversation/1" }, 0.85],
    ["huggingface.co", { userAgent: "langchain/0" }, 0.8],
    ["someone-demo.hf.space", { path: "/gradio_api/queue/join" }, 0.85],
    ["someone-demo.hf.space", { bytesOut: 400_000 }, 0.55],
    ["www.notion.so", { path: "/api/v3/runInferenceTranscript" }, 0.85],
    ["api.cloudflare.com", { path: "/client/v4/accounts/…/ai/run/@cf/meta/llama-3.1-8b-instruct" }, 0.85],
    ["runtime.sagemaker.us-east-1.amazonaws.com", { path: "/endpoints/churn/invocations" }, 0.85],
    ["huggingface.co", { ai: call({ provider: "huggingface" }) }, 0.99],
  ])("%s is AI with a second signal: %j", (host, given, confidence) => {
    const use = recognise({ host, ...given });
    expect(use).toMatchObject({ confidence });
    expect(use?.reasons.length).toBeGreaterThan(0);
  });

  it("measures bytes per call if a line represents several calls", () => {
    const host = "demo.hf.space";
    expect(recognise({ host, bytesOut: 400_000, calls: 100 })).toBeNull();
    expect(recognise({ host, bytesOut: 400_000, calls: 2 })).not.toBeNull();
  });
});

describe("an unknown host", () => {
  it.each<[Partial<TrafficRecord>, number]>([
    [{ path: "/v1/chat/completions" }, 0.75],
    [{ path: "/v1/chat/completions", userAgent: "openai-python/1" }, 0.85],
    [{ path: "/v1/messages", userAgent: "anthropic-sdk-typescript/0" }, 0.85],
    [{ userAgent: "AsyncOpenAI/Python" }, 0.7],
    [{ path: "/v1beta/models/some-model:generateContent" }, 0.75],
  ])("is an unknown AI provider with %j", (given, confidence) => {
    expect(recognise({ host: "llm.api.acme-ai.co.uk", ...given })).toMatchObject({
      entryId: null,
      provider: { id: "unknown:acme-ai.co.uk", name: "acme-ai.co.uk", jurisdiction: null },
      endpoint: "llm.api.acme-ai.co.uk",
      category: "UNKNOWN",
      accessKind: "API",
      confidence,
    });
  });

  it.each<[string, Partial<TrafficRecord>]>([
    ["nothing", {}],
    ["a browser", { userAgent: "Chrome/126", path: "/" }],
    ["a generic HTTP library", { userAgent: "python-requests/2", path: "/v1/messages" }],
    ["a coding tool, which may request its marketplace", { userAgent: "Cursor/1", path: "/extensions" }],
    ["a common path", { path: "/v1/files", userAgent: "Stripe/1" }],
    ["a generic message path", { path: "/v1/messages" }],
    ["a nonexistent path", { path: "/v1/chat/completions", status: 404 }],
    ["many bytes", { bytesOut: 90_000_000, bytesIn: 90_000_000 }],
    ["an Ollama path", { path: "/api/generate", port: 443 }],
  ])("is not AI with %s", (_, given) => {
    expect(recognise({ host: "api.example.com", ...given })).toBeNull();
  });

  it("is named by its registrable domain, including shared hosting domains", () => {
    const provider = (host: string) => recognise({ host, path: "/v1/chat/completions" })?.provider.id;
    expect(provider("llm.acme.workers.dev")).toBe("unknown:acme.workers.dev");
    expect(provider("203.0.113.7")).toBe("unknown:203.0.113.7");
    expect(provider("api.openai.com.evil.example")).toBe("unknown:evil.example");
  });

  it("is not recognised without a host", () => {
    expect(recognise({ host: null, path: "/v1/chat/completions", userAgent: "openai-python/1" })).toBeNull();
  });
});

describe("a private host", () => {
  it.each<[string, Partial<TrafficRecord>, number]>([
    ["10.20.30.x", { port: 11_434, path: "/api/generate" }, 0.85],
    ["10.20.30.x", { port: 11_434, path: "/api/chat", userAgent: "ollama-python/0" }, 0.85],
    ["10.20.30.x", { port: 11_434 }, 0.5],
    ["gpu01.corp", { port: 8_000, path: "/v1/chat/completions" }, 0.85],
    ["llm.lan", { port: 443, path: "/v1/chat/completions" }, 0.85],
    ["fd00:1:2::x", { port: 8_080, path: "/completion" }, 0.85],
    ["192.168.7.x", { port: 443, userAgent: "openai-node/4" }, 0.7],
  ])("%s hosts a model with %j", (host, given, confidence) => {
    expect(recognise({ host, ...given })).toMatchObject({
      entryId: null,
      provider: { id: "self-hosted" },
      endpoint: host,
      category: "SELF_HOSTED",
      accessKind: "SELF_HOSTED",
      confidence,
    });
  });

  it.each<[string, Partial<TrafficRecord>]>([
    ["10.20.30.x", { port: 8_000 }],
    ["10.20.30.x", { port: 8_000, path: "/health" }],
    ["10.20.30.x", { port: 8_000, path: "/v1/chat/completions", status: 404 }],
    ["10.20.30.x", { port: 11_434, path: "/" }],
    ["10.20.30.x", { port: 443, path: "/api/chat" }],
    ["wiki.corp", { port: 443, path: "/api/generate", userAgent: "Chrome/126" }],
    ["203.0.113.5", { port: 11_434 }],
  ])("%s hosts no model with %j", (host, given) => {
    expect(recognise({ host, ...given })).toBeNull();
  });
});

describe("a self-hosted program", () => {
  it.each<[string, number, string]>([
    ["llamafile", 8080, "/v1/chat/completions"],
    ["LocalAI", 8080, "/v1/images/generations"],
    ["SGLang", 30_000, "/generate"],
    ["Text Generation Inference", 3000, "/generate"],
    ["Jan", 1337, "/v1/models"],
    ["GPT4All", 4891, "/v1/models"],
    ["KoboldCpp", 5001, "/api/v1/generate"],
    ["text-generation-webui", 5000, "/v1/completions"],
    ["Xinference", 9997, "/v1/rerank"],
    ["LiteLLM", 4000, "/responses"],
    ["Triton Inference Server", 8000, "/v2/models/risk/infer"],
    ["Docker Model Runner", 12_434, "/engines/llama.cpp/v1/models"],
    ["Open WebUI", 3000, "/ollama/api/tags"],
    ["ComfyUI", 8188, "/prompt"],
    ["Stable Diffusion web UI", 7860, "/sdapi/v1/txt2img"],
    ["NVIDIA NIM", 8000, "/v1/ranking"],
  ])("%s is recognised at port %i by %s", (_, port, path) => {
    expect(recognise({ host: "10.20.30.x", port, path })).toMatchObject({ category: "SELF_HOSTED" });
  });
});

describe("a span", () => {
  it.each<[string | null, string | null, string, string, string | null]>([
    ["api.openai.com", "openai", "openai", "api.openai.com", "api.openai.com"],
    ["api.openai.com", "anthropic", "openai", "api.openai.com", "api.openai.com"],
    ["contoso.openai.azure.com", "azure.ai.openai", "microsoft", "contoso.openai.azure.com", "*.openai.azure.com"],
    [null, "anthropic", "anthropic", "api.anthropic.com", "api.anthropic.com"],
    [null, "AWS.Bedrock", "aws", "bedrock-runtime.amazonaws.com", "bedrock-runtime.<region>.amazonaws.com"],
    [null, "gcp.vertex_ai", "google", "aiplatform.googleapis.com", "aiplatform.googleapis.com"],
    ["gateway.example.com", "openai", "openai", "gateway.example.com", "api.openai.com"],
    ["10.20.30.x", "openai", "self-hosted", "10.20.30.x", null],
    ["api.example.com", "somebody", "unknown:example.com", "api.example.com", null],
    ["api.example.com", null, "unknown:example.com", "api.example.com", null],
    [null, "Some Body ", "unknown:some-body-", "some-body-", null],
  ])("at host %s of provider %s is %s", (host, provider, id, endpoint, entryId) => {
    const use = recognise({ host, ai: call({ provider, model: "m" }) });
    expect(use).toMatchObject({ provider: { id }, endpoint, entryId, confidence: 0.99 });
  });

  it("is not recognised without host and provider", () => {
    expect(recognise({ host: null, ai: call({ model: "gpt-4o" }) })).toBeNull();
  });
});
