/** The meaning of a path. */
export interface PathRule {
  /** Regular expression for the path; the optional group `model` captures the model name. */
  pattern: string;
  /** Calls a model. */
  call?: true;
  /** No other type of API has this path, so it identifies AI at any host. */
  distinct?: true;
  upload?: "FILE_UPLOAD" | "FINE_TUNING";
}

/** The first match applies. Gateways add path prefixes, so most patterns are only anchored at the end. */
export const pathRules: PathRule[] = [
  // Azure OpenAI and its gateways name the deployment instead of the model.
  { pattern: "/openai/deployments/(?<model>[^/]+)/[a-z]", call: true, distinct: true },
  // OpenAI and compatible APIs.
  { pattern: "/chat/completions$", call: true, distinct: true },
  { pattern: "/v\\d+(?:beta)?/completions$", call: true, distinct: true },
  { pattern: "/v\\d+/responses(?:/|$)", call: true },
  { pattern: "/v\\d+/embeddings$", call: true, distinct: true },
  { pattern: "/v\\d+/audio/(?:speech|transcriptions|translations)$", call: true, distinct: true },
  { pattern: "/v\\d+/images/(?:generations|edits|variations)$", call: true, distinct: true },
  { pattern: "/v\\d+/moderations$", call: true },
  { pattern: "/v\\d+/threads/(?:[^/]+/)?runs(?:/|$)", call: true },
  { pattern: "/v\\d+/realtime(?:/|$)", call: true },
  { pattern: "/fine_tuning/jobs(?:/|$)", upload: "FINE_TUNING", distinct: true },
  { pattern: "/v\\d+/fine-tunes(?:/|$)", upload: "FINE_TUNING", distinct: true },
  { pattern: "/finetuning/finetuned-models(?:/|$)", upload: "FINE_TUNING", distinct: true },
  { pattern: "/v\\d+(?:beta)?/(?:files|uploads)(?:/|$)", upload: "FILE_UPLOAD" },
  { pattern: "/v\\d+/vector_stores/[^/]+/(?:files|file_batches)(?:/|$)", upload: "FILE_UPLOAD" },
  // Anthropic.
  { pattern: "/v\\d+/messages/(?:batches(?:/|$)|count_tokens$)", call: true, distinct: true },
  { pattern: "/v\\d+/messages$", call: true },
  { pattern: "/v\\d+/complete$", call: true },
  // Google; also Vertex AI, below /projects/…/publishers/….
  {
    pattern: "/tunedModels(?:/[^/:]+)?$|/tuningJobs(?:/|$)",
    upload: "FINE_TUNING",
  },
  {
    pattern:
      "/(?:models|tunedModels|endpoints)/(?<model>[^/:]+):(?:generateContent|streamGenerateContent|embedContent|batchEmbedContents|countTokens|rawPredict|streamRawPredict)$",
    call: true,
    distinct: true,
  },
  {
    pattern: "/(?:models|endpoints)/(?<model>[^/:]+):(?:predict|predictLongRunning|serverStreamingPredict)$",
    call: true,
  },
  // AWS Bedrock and SageMaker.
  {
    pattern: "/model/(?<model>[^/]+)/(?:invoke|invoke-with-response-stream|converse|converse-stream)$",
    call: true,
    distinct: true,
  },
  { pattern: "/agents/[^/]+/agentAliases/[^/]+/sessions/", call: true },
  { pattern: "/model-customization-jobs(?:/|$)", upload: "FINE_TUNING", distinct: true },
  { pattern: "/endpoints/(?<model>[^/]+)/invocations(?:-response-stream)?$", call: true },
  // Cloudflare, Replicate, Hugging Face, Cohere.
  { pattern: "/ai/run/(?<model>@[a-z]+/.+)$", call: true, distinct: true },
  { pattern: "/ai/run(?:/|$)", call: true },
  { pattern: "/v1/models/(?<model>[^/]+/[^/]+)/predictions$", call: true },
  { pattern: "/v1/(?:deployments/[^/]+/[^/]+/)?predictions$", call: true },
  { pattern: "^/(?:hf-inference/)?models/(?<model>[^/:]+/[^/:]+)$", call: true },
  { pattern: "/v\\d+/(?:chat|generate|embed|rerank|summarize)$", call: true },
  // Self-hosted servers: Ollama, text-generation-inference.
  { pattern: "^/api/(?:generate|chat|embed|embeddings)$", call: true },
  { pattern: "^/generate_stream$", call: true },
  // Images and speech.
  { pattern: "/v2beta/(?:stable-image|3d|image-to-video|audio)/", call: true, distinct: true },
  { pattern: "/v1/generation/(?<model>[^/]+)/(?:text-to-image|image-to-image)", call: true, distinct: true },
  { pattern: "/v1/(?:text-to-speech|speech-to-text|speech-to-speech)(?:/|$)", call: true },
  { pattern: "^/v1/listen$", call: true },
  { pattern: "^/v2/transcript$", call: true },
  { pattern: "^/v2/upload$", upload: "FILE_UPLOAD" },
  // Web applications.
  { pattern: "^/backend-(?:api|anon)/(?:f/)?conversation$", call: true },
  { pattern: "^/backend-(?:api|anon)/files(?:/|$)", upload: "FILE_UPLOAD" },
  { pattern: "^/api/organizations/[^/]+/chat_conversations/[^/]+/completion$", call: true, distinct: true },
  { pattern: "^/api/(?:organizations/)?[^/]+/(?:upload|convert_document)$", upload: "FILE_UPLOAD" },
];
