import {
  atHour,
  type Behaviour,
  lastEnd,
  minutes,
  officeVisits,
  type Scene,
  steadyTimes,
  visits,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import {
  type ModelApi,
  promptBytes,
  speech,
  streamed,
  styles,
  whole,
  words,
} from "@/lib/domains/shadow-ai/simulate/behaviours/model-apis";
import { connection, download, type Opening, type Turn } from "@/lib/domains/shadow-ai/simulate/connection";
import { modelClients } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Flow, ModelUse, Software } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** What the flows of a use have in common. */
export interface UseMark {
  use: number;
  kind: Flow["kind"];
  instrumented: boolean;
}

/** A script that works through a list a few times a day. Each call that comes within five seconds shares the connection (httpx's keep-alive). */
export function batchScript(api: ModelApi, mark: UseMark, options: { streaming: boolean; runs: number }): Behaviour {
  return officeVisits(options.runs, (scene, atMs) => {
    const calls = scene.random.int(15, 60);
    return conversation(scene, api, mark, atMs, {
      calls,
      gapMs: 2_500,
      history: false,
      streaming: options.streaming,
    });
  });
}

/** A service that calls a model whenever somebody uses it, day and night. */
export function modelService(api: ModelApi, mark: UseMark, everyMs: number): Behaviour {
  return (scene) =>
    visits(steadyTimes(scene, everyMs), (atMs) =>
      conversation(scene, api, mark, atMs, {
        calls: scene.random.int(1, 3),
        gapMs: 1_500,
        history: true,
        streaming: true,
      }),
    );
}

/** Bursts in which each request holds the ones before it, as programs that keep a conversation send them. */
export function assistantProgram(api: ModelApi, mark: UseMark, bursts: number): Behaviour {
  return officeVisits(bursts, (scene, atMs) =>
    conversation(scene, api, mark, atMs, {
      calls: scene.random.int(4, 14),
      gapMs: 9_000,
      history: true,
      streaming: true,
    }),
  );
}

/** An agent by night: a request, a tool that runs for seconds, the next request with all that was before. */
export function agentLoop(api: ModelApi, mark: UseMark): Behaviour {
  return (scene) => agentRuns(scene, api, mark);
}

function* agentRuns(scene: Scene, api: ModelApi, mark: UseMark): Generator<Flow> {
  const { random } = scene;
  const endMs = atHour(scene, 22.5, 24);
  let atMs = atHour(scene, 20, 21.5);
  let context = 9_000;
  while (atMs < endMs) {
    const output = words(random, { input: 1, output: 220 }).output;
    const turn = call(random, api, atMs, { input: context, output }, true);
    yield connection(random, opening(scene, api, mark, 4_000), [turn]);
    context = context > 120_000 ? 15_000 : context + output + random.int(200, 3_000);
    atMs = turn.startMs + turn.durationMs + random.skewed(7_000, 0.5);
  }
}

interface Talk {
  calls: number;
  /** Median pause between an answer and the next request. */
  gapMs: number;
  /** Whether a request holds what was said before. */
  history: boolean;
  streaming: boolean;
}

const keepAliveMs = 5_000;

function conversation(scene: Scene, api: ModelApi, mark: UseMark, atMs: number, talk: Talk): Flow[] {
  const { random } = scene;
  const flows: Flow[] = [];
  let turns: Turn[] = [];
  let startMs = atMs;
  let said = 0;
  for (let index = 0; index < talk.calls; index++) {
    const { input, output } = words(random, speech.conversation);
    const turn = call(random, api, startMs, { input: Math.min(100_000, said + input), output }, talk.streaming);
    turns.push(turn);
    if (talk.history) said += Math.min(input, 600) + output;
    const gapMs = random.skewed(talk.gapMs, 0.6);
    if (gapMs > keepAliveMs || index === talk.calls - 1) {
      flows.push(connection(random, opening(scene, api, mark, keepAliveMs), turns));
      turns = [];
    }
    startMs = turn.startMs + turn.durationMs + gapMs;
  }
  return flows;
}

