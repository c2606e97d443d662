import { describe, expect, it } from "vitest";
import { type ClientKind, clientKind } from "@/lib/shadow-ai/catalogue";
import { clientPrefixes } from "@/lib/shadow-ai/catalogue/data/clients";

describe("the kind of a client", () => {
  it.each<[string, ClientKind]>([
    ["openai-python/1", "AI_SDK"],
    ["OpenAI/Python 1.30.1", "AI_SDK"],
    ["OpenAI/JS 6.49.0", "AI_SDK"],
    ["OpenAI/Python", "AI_SDK"],
    ["OpenAI", "AI_SDK"],
    ["AsyncOpenAI/Python 1.30.1", "AI_SDK"],
    ["AzureOpenAI/Python 1", "AI_SDK"],
    ["Anthropic/Python 0.40.0", "AI_SDK"],
    ["Anthropic/JS 0.30", "AI_SDK"],
    ["anthropic-sdk-typescript/0", "AI_SDK"],
    ["google-genai-sdk/1", "AI_SDK"],
    ["cohere-python/5", "AI_SDK"],
    ["mistral-client-python/1", "AI_SDK"],
    ["LangChain/0", "AI_SDK"],
    ["langchainjs-openai/1", "AI_SDK"],
    ["llama-index/0", "AI_SDK"],
    ["litellm/1", "AI_SDK"],
    ["ollama-python/0", "AI_SDK"],
    ["Agents/Python 0.1.0", "AGENT"],
    ["claude-cli/2", "CODING_TOOL"],
    ["Cursor/1", "CODING_TOOL"],
    ["GitHubCopilotChat/0", "CODING_TOOL"],
    ["codex_cli_rs/0", "CODING_TOOL"],
    ["codex/1", "CODING_TOOL"],
    ["GeminiCLI/0", "CODING_TOOL"],
    ["python-requests/2", "HTTP_LIBRARY"],
    ["python-httpx/0", "HTTP_LIBRARY"],
    ["aiohttp/3", "HTTP_LIBRARY"],
    ["node-fetch/3", "HTTP_LIBRARY"],
    ["node", "HTTP_LIBRARY"],
    ["undici", "HTTP_LIBRARY"],
    ["curl/8", "HTTP_LIBRARY"],
    ["Go-http-client/2", "HTTP_LIBRARY"],
    ["okhttp/4", "HTTP_LIBRARY"],
    ["Boto3/1", "HTTP_LIBRARY"],
    ["google-api-nodejs-client/9", "HTTP_LIBRARY"],
    ["Python/3", "HTTP_LIBRARY"],
    ["Chrome/126", "BROWSER"],
    ["Firefox/127", "BROWSER"],
    ["Edge/126", "BROWSER"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "BROWSER"],
    ["Slackbot/1", "OTHER"],
    ["", "OTHER"],
    ["-", "OTHER"],
    // A beginning of another word is not the product.
    ["openaire/1", "OTHER"],
    ["nodejs-agent/1", "OTHER"],
    ["Gotify/2", "OTHER"],
    ["cursorial/1", "OTHER"],
    ["codexx/1", "OTHER"],
    ["continuum/1", "OTHER"],
    ["anthropicsky/1", "OTHER"],
    ["ollama/0", "OTHER"],
  ])("of %j is %s", (agent, kind) => {
    expect(clientKind(agent)).toBe(kind);
    expect(clientKind(agent.toUpperCase())).toBe(kind);
  });

  it("is null where no client is known", () => {
    expect(clientKind(null)).toBeNull();
  });

  it.each(clientPrefixes.flatMap(([kind, prefixes]) => prefixes.map((prefix) => [prefix, kind] as const)))(
    "of the prefix %s is %s",
    (prefix, kind) => {
      expect(clientKind(`${prefix}${/[^a-z0-9]$/.test(prefix) ? "x" : ""}/1`)).toBe(kind);
    },
  );

  it("stays the same for ever new clients", () => {
    for (let i = 0; i < 5_000; i++) expect(clientKind(`made-up-${i}/1`)).toBe("OTHER");
    expect(clientKind("openai-python/1")).toBe("AI_SDK");
  });
});
