import { checked, group, type HostGroup } from "@/lib/domains/shadow-ai/catalogue/data/categories";

/** Applications for browsers and editors, and hosts that serve files for them. */
export const applicationHosts: HostGroup[] = [
  group(
    "openai",
    "https://help.openai.com/en/articles/9247338-network-recommendations-for-chatgpt-errors-on-web-and-apps",
    [
      { host: "chatgpt.com", checkedAt: "2026-11-22", category: "CHAT_APP", below: true },
      { host: "chat.openai.com", category: "CHAT_APP" },
      { host: "sora.com", category: "VIDEO_GEN", below: true },
      { host: "oaiusercontent.com", category: "SUPPORTING", canonicalHost: "chatgpt.com", below: true },
      { host: "oaistatic.com", category: "SUPPORTING", canonicalHost: "chatgpt.com", below: true },
      { host: "platform.openai.com", category: "CONSOLE" },
    ],
  ),
  group("microsoft", "https://learn.microsoft.com/copilot/manage", [
    { host: "copilot.microsoft.com", category: "CHAT_APP" },
    { host: "copilot.cloud.microsoft", category: "CHAT_APP" },
  ]),
  group("github", "https://docs.github.com/copilot/reference/copilot-allowlist-reference", [
    { host: "api.githubcopilot.com", checkedAt: "2026-11-22", category: "CODING_ASSISTANT" },
    { host: "*.githubcopilot.com", category: "CODING_ASSISTANT", canonicalHost: "api.githubcopilot.com" },
    { host: "copilot-proxy.githubusercontent.com", category: "CODING_ASSISTANT" },
  ]),
  group("anthropic", "https://support.claude.com", [
    { host: "claude.ai", checkedAt: "2026-11-22", category: "CHAT_APP", below: true },
    { host: "claude.com", category: "CHAT_APP", below: true },
    { host: "console.anthropic.com", category: "CONSOLE" },
  ]),
  group("google", "https://support.google.com/gemini", [
    { host: "gemini.google.com", category: "CHAT_APP" },
    { host: "aistudio.google.com", category: "CONSOLE" },
    { host: "notebooklm.google.com", category: "RESEARCH" },
  ]),
  group("google", "https://cloud.google.com/gemini/docs/codeassist/overview", [
    { host: "cloudcode-pa.googleapis.com", category: "CODING_ASSISTANT" },
    { host: "cloudaicompanion.googleapis.com", category: "CODING_ASSISTANT" },
  ]),
  group(
    "aws",
    "https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/firewall.html",
    checked("CODING_ASSISTANT", "codewhisperer.<region>.amazonaws.com", "q.<region>.amazonaws.com"),
  ),
  group("mistral", "https://chat.mistral.ai", checked("CHAT_APP", "chat.mistral.ai")),
  group("hugging-face", "https://huggingface.co/docs/hub", [
    {
      host: "huggingface.co",
      category: "MODEL_HUB",
      signals: { paths: ["^/chat(?:/|$)", "^/api/inference"], bytesOut: null },
      below: true,
    },
    { host: "hf.co", category: "MODEL_HUB", signals: { paths: ["^/chat(?:/|$)"], bytesOut: null }, below: true },
    {
      host: "hf.space",
      category: "MODEL_HUB",
      signals: {
        paths: ["^/(?:gradio_api/)?(?:call|queue/join|queue/push|run/predict|api/predict|upload)"],
        bytesOut: 100_000,
      },
      below: true,
    },
  ]),
  group("deepseek", "https://chat.deepseek.com", [{ host: "chat.deepseek.com", category: "CHAT_APP" }]),
  group("xai", "https://grok.com", [
    { host: "grok.com", checkedAt: "2026-11-22", category: "CHAT_APP", below: true },
    { host: "grok.x.ai", category: "CHAT_APP" },
  ]),
  group("perplexity", "https://www.perplexity.ai", [
    { host: "perplexity.ai", category: "SEARCH_APP", below: true },
    { host: "pplx.ai", category: "SEARCH_APP", below: true },
  ]),
  group("stability", "https://platform.stability.ai/docs/api-reference", [
    { host: "api.stability.ai", category: "IMAGE_GEN", accessKind: "API" },
  ]),
  group("midjourney", "https://docs.midjourney.com", [{ host: "midjourney.com", category: "IMAGE_GEN", below: true }]),
  group("ideogram", "https://ideogram.ai", [{ host: "ideogram.ai", category: "IMAGE_GEN", below: true }]),
  group("leonardo", "https://leonardo.ai", [{ host: "leonardo.ai", category: "IMAGE_GEN", below: true }]),
  group("adobe", "https://helpx.adobe.com/enterprise/kb/network-endpoints.html", [
    { host: "firefly.adobe.com", category: "IMAGE_GEN" },
  ]),
  group("runway", "https://docs.dev.runwayml.com", [
    { host: "runwayml.com", category: "VIDEO_GEN", below: true },
    { host: "api.dev.runwayml.com", checkedAt: "2026-11-22", category: "VIDEO_GEN", accessKind: "API" },
  ]),
  group("elevenlabs", "https://elevenlabs.io/docs/api-reference", [
    { host: "api.elevenlabs.io", category: "AUDIO_GEN", accessKind: "API" },
  ]),
  group("deepgram", "https://developers.deepgram.com/reference", checked("SPEECH_API", "api.deepgram.com")),
  group("assemblyai", "https://www.assemblyai.com/docs/api-reference", checked("SPEECH_API", "api.assemblyai.com")),
  group("suno", "https://suno.com", [{ host: "suno.com", category: "AUDIO_GEN", below: true }]),
  group("udio", "https://www.udio.com", [{ host: "udio.com", category: "AUDIO_GEN", below: true }]),
  group("cursor", "https://cursor.com/docs/enterprise/network-configuration", [
    { host: "api2.cursor.sh", category: "CODING_ASSISTANT" },
    { host: "*.cursor.sh", category: "CODING_ASSISTANT", canonicalHost: "api2.cursor.sh" },
    { host: "cursorapi.com", category: "CODING_ASSISTANT", below: true },
  ]),
  group("windsurf", "https://docs.windsurf.com/troubleshooting/windsurf-proxy-configuration", [
    { host: "server.codeium.com", category: "CODING_ASSISTANT" },
    { host: "codeium.com", category: "CODING_ASSISTANT", below: true },
    { host: "windsurf.com", category: "CODING_ASSISTANT", below: true },
  ]),
  group("tabnine", "https://docs.tabnine.com", [
    { host: "api.tabnine.com", category: "CODING_ASSISTANT" },
    { host: "tabnine.com", category: "CODING_ASSISTANT", below: true },
  ]),
  group("jetbrains", "https://www.jetbrains.com/help/ai-assistant", checked("CODING_ASSISTANT", "api.jetbrains.ai")),
  group("lovable", "https://docs.lovable.dev", [{ host: "lovable.dev", category: "APP_BUILDER", below: true }]),
  group("stackblitz", "https://support.bolt.new", [{ host: "bolt.new", category: "APP_BUILDER", below: true }]),
  group("vercel", "https://v0.dev/docs", [{ host: "v0.dev", category: "APP_BUILDER", below: true }]),
  group("cognition", "https://docs.devin.ai", [{ host: "devin.ai", category: "AGENT", below: true }]),
  group("manus", "https://manus.im", [{ host: "manus.im", category: "AGENT", below: true }]),
  group("quora", "https://poe.com", [{ host: "poe.com", category: "CHAT_APP", below: true }]),
  group("character-ai", "https://character.ai", [{ host: "character.ai", category: "CHAT_APP", below: true }]),
  group("inflection", "https://pi.ai", [{ host: "pi.ai", category: "CHAT_APP", below: true }]),
  group("meta", "https://www.meta.ai", [{ host: "meta.ai", category: "CHAT_APP", below: true }]),
  group("duckduckgo", "https://duckduckgo.com/duckduckgo-help-pages/duckai", [
    { host: "duck.ai", category: "CHAT_APP", below: true },
  ]),
  group("you", "https://you.com", [
    {
      host: "you.com",
      checkedAt: "2026-11-22",
      category: "CHAT_APP",
      signals: { paths: ["^/api/streaming"], bytesOut: 50_000 },
      below: true,
    },
  ]),
  group("jasper", "https://www.jasper.ai", [{ host: "jasper.ai", category: "WRITING", below: true }]),
  group("copy-ai", "https://www.copy.ai", [{ host: "copy.ai", category: "WRITING", below: true }]),
  group("writesonic", "https://docs.writesonic.com", [{ host: "writesonic.com", category: "WRITING", below: true }]),
  group("ai21", "https://www.wordtune.com", [{ host: "wordtune.com", category: "WRITING", below: true }]),
  group("grammarly", "https://support.grammarly.com", [
    {
      host: "grammarly.com",
      checkedAt: "2026-11-22",
      category: "WRITING",
      signals: { paths: ["^/freews$", "/cogito/", "/generative"], bytesOut: 50_000 },
      below: true,
    },
  ]),
  group("notion", "https://www.notion.com/help/notion-ai", [
    {
      host: "notion.so",
      checkedAt: "2026-11-22",
      category: "WRITING",
      signals: { paths: ["^/api/v3/(?:runInference|getCompletion|getAssistant)"], bytesOut: null },
      below: true,
    },
    {
      host: "notion.com",
      checkedAt: "2026-11-22",
      category: "WRITING",
      signals: { paths: ["^/api/v3/(?:runInference|getCompletion|getAssistant)"], bytesOut: null },
      below: true,
    },
  ]),
  group("otter", "https://help.otter.ai", [{ host: "otter.ai", category: "MEETING_ASSISTANT", below: true }]),
  group("fireflies", "https://docs.fireflies.ai", [
    { host: "fireflies.ai", category: "MEETING_ASSISTANT", below: true },
  ]),
  group("read-ai", "https://support.read.ai", [{ host: "read.ai", category: "MEETING_ASSISTANT", below: true }]),
];
