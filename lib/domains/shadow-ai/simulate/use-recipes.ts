import {
  blockedAttempts,
  casualVisit,
  chatting,
  imageMaking,
  meetingRecorder,
} from "@/lib/domains/shadow-ai/simulate/behaviours/chatting";
import type { Behaviour } from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import { type UseMark, unknownStyle } from "@/lib/domains/shadow-ai/simulate/behaviours/model-apis";
import {
  agentLoop,
  codingAssistant,
  fineTuning,
  modelProgram,
} from "@/lib/domains/shadow-ai/simulate/behaviours/model-calls";
import {
  chunkedStyle,
  dayAgent,
  imageProgram,
  longSession,
  reasoning,
  voiceConversation,
} from "@/lib/domains/shadow-ai/simulate/behaviours/unknown-ai";
import { type ChatSite, data, type ModelApi, programs } from "@/lib/domains/shadow-ai/simulate/data";
import type { Firm } from "@/lib/domains/shadow-ai/simulate/firm";
import type { UseKind } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

export interface Draft {
  host: string;
  alsoHosts?: readonly string[];
  behaviour(mark: UseMark): Behaviour;
}

export interface Recipe {
  kind: UseKind;
  /** Number at scale 1; at least one. */
  count: number;
  who: readonly string[] | "people" | "servers";
  clients: readonly [fewest: number, most: number];
  instrumented: number;
  draft(random: Random, context: Context): Draft;
}

export interface Context {
  firm: Firm;
  invented(): string;
}

/** A script that processes a list. */
const batch = { calls: [15, 60], gapMs: 2_500, history: false } as const;
/** A service that calls a model for its users. */
const service = { calls: [1, 3], gapMs: 1_500, history: true, streaming: true } as const;
/** Bursts of requests that contain the previous ones, as programs with conversations send them. */
const assistant = { calls: [4, 14], gapMs: 9_000, history: true, streaming: true } as const;

const programUsers = ["Risk", "Finance", "Engineering", "Operations", "Customer Service", "servers"];

function unknownApi(random: Random, { invented }: Context): ModelApi {
  return {
    host: `${random.pick(["api", "app", "gw", "eu", "my", "inference"])}.${invented()}`,
    path: random.pick(["/v1/chat/completions", "/v2/complete", "/api/answer/stream", "/rpc"]),
    software: random.pick([...data.httpLibraries, programs.openaiPython]),
    provider: "custom",
    model: random.pick(["aurora-large", "assist-2", "base"]),
    style: unknownStyle(random),
  };
}

