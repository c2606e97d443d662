import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClientKind, clientKind, type PathMeaning, pathMeaning } from "@/lib/domains/shadow-ai/catalogue";
import { data } from "@/lib/domains/shadow-ai/catalogue/data";

const nothing: PathMeaning = { call: false, model: null, upload: null, distinct: false };
const aCall = { ...nothing, call: true };
const aDistinctCall = { ...aCall, distinct: true };
const aFile = { ...nothing, upload: "FILE_UPLOAD" } as const;
const aTuning = { ...nothing, upload: "FINE_TUNING", distinct: true } as const;

describe("pathMeaning", () => {
  it.each<[string, PathMeaning]>([
    ["/v1/chat/completions", aDistinctCall],
    ["/v1/chat/completions/", aDistinctCall],
    ["/v1/messages", aCall],
    ["/v1/messages/count_tokens", aDistinctCall],
    ["/v1/files", aFile],
    ["/upload/v1beta/files", aFile],
    ["/api/…/upload", aFile],
    ["/v1/fine_tuning/jobs", aTuning],
    ["/backend-api/conversation", aCall],
    ["/api/organizations/…/chat_conversations/…/completion", aDistinctCall],
    ["/openai/deployments/gpt-4o-risk/chat/completions", { ...aDistinctCall, model: "gpt-4o-risk" }],
    [
      "/model/anthropic.claude-3-5-sonnet-20240620-v1%3A0/invoke",
      { ...aDistinctCall, model: "anthropic.claude-3-5-sonnet-20240620-v1:0" },
    ],
    ["/model/amazon.nova-pro-v1:0/invoke-with-response-stream", { ...aDistinctCall, model: "amazon.nova-pro-v1:0" }],
    ["/v1beta/models/gemini-2.5-flash:streamGenerateContent", { ...aDistinctCall, model: "gemini-2.5-flash" }],
    [
      "/v1/projects/p/locations/us-central1/publishers/google/models/gemini-2.5-pro:streamGenerateContent",
      { ...aDistinctCall, model: "gemini-2.5-pro" },
    ],
    ["/endpoints/churn/invocations", { ...aCall, model: "churn" }],
    [
      "/client/v4/accounts/…/ai/run/@cf/meta/llama-3.1-8b-instruct",
      { ...aDistinctCall, model: "@cf/meta/llama-3.1-8b-instruct" },
    ],
    ["/api/generate", aCall],
    ["/model/%E0%A4%A/invoke", { ...aDistinctCall, model: "%E0%A4%A" }],
  ])("reads the meaning of %s", (path, meaning) => {
    expect(pathMeaning(path)).toEqual(meaning);
  });

  it.each([
    "/",
    "",
    "/index.html",
    "/v1/models",
    "/v1/customers",
    "/api/v1/users",
    "/chat/completions.js",
    "/files",
    "/generate",
    "/models",
    "/xv1/files2",
  ])("%s has no meaning", (path) => {
    expect(pathMeaning(path)).toBeNull();
  });

  it("takes bounded time for any path", () => {
    const pieces = fc.constantFrom(
      "/",
      "v1",
      "v",
      "1",
      "models",
      ":",
      "generate",
      "chat",
      "…",
      "a",
      "openai/deployments",
      "@cf",
      "%",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const startMs = performance.now();
        pathMeaning(parts.join("").slice(0, 256));
        expect(performance.now() - startMs).toBeLessThan(2_000);
      }),
      { numRuns: 300 },
    );
  });
});

describe("clientKind", () => {
  it.each<[string, ClientKind]>([
    ["openai-python/1", "AI_SDK"],
    ["OpenAI/Python 1.30.1", "AI_SDK"],
    ["OpenAI", "AI_SDK"],
    ["Anthropic/Python 0.40.0", "AI_SDK"],
    ["anthropic-sdk-typescript/0", "AI_SDK"],
    ["ollama-python/0", "AI_SDK"],
    ["Agents/Python 0.1.0", "AGENT"],
    ["claude-cli/2", "CODING_TOOL"],
    ["codex/1", "CODING_TOOL"],
    ["python-requests/2", "HTTP_LIBRARY"],
    ["node", "HTTP_LIBRARY"],
    ["Go-http-client/2", "HTTP_LIBRARY"],
    ["Chrome/126", "BROWSER"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "BROWSER"],
    ["Slackbot/1", "OTHER"],
    ["", "OTHER"],
    ["-", "OTHER"],
    // A prefix of another word is not the product.
    ["openaire/1", "OTHER"],
    ["nodejs-agent/1", "OTHER"],
    ["Gotify/2", "OTHER"],
    ["anthropicsky/1", "OTHER"],
    ["ollama/0", "OTHER"],
  ])("%j is %s", (agent, kind) => {
    expect(clientKind(agent)).toBe(kind);
    expect(clientKind(agent.toUpperCase())).toBe(kind);
  });

  it("is null without a user agent", () => {
    expect(clientKind(null)).toBeNull();
  });

  it.each(data.clientPrefixes.flatMap(([kind, prefixes]) => prefixes.map((prefix) => [prefix, kind] as const)))(
    "the prefix %s is %s",
    (prefix, kind) => {
      expect(clientKind(`${prefix}${/[^a-z0-9]$/.test(prefix) ? "x" : ""}/1`)).toBe(kind);
    },
  );
});
