import type { ClientKind } from "@/lib/domains/shadow-ai/catalogue/paths";

/**
 * Beginnings of user agents, in lower case; the longest decides. A prefix is a whole product name, or the beginning of one
 * where it ends with a hyphen or an underscore.
 */
export const clientPrefixes: [ClientKind, string[]][] = [
  // Libraries that call models and nothing else: at whatever host, what they talk to answers like a model.
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
  // Programs that call models by themselves, again and again.
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

/** A program that people run models with themselves. */
export interface ServerRow {
  name: string;
  /** The port that it listens on unless told otherwise. */
  port: number;
  /** Regular expression on the paths by which it is asked for an answer. */
  path: string;
  /** Nothing else is known to use the port: it tells where the log has no path. */
  portAlone: boolean;
}

/** Ports of the programs' documentation. 8000, 8080 and 1234 are used by much else, so only together with a path. */
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
