import { type Style, styles } from "@/lib/shadow-ai/simulate/behaviours/language";

/** A website in which people write with a model. */
export interface ChatSite {
  host: string;
  /** Where a question is sent. */
  path: string;
  style: Style;
  /** Hosts that the site brings along: static files, and files that people give it. */
  assets: readonly string[];
  uploads: string | null;
}

/** Sites that catalogues know. */
export const chatSites: readonly ChatSite[] = [
  site("chatgpt.com", "/backend-api/conversation", ["cdn.oaistatic.com"], "files.oaiusercontent.com"),
  site(
    "claude.ai",
    "/api/organizations/6f1c/chat_conversations/9b2e/completion",
    ["assets-proxy.anthropic.com"],
    "claude.ai",
  ),
  site("gemini.google.com", "/_/BardChatUi/data/assistant.lamda.BardFrontendService/StreamGenerate", [], null),
  site("copilot.microsoft.com", "/c/api/chat", [], null),
  site("www.perplexity.ai", "/rest/sse/perplexity_ask", ["pplx-next-static-public.perplexity.ai"], null),
  site("chat.mistral.ai", "/api/chat", [], null),
  site("grok.com", "/rest/app-chat/conversations/new", [], null),
  site("poe.com", "/api/gql_POST", [], null),
  site("chat.deepseek.com", "/api/v0/chat/completion", [], null),
];

/** Sites that firms often forbid. */
export const forbiddenSites: readonly ChatSite[] = [
  site("chat.deepseek.com", "/api/v0/chat/completion", [], null),
  site("character.ai", "/chat/streaming", [], null),
  site("grok.com", "/rest/app-chat/conversations/new", [], null),
];

function site(host: string, path: string, assets: string[], uploads: string | null): ChatSite {
  return { host, path, style: styles.web, assets, uploads };
}
