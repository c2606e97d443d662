import type { ClientKind } from "@/lib/domains/shadow-ai/catalogue/paths";

/** User agent prefixes, in lower case; the longest match applies. Unless a prefix ends with - or _, it is a whole product name. */
export const clientPrefixes: [ClientKind, string[]][] = [
  // SDKs that only call models, so any host that they reach serves models.
  prefixes(
    "AI_SDK",
    "openai, openai-, asyncopenai, azureopenai, asyncazureopenai, azure-openai, azsdk-python-ai-, azsdk-net-ai., " +
      "azsdk-js-ai-, anthropic, asyncanthropic, anthropicbedrock, asyncanthropicbedrock, anthropicvertex, " +
      "asyncanthropicvertex, anthropic-sdk-, google-genai-sdk, google-generativeai, genai-js, genai-py, cohere, " +
      "cohere-, mistral-client, mistral-client-, mistralai, groq, asyncgroq, together, asynctogether, cerebras, " +
      "asynccerebras, replicate-, ollama-, dashscope, zhipuai, voyageai, elevenlabs-, langchain, langchain-, " +
      "langchain_, langchainjs, langchainjs-, langsmith-, llama-index, llama_index, llamaindex, litellm, ai-sdk, " +
      "semantic-kernel, haystack, dspy, instructor",
  ),
  // Programs that call models autonomously.
  prefixes(
    "AGENT",
    "agents, openai-agents, autogen, autogpt, auto-gpt, crewai, langgraph, browser-use, openhands, devin, manus",
  ),
  prefixes(
    "CODING_TOOL",
    "claude-cli, claude-code, cursor, githubcopilotchat, githubcopilot, github-copilot, copilot, codex, " +
      "codex_cli_rs, codex-cli, geminicli, gemini-cli, aider, cline, roo-code, roocode, kilo-code, opencode, " +
      "continue, sourcegraph-cody, cody, windsurf, codeium, tabnine, amazonq-, amazon-q-, zed",
  ),
  prefixes(
    "HTTP_LIBRARY",
    "python-requests, python-httpx, python-urllib, python-urllib3, python, httpx, aiohttp, urllib3, node-fetch, " +
      "undici, node, node.js, axios, got, superagent, deno, bun, curl, libcurl, wget, go-http-client, go-resty, " +
      "okhttp, java, java-http-client, apache-httpclient, apache-httpasyncclient, boto3, botocore, aws-sdk-, " +
      "aws-cli, google-api-nodejs-client, google-api-python-client, google-api-java-client, gl-python, grpc-, " +
      "postmanruntime, insomnia, reqwest, hyper, ruby, faraday, guzzlehttp, dart, restsharp, powershell, " +
      "libwww-perl",
  ),
  prefixes(
    "BROWSER",
    "mozilla, chrome, chromium, headlesschrome, crios, firefox, fxios, safari, mobile safari, edge, edg, edga, " +
      "edgios, opera, opr, brave, vivaldi, samsungbrowser, msie, trident",
  ),
];

function prefixes(kind: ClientKind, list: string): [ClientKind, string[]] {
  return [kind, list.split(", ")];
}

/** A program for hosting models. */
export interface ServerRow {
  name: string;
  /** Default port. */
  port: number;
  /** Regular expression for the paths of model calls. */
  path: string;
  /** Whether the port alone identifies the program, if the log has no path. */
  portAlone: boolean;
}

/** Default ports from the programs' documentation. 8000, 8080 and 1234 are common, so they also require a path. */
export const serverRows: ServerRow[] = [
  { name: "Ollama", port: 11_434, path: "^/(?:api/(?:generate|chat|embed|embeddings)|v1/.+)$", portAlone: true },
  {
    name: "vLLM",
    port: 8_000,
    path: "^/v1/(?:(?:chat/)?completions|embeddings|responses|messages)$",
    portAlone: false,
  },
  {
    name: "LM Studio",
    port: 1_234,
    path: "^/(?:v1|api/v[01])/(?:(?:chat/)?completions|embeddings|responses|chat)$",
    portAlone: false,
  },
  {
    name: "llama.cpp",
    port: 8_080,
    path: "^/(?:completions?|(?:v1/)?(?:chat/completions|embeddings))$",
    portAlone: false,
  },
];