/** The uses of the company. A department uses a host at most once, so that a detection has one kind. */
export const recipes: readonly Recipe[] = [
  recipe(
    "sdk_script",
    6,
    ["Risk", "Finance", "Operations", "Research", "Marketing", "servers"],
    [1, 1],
    0.5,
    (random) => {
      const api = random.pick(data.modelApis);
      const habit = { ...batch, streaming: random.chance(0.4), times: { perDay: random.int(2, 5) } };
      return { host: api.host, behaviour: (mark) => modelProgram(api, mark, habit) };
    },
  ),
  recipe("chat_app", 9, "people", [2, 7], 0, (random) => {
    const site = random.pick(data.chatSites);
    return chat(site, random.int(3, 6), false);
  }),
  recipe("coding_assistant", 3, ["Engineering", "Research", "Operations"], [2, 8], 0, (random) => {
    const editor = random.pick(data.assistants);
    const { host, alsoHosts } = editor;
    return { host, alsoHosts, behaviour: (mark) => codingAssistant(editor, mark) };
  }),
  recipe("image_generation", 2, ["Marketing", "Sales", "Human Resources"], [1, 4], 0, (random) => {
    const host = random.pick(["www.midjourney.com", "ideogram.ai", "leonardo.ai"]);
    return { host, behaviour: (mark) => imageMaking(host, mark, 5) };
  }),
  recipe("meeting_assistant", 2, ["Sales", "Human Resources", "Customer Service", "Legal"], [2, 5], 0, (random) => {
    const host = random.pick(["otter.ai", "app.fireflies.ai", "app.read.ai"]);
    return { host, behaviour: (mark) => meetingRecorder(host, mark, 3) };
  }),
  recipe("agent_loop", 2, ["Engineering", "servers"], [1, 1], 0.5, () => ({
    host: data.agentApi.host,
    behaviour: (mark) => agentLoop(data.agentApi, mark),
  })),
  recipe("file_upload", 2, "people", [2, 4], 0, (random) => {
    const sites = data.chatSites.filter(({ uploads }) => uploads !== null);
    return chat(random.pick(sites), 5, true);
  }),
  recipe("fine_tuning", 1, ["Research", "Risk", "Engineering"], [1, 1], 0, () => ({
    host: "api.openai.com",
    behaviour: (mark) => fineTuning(mark),
  })),
  recipe("aggregator", 2, ["Engineering", "Marketing", "Operations"], [1, 2], 0.5, () => ({
    host: data.aggregatorApi.host,
    behaviour: (mark) => modelProgram(data.aggregatorApi, mark, { ...assistant, times: { perDay: 5 } }),
  })),
  recipe("cloud_model", 2, ["servers", "Risk", "Customer Service"], [1, 2], 0.7, (random) => {
    const api = random.pick(data.cloudApis);
    return {
      host: api.host,
      behaviour: (mark) => modelProgram(api, mark, { ...service, times: { everyMs: 150_000 } }),
    };
  }),
  recipe("self_hosted", 1, ["Engineering", "Research"], [2, 5], 0, (_random, { firm }) => {
    const api: ModelApi = {
      host: firm.modelServer.host,
      address: firm.modelServer.address,
      port: 11_434,
      protocol: "HTTP",
      path: "/api/chat",
      software: programs.ollama,
      provider: "ollama",
      model: "qwen3:32b",
      style: data.styles.ollama,
    };
    // A log without names has the masked address.
    const alsoHosts = [firm.modelServer.address.replace(/\d+$/, "x")];
    return {
      host: api.host,
      alsoHosts,
      behaviour: (mark) => modelProgram(api, mark, { ...assistant, times: { perDay: 4 } }),
    };
  }),
  recipe("blocked_attempts", 2, "people", [2, 4], 0, (random) => {
    const site = random.pick(data.forbiddenSites);
    return { host: site.host, behaviour: (mark) => blockedAttempts(site, mark) };
  }),
  recipe("unknown_api", 6, programUsers, [1, 2], 0.3, (random, context) => {
    const api = unknownApi(random, context);
    const habit = random.chance(0.3)
      ? { ...service, times: { everyMs: 240_000 } }
      : { ...assistant, times: { perDay: 5 } };
    return {
      host: api.host,
      behaviour: (mark) => modelProgram(api, mark, habit),
    };
  }),
  recipe("unknown_chat", 5, "people", [2, 6], 0, (random, { invented }) => {
    const host = `${random.pick(["chat", "app", "www", "my", "ask"])}.${invented()}`;
    const path = random.pick(["/api/conversation", "/api/v1/messages", "/graphql"]);
    return chat({ host, path, style: unknownStyle(random), assets: [], uploads: null }, 5, false);
  }),
  recipe("unknown_complete", 2, programUsers, [1, 2], 0.3, (random, context) => {
    const api = unknownApi(random, context);
    const own = random.chance(0.5) ? { ...batch, times: { perDay: 4 } } : { ...service, times: { everyMs: 200_000 } };
    const habit = { ...own, streaming: false, queueMs: 2_500 };
    return { host: api.host, behaviour: (mark) => modelProgram(api, mark, habit) };
  }),
  recipe("unknown_chunked", 2, programUsers, [1, 2], 0.3, (random, context) => {
    const api = { ...unknownApi(random, context), style: chunkedStyle(random) };
    return { host: api.host, behaviour: (mark) => modelProgram(api, mark, { ...assistant, times: { perDay: 5 } }) };
  }),
  recipe("unknown_session", 2, "people", [2, 6], 0, (random, context) => {
    const { host, path, style } = unknownApi(random, context);
    const site = { host, path, style, assets: [], uploads: null };
    return { host, behaviour: (mark) => longSession(site, mark) };
  }),
  recipe("unknown_agent", 2, ["Engineering", "Research", "servers"], [1, 1], 0.3, (random, context) => {
    const api = unknownApi(random, context);
    return { host: api.host, behaviour: (mark) => dayAgent(api, mark) };
  }),
  recipe("unknown_reasoning", 2, programUsers, [1, 2], 0.3, (random, context) => {
    const api = unknownApi(random, context);
    return { host: api.host, behaviour: (mark) => reasoning(api, mark) };
  }),
  recipe("unknown_completion", 2, ["Engineering", "Research"], [2, 5], 0, (random, context) => {
    const { host } = unknownApi(random, context);
    const editor = { host, path: "/v1/complete", program: random.pick(data.httpLibraries), alsoHosts: [] };
    return { host, behaviour: (mark) => codingAssistant(editor, mark) };
  }),
  recipe("unknown_image", 2, ["Marketing", "Sales", "servers"], [1, 2], 0, (random, context) => {
    const api = unknownApi(random, context);
    return { host: api.host, behaviour: (mark) => imageProgram(api, mark) };
  }),
  recipe("unknown_voice", 2, "people", [1, 4], 0, (random, context) => {
    const { host } = unknownApi(random, context);
    const compressed = random.chance(0.6);
    return { host, behaviour: (mark) => voiceConversation(host, compressed, mark) };
  }),
  recipe("casual_visit", 8, "people", [1, 1], 0, (random) => {
    const site = random.pick(data.chatSites);
    return { host: site.host, behaviour: (mark) => casualVisit(site, mark) };
  }),
];

function recipe(
  kind: UseKind,
  count: number,
  who: Recipe["who"],
  clients: Recipe["clients"],
  instrumented: number,
  draft: Recipe["draft"],
): Recipe {
  return { kind, count, who, clients, instrumented, draft };
}

function chat(site: ChatSite, perDay: number, files: boolean): Draft {
  const alsoHosts = [...site.assets, ...(site.uploads === null ? [] : [site.uploads])];
  return { host: site.host, alsoHosts, behaviour: (mark) => chatting(site, mark, { perDay, files }) };
}
