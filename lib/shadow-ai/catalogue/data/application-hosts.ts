import type { HostGroup } from "@/lib/shadow-ai/catalogue/data/categories";

/** What people open in a browser or an editor, and hosts that carry files for it. */
export const applicationHosts: HostGroup[] = [
  {
    provider: "openai",
    source: "https://help.openai.com/en/articles/9247338-network-recommendations-for-chatgpt-errors-on-web-and-apps",
    hosts: [
      { host: "chatgpt.com", checkedAt: "2026-11-22", category: "CHAT_APP", below: true },
      { host: "chat.openai.com", category: "CHAT_APP" },
      { host: "sora.com", category: "VIDEO_GEN", below: true },
      { host: "oaiusercontent.com", category: "SUPPORTING", canonicalHost: "chatgpt.com", below: true },
      { host: "oaistatic.com", category: "SUPPORTING", canonicalHost: "chatgpt.com", below: true },
      { host: "platform.openai.com", category: "CONSOLE" },
    ],
  },
  {
    provider: "microsoft",
    source: "https://learn.microsoft.com/copilot/manage",
    hosts: [
      { host: "copilot.microsoft.com", category: "CHAT_APP" },
      { host: "copilot.cloud.microsoft", category: "CHAT_APP" },
    ],
  },
  {
    provider: "github",
    source: "https://docs.github.com/copilot/reference/copilot-allowlist-reference",
    hosts: [
      { host: "api.githubcopilot.com", checkedAt: "2026-11-22", category: "CODING_ASSISTANT" },
      { host: "*.githubcopilot.com", category: "CODING_ASSISTANT", canonicalHost: "api.githubcopilot.com" },
      { host: "copilot-proxy.githubusercontent.com", category: "CODING_ASSISTANT" },
    ],
  },
  {
    provider: "anthropic",
    source: "https://support.claude.com",
    hosts: [
      { host: "claude.ai", checkedAt: "2026-11-22", category: "CHAT_APP", below: true },
      { host: "claude.com", category: "CHAT_APP", below: true },
      { host: "console.anthropic.com", category: "CONSOLE" },
    ],
  },
  {
    provider: "google",
    source: "https://support.google.com/gemini",
    hosts: [
      { host: "gemini.google.com", category: "CHAT_APP" },
      { host: "aistudio.google.com", category: "CONSOLE" },
      { host: "notebooklm.google.com", category: "RESEARCH" },
    ],
  },
  {
    provider: "google",
    source: "https://cloud.google.com/gemini/docs/codeassist/overview",
    hosts: [
      { host: "cloudcode-pa.googleapis.com", category: "CODING_ASSISTANT" },
      { host: "cloudaicompanion.googleapis.com", category: "CODING_ASSISTANT" },
    ],
  },
  {
    provider: "aws",
    source: "https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/firewall.html",
    hosts: [
      { host: "codewhisperer.<region>.amazonaws.com", checkedAt: "2026-11-22", category: "CODING_ASSISTANT" },
      { host: "q.<region>.amazonaws.com", checkedAt: "2026-11-22", category: "CODING_ASSISTANT" },
    ],
  },
  {
    provider: "mistral",
    source: "https://chat.mistral.ai",
    hosts: [{ host: "chat.mistral.ai", checkedAt: "2026-11-22", category: "CHAT_APP" }],
  },
  {
    provider: "hugging-face",
    source: "https://huggingface.co/docs/hub",
    hosts: [
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
    ],
  },
  {
    provider: "deepseek",
    source: "https://chat.deepseek.com",
    hosts: [{ host: "chat.deepseek.com", category: "CHAT_APP" }],
  },
  {
    provider: "xai",
    source: "https://grok.com",
    hosts: [
      { host: "grok.com", checkedAt: "2026-11-22", category: "CHAT_APP", below: true },
      { host: "grok.x.ai", category: "CHAT_APP" },
    ],
  },
  {
    provider: "perplexity",
    source: "https://www.perplexity.ai",
    hosts: [
      { host: "perplexity.ai", category: "SEARCH_APP", below: true },
      { host: "pplx.ai", category: "SEARCH_APP", below: true },
    ],
  },
  {
    provider: "stability",
    source: "https://platform.stability.ai/docs/api-reference",
    hosts: [{ host: "api.stability.ai", category: "IMAGE_GEN", accessKind: "API" }],
  },
  {
    provider: "midjourney",
    source: "https://docs.midjourney.com",
    hosts: [{ host: "midjourney.com", category: "IMAGE_GEN", below: true }],
  },
  {
    provider: "ideogram",
    source: "https://ideogram.ai",
    hosts: [{ host: "ideogram.ai", category: "IMAGE_GEN", below: true }],
  },
  {
    provider: "leonardo",
    source: "https://leonardo.ai",
    hosts: [{ host: "leonardo.ai", category: "IMAGE_GEN", below: true }],
  },
  {
    provider: "adobe",
    source: "https://helpx.adobe.com/enterprise/kb/network-endpoints.html",
    hosts: [{ host: "firefly.adobe.com", category: "IMAGE_GEN" }],
  },
  {
    provider: "runway",
    source: "https://docs.dev.runwayml.com",
    hosts: [
      { host: "runwayml.com", category: "VIDEO_GEN", below: true },
      { host: "api.dev.runwayml.com", checkedAt: "2026-11-22", category: "VIDEO_GEN", accessKind: "API" },
    ],
  },
  {
    provider: "elevenlabs",
    source: "https://elevenlabs.io/docs/api-reference",
    hosts: [{ host: "api.elevenlabs.io", category: "AUDIO_GEN", accessKind: "API" }],
  },
  {
    provider: "deepgram",
    source: "https://developers.deepgram.com/reference",
    hosts: [{ host: "api.deepgram.com", checkedAt: "2026-11-22", category: "SPEECH_API" }],
  },
  {
    provider: "assemblyai",
    source: "https://www.assemblyai.com/docs/api-reference",
    hosts: [{ host: "api.assemblyai.com", checkedAt: "2026-11-22", category: "SPEECH_API" }],
  },
  {
    provider: "suno",
    source: "https://suno.com",
    hosts: [{ host: "suno.com", category: "AUDIO_GEN", below: true }],
  },
  {
    provider: "udio",
    source: "https://www.udio.com",
    hosts: [{ host: "udio.com", category: "AUDIO_GEN", below: true }],
  },
  {
    provider: "cursor",
    source: "https://cursor.com/docs/enterprise/network-configuration",
    hosts: [
      { host: "api2.cursor.sh", category: "CODING_ASSISTANT" },
      { host: "*.cursor.sh", category: "CODING_ASSISTANT", canonicalHost: "api2.cursor.sh" },
      { host: "cursorapi.com", category: "CODING_ASSISTANT", below: true },
    ],
  },
  {
    provider: "windsurf",
    source: "https://docs.windsurf.com/troubleshooting/windsurf-proxy-configuration",
    hosts: [
      { host: "server.codeium.com", category: "CODING_ASSISTANT" },
      { host: "codeium.com", category: "CODING_ASSISTANT", below: true },
      { host: "windsurf.com", category: "CODING_ASSISTANT", below: true },
    ],
  },
  {
    provider: "tabnine",
    source: "https://docs.tabnine.com",
    hosts: [
      { host: "api.tabnine.com", category: "CODING_ASSISTANT" },
      { host: "tabnine.com", category: "CODING_ASSISTANT", below: true },
    ],
  },
  {
    provider: "jetbrains",
    source: "https://www.jetbrains.com/help/ai-assistant",
    hosts: [{ host: "api.jetbrains.ai", checkedAt: "2026-11-22", category: "CODING_ASSISTANT" }],
  },
  {
    provider: "lovable",
    source: "https://docs.lovable.dev",
    hosts: [{ host: "lovable.dev", category: "APP_BUILDER", below: true }],
  },
  {
    provider: "stackblitz",
    source: "https://support.bolt.new",
    hosts: [{ host: "bolt.new", category: "APP_BUILDER", below: true }],
  },
  {
    provider: "vercel",
    source: "https://v0.dev/docs",
    hosts: [{ host: "v0.dev", category: "APP_BUILDER", below: true }],
  },
  {
    provider: "cognition",
    source: "https://docs.devin.ai",
    hosts: [{ host: "devin.ai", category: "AGENT", below: true }],
  },
  {
    provider: "manus",
    source: "https://manus.im",
    hosts: [{ host: "manus.im", category: "AGENT", below: true }],
  },
  {
    provider: "quora",
    source: "https://poe.com",
    hosts: [{ host: "poe.com", category: "CHAT_APP", below: true }],
  },
  {
    provider: "character-ai",
    source: "https://character.ai",
    hosts: [{ host: "character.ai", category: "CHAT_APP", below: true }],
  },
  {
    provider: "inflection",
    source: "https://pi.ai",
    hosts: [{ host: "pi.ai", category: "CHAT_APP", below: true }],
  },
  {
    provider: "meta",
    source: "https://www.meta.ai",
    hosts: [{ host: "meta.ai", category: "CHAT_APP", below: true }],
  },
  {
    provider: "duckduckgo",
    source: "https://duckduckgo.com/duckduckgo-help-pages/duckai",
    hosts: [{ host: "duck.ai", category: "CHAT_APP", below: true }],
  },
  {
    provider: "you",
    source: "https://you.com",
    hosts: [
      {
        host: "you.com",
        checkedAt: "2026-11-22",
        category: "CHAT_APP",
        signals: { paths: ["^/api/streaming"], bytesOut: 50_000 },
        below: true,
      },
    ],
  },
  {
    provider: "jasper",
    source: "https://www.jasper.ai",
    hosts: [{ host: "jasper.ai", category: "WRITING", below: true }],
  },
  {
    provider: "copy-ai",
    source: "https://www.copy.ai",
    hosts: [{ host: "copy.ai", category: "WRITING", below: true }],
  },
  {
    provider: "writesonic",
    source: "https://docs.writesonic.com",
    hosts: [{ host: "writesonic.com", category: "WRITING", below: true }],
  },
  {
    provider: "ai21",
    source: "https://www.wordtune.com",
    hosts: [{ host: "wordtune.com", category: "WRITING", below: true }],
  },
  {
    provider: "grammarly",
    source: "https://support.grammarly.com",
    hosts: [
      {
        host: "grammarly.com",
        checkedAt: "2026-11-22",
        category: "WRITING",
        signals: { paths: ["^/freews$", "/cogito/", "/generative"], bytesOut: 50_000 },
        below: true,
      },
    ],
  },
  {
    provider: "notion",
    source: "https://www.notion.com/help/notion-ai",
    hosts: [
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
    ],
  },
  {
    provider: "otter",
    source: "https://help.otter.ai",
    hosts: [{ host: "otter.ai", category: "MEETING_ASSISTANT", below: true }],
  },
  {
    provider: "fireflies",
    source: "https://docs.fireflies.ai",
    hosts: [{ host: "fireflies.ai", category: "MEETING_ASSISTANT", below: true }],
  },
  {
    provider: "read-ai",
    source: "https://support.read.ai",
    hosts: [{ host: "read.ai", category: "MEETING_ASSISTANT", below: true }],
  },
];
