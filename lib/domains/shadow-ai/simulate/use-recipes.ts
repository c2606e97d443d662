import {
  blockedAttempts,
  type ChatSite,
  casualVisit,
  chatSites,
  chatting,
  forbiddenSites,
  imageMaking,
  meetingRecorder,
} from "@/lib/domains/shadow-ai/simulate/behaviours/chatting";
import type { Behaviour } from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import {
  agentApi,
  aggregatorApi,
  cloudApis,
  type ModelApi,
  modelApis,
  styles,
  type UseMark,
  unknownStyle,
} from "@/lib/domains/shadow-ai/simulate/behaviours/model-apis";
import {
  agentLoop,
  assistantProgram,
  assistants,
  batchScript,
  codingAssistant,
  fineTuning,
  modelService,
} from "@/lib/domains/shadow-ai/simulate/behaviours/model-calls";
import { type Firm, httpLibraries, modelClients } from "@/lib/domains/shadow-ai/simulate/firm";
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

/** The uses of the company. A department uses a host at most once, so that a detection has one kind. */
export const recipes: readonly Recipe[] = [
  recipe(
    "sdk_script",
    6,
    ["Risk", "Finance", "Operations", "Research", "Marketing", "servers"],
    [1, 1],
    0.5,
    (random) => {
      const api = random.pick(modelApis);
      const options = { streaming: random.chance(0.4), runs: random.int(2, 5) };
      return { host: api.host, behaviour: (mark) => batchScript(api, mark, options) };
    },
  ),
  recipe("chat_app", 9, "people", [2, 7], 0, (random) => {
    const site = random.pick(chatSites);
    return chat(site, random.int(3, 6), false);
  }),
  recipe("coding_assistant", 3, ["Engineering", "Research", "Operations"], [2, 8], 0, (random) => {
    const assistant = random.pick(assistants);
    const { host, alsoHosts = [] } = assistant;
    return { host, alsoHosts, behaviour: (mark) => codingAssistant(assistant, mark) };
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
    host: agentApi.host,
    behaviour: (mark) => agentLoop(agentApi, mark),
  })),
  recipe("file_upload", 2, "people", [2, 4], 0, (random) => {
    const sites = chatSites.filter(({ uploads }) => uploads !== null);
    return chat(random.pick(sites), 5, true);
  }),
  recipe("fine_tuning", 1, ["Research", "Risk", "Engineering"], [1, 1], 0, () => ({
    host: "api.openai.com",
    behaviour: (mark) => fineTuning(mark),
  })),
  recipe("aggregator", 2, ["Engineering", "Marketing", "Operations"], [1, 2], 0.5, () => ({
    host: aggregatorApi.host,
    behaviour: (mark) => assistantProgram(aggregatorApi, mark, 5),
  })),
  recipe("cloud_model", 2, ["servers", "Risk", "Customer Service"], [1, 2], 0.7, (random) => {
    const api = random.pick(cloudApis);
    return { host: api.host, behaviour: (mark) => modelService(api, mark, 150_000) };
  }),
  recipe("self_hosted", 1, ["Engineering", "Research"], [2, 5], 0, (_random, { firm }) => {
    const api: ModelApi = {
      host: firm.modelServer.host,
      address: firm.modelServer.address,
      port: 11_434,
      protocol: "HTTP",
      path: "/api/chat",
      software: modelClients.ollama,
      provider: "ollama",
      model: "qwen3:32b",
      style: styles.ollama,
    };
    // A log without names has the masked address.
    const alsoHosts = [firm.modelServer.address.replace(/\d+$/, "x")];
    return { host: api.host, alsoHosts, behaviour: (mark) => assistantProgram(api, mark, 4) };
  }),
  recipe("blocked_attempts", 2, "people", [2, 4], 0, (random) => {
    const site = random.pick(forbiddenSites);
    return { host: site.host, behaviour: (mark) => blockedAttempts(site, mark) };
  }),
  recipe(
    "unknown_api",
    6,
    ["Risk", "Finance", "Engineering", "Operations", "Customer Service", "servers"],
    [1, 2],
    0.3,
    (random, { invented }) => {
      const api: ModelApi = {
        host: `${random.pick(["api", "app", "gw", "eu", "my", "inference"])}.${invented()}`,
        path: random.pick(["/v1/chat/completions", "/v2/complete", "/api/answer/stream", "/rpc"]),
        software: random.pick([...httpLibraries, modelClients.openaiPython]),
        provider: "custom",
        model: random.pick(["aurora-large", "assist-2", "base"]),
        style: unknownStyle(random),
      };
      const steady = random.chance(0.3);
      return {
        host: api.host,
        behaviour: (mark) => (steady ? modelService(api, mark, 240_000) : assistantProgram(api, mark, 5)),
      };
    },
  ),
  recipe("unknown_chat", 5, "people", [2, 6], 0, (random, { invented }) => {
    const host = `${random.pick(["chat", "app", "www", "my", "ask"])}.${invented()}`;
    const path = random.pick(["/api/conversation", "/api/v1/messages", "/graphql"]);
    return chat({ host, path, style: unknownStyle(random), assets: [], uploads: null }, 5, false);
  }),
  recipe("casual_visit", 8, "people", [1, 1], 0, (random) => {
    const site = random.pick(chatSites);
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