function call(
  random: Random,
  api: ModelApi,
  startMs: number,
  tokens: { input: number; output: number },
  streaming: boolean,
): Turn {
  const model: ModelUse = {
    provider: api.provider,
    model: api.model,
    operation: "chat",
    inputTokens: tokens.input,
    outputTokens: tokens.output,
  };
  const ask = { startMs, path: api.path, requestBytes: promptBytes(tokens.input), model };
  return streaming ? streamed(random, ask, api.style, tokens.output) : whole(random, ask, api.style, tokens.output);
}

function opening({ client }: Scene, api: ModelApi, mark: UseMark, idleMs: number): Opening {
  const { host, software, port, address, protocol } = api;
  return {
    ...mark,
    client,
    host,
    software,
    idleMs,
    ...(port === undefined ? {} : { port }),
    ...(address === undefined ? {} : { address }),
    ...(protocol === undefined ? {} : { protocol }),
  };
}

/** Training files go up, a tuning is ordered, and the script asks each minute whether it is done. */
export function fineTuning(mark: UseMark): Behaviour {
  const host = "api.openai.com";
  const software = modelClients.openaiPython;
  return (scene) =>
    visits([atHour(scene, 9, 15)], (atMs) => {
      const { random } = scene;
      const flows: Flow[] = [];
      let startMs = atMs;
      const send = (turn: Turn) => {
        flows.push(connection(random, { ...mark, client: scene.client, host, software, idleMs: 5_000 }, [turn]));
        startMs = turn.startMs + turn.durationMs;
      };
      for (let file = 0, count = random.int(2, 4); file < count; file++) {
        const requestBytes = random.skewed(25_000_000, 0.6);
        send(
          download(
            { startMs, method: "POST", path: "/v1/files", requestBytes },
            { bytes: 700, waitMs: 900, bytesPerSecond: 1e6 },
          ),
        );
      }
      const jobs = { method: "POST", path: "/v1/fine_tuning/jobs", requestBytes: 1_100 };
      send(download({ startMs, ...jobs }, { bytes: 1_300, waitMs: 600, bytesPerSecond: 1e6 }));
      for (let poll = 0, count = random.int(20, 50); poll < count; poll++) {
        const path = "/v1/fine_tuning/jobs/ftjob-abc123def456";
        send(
          download(
            { startMs: startMs + minutes(1), path, requestBytes: 620 },
            { bytes: 1_400, waitMs: 160, bytesPerSecond: 1e6 },
          ),
        );
      }
      return flows;
    });
}

export interface Assistant {
  host: string;
  path: string;
  software: Software;
  /** Further names of the same service. */
  alsoHosts: readonly string[];
}

export const assistants: readonly Assistant[] = [
  { host: "api2.cursor.sh", path: "/aiserver.v1.AiService/StreamCpp", software: modelClients.cursor, alsoHosts: [] },
  {
    host: "api.individual.githubcopilot.com",
    path: "/chat/completions",
    software: modelClients.copilot,
    alsoHosts: ["api.githubcopilot.com"],
  },
  {
    host: "server.codeium.com",
    path: "/exa.language_server_pb/GetCompletions",
    software: modelClients.codeium,
    alsoHosts: [],
  },
  { host: "api.tabnine.com", path: "/completions", software: modelClients.tabnine, alsoHosts: [] },
];

/** Stretches of work in which the editor asks every few seconds, and now and then its user does. */
export function codingAssistant(assistant: Assistant, mark: UseMark): Behaviour {
  return officeVisits(5, ({ random, client }, atMs) => {
    const flows: Flow[] = [];
    const endMs = atMs + minutes(random.between(10, 40));
    let startMs = atMs;
    let turns: Turn[] = [];
    while (startMs < endMs) {
      const size = words(random, random.chance(0.1) ? { input: 3_000, output: 300 } : speech.code);
      const ask = { startMs, path: assistant.path, requestBytes: promptBytes(size.input) };
      turns.push(streamed(random, ask, styles.anthropic, size.output));
      startMs = lastEnd(turns) + random.skewed(14_000, 0.8);
      if (turns.length >= 40 || startMs >= endMs) {
        const { host, software } = assistant;
        flows.push(connection(random, { ...mark, client, host, software, idleMs: 30_000 }, turns));
        turns = [];
      }
    }
    return flows;
  });
}
