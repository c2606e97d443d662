import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PathMeaning, pathMeaning } from "@/lib/shadow-ai/catalogue";

const nothing: PathMeaning = { call: false, model: null, upload: null, distinct: false };
const aCall = { ...nothing, call: true };
const aDistinctCall = { ...aCall, distinct: true };
const aFile = { ...nothing, upload: "FILE_UPLOAD" } as const;
const aTuning = { ...nothing, upload: "FINE_TUNING", distinct: true } as const;

describe("the meaning of a path", () => {
  it.each<[string, PathMeaning]>([
    ["/v1/chat/completions", aDistinctCall],
    ["/v1/chat/completions/", aDistinctCall],
    ["/openai/v1/chat/completions", aDistinctCall],
    ["/api/paas/v4/chat/completions", aDistinctCall],
    ["/v1/completions", aDistinctCall],
    ["/v1/embeddings", aDistinctCall],
    ["/v1/audio/transcriptions", aDistinctCall],
    ["/v1/images/generations", aDistinctCall],
    ["/v1/responses", aCall],
    ["/v1/messages", aCall],
    ["/v1/messages/batches", aDistinctCall],
    ["/v1/messages/count_tokens", aDistinctCall],
    ["/v1/realtime", aCall],
    ["/v1/files", aFile],
    ["/v1/files/file-1/content", aFile],
    ["/upload/v1beta/files", aFile],
    ["/v1/uploads", aFile],
    ["/v2/upload", aFile],
    ["/backend-api/files", aFile],
    ["/backend-api/files/file-1/uploaded", aFile],
    ["/api/…/upload", aFile],
    ["/api/organizations/…/convert_document", aFile],
    ["/v1/fine_tuning/jobs", aTuning],
    ["/v1/fine_tuning/jobs/ftjob-1/events", aTuning],
    ["/v1/fine-tunes", aTuning],
    ["/backend-api/conversation", aCall],
    ["/backend-api/f/conversation", aCall],
    ["/api/organizations/…/chat_conversations/…/completion", aDistinctCall],
    ["/openai/deployments/gpt-4o-risk/chat/completions", { ...aDistinctCall, model: "gpt-4o-risk" }],
    [
      "/model/anthropic.claude-3-5-sonnet-20240620-v1%3A0/invoke",
      { ...aDistinctCall, model: "anthropic.claude-3-5-sonnet-20240620-v1:0" },
    ],
    ["/model/amazon.nova-pro-v1:0/invoke-with-response-stream", { ...aDistinctCall, model: "amazon.nova-pro-v1:0" }],
    ["/model/…/converse-stream", aDistinctCall],
    ["/v1beta/models/gemini-2.5-flash:generateContent", { ...aDistinctCall, model: "gemini-2.5-flash" }],
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
    ["/v1/models/black-forest-labs/flux-schnell/predictions", { ...aCall, model: "black-forest-labs/flux-schnell" }],
    ["/models/openai/whisper-large-v3", { ...aCall, model: "openai/whisper-large-v3" }],
    ["/api/generate", aCall],
    ["/api/chat", aCall],
    ["/v2/chat", aCall],
    ["/v1/text-to-speech/voice", aCall],
    ["/v1/listen", aCall],
    ["/model/%E0%A4%A/invoke", { ...aDistinctCall, model: "%E0%A4%A" }],
  ])("%s", (path, meaning) => {
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
  ])("%s has none", (path) => {
    expect(pathMeaning(path)).toBeNull();
  });

  it("comes in bounded time, whatever the path", () => {
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
