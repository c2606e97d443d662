import {
  atHour,
  type Behaviour,
  endOf,
  lastEnd,
  minutes,
  officeTimes,
  officeVisits,
  type Scene,
  steadyTimes,
  visits,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import {
  promptBytes,
  speech,
  streamed,
  type UseMark,
  type Words,
  whole,
  words,
} from "@/lib/domains/shadow-ai/simulate/behaviours/model-apis";
import { connection, download, type Turn } from "@/lib/domains/shadow-ai/simulate/connection";
import { type Assistant, data, type ModelApi, programs } from "@/lib/domains/shadow-ai/simulate/data";
import type { Flow } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** How a program calls a model. */
interface Habit {
  /** In office hours, or day and night. */
  times: { perDay: number } | { everyMs: number };
  /** Fewest and most calls at a time. */
  calls: readonly [fewest: number, most: number];
  /** Median pause between a response and the next request. */
  gapMs: number;
  /** Whether a request contains the previous messages. */
  history: boolean;
  streaming: boolean;
  /** Median time in a queue before a response is generated; none by default. */
  queueMs?: number;
}

/** A program that calls a model occasionally. Calls within five seconds share the connection (httpx's keep-alive). */
export function modelProgram(api: ModelApi, mark: UseMark, habit: Habit): Behaviour {
  const { times, calls } = habit;
  return (scene) =>
    visits("perDay" in times ? officeTimes(scene, times.perDay) : steadyTimes(scene, times.everyMs), (atMs) =>
      conversation(scene, api, mark, atMs, scene.random.int(...calls), habit),
    );
}

/** An agent at night: a request, a tool that runs for seconds, then the next request with all previous messages. */
export function agentLoop(api: ModelApi, mark: UseMark): Behaviour {
  return function* (scene) {
    const { random } = scene;
    const endMs = atHour(scene, 22.5, 24);
    let atMs = atHour(scene, 20, 21.5);
    let input = 9_000;
    while (atMs < endMs) {
      const { output } = words(random, { input: 1, output: 220 });
      const turn = call(random, api, atMs, { input, output }, true);
      yield connection(scene, { ...mark, ...openingOf(api), idleMs: 4_000 }, [turn]);
      input = input > 120_000 ? 15_000 : input + output + random.int(200, 3_000);
      atMs = endOf(turn) + random.skewed(7_000, 0.5);
    }
  };
}

const keepAliveMs = 5_000;

function conversation(
  scene: Scene,
  api: ModelApi,
  mark: UseMark,
  atMs: number,
  calls: number,
  talk: Omit<Habit, "times" | "calls">,
): Flow[] {
  const { random } = scene;
  const flows: Flow[] = [];
  let turns: Turn[] = [];
  let startMs = atMs;
  let said = 0;
  for (let index = 0; index < calls; index++) {
    const { input, output } = words(random, speech.conversation);
    const queued = talk.queueMs === undefined ? api : delayed(api, random.skewed(talk.queueMs, 1));
    const turn = call(random, queued, startMs, { input: Math.min(100_000, said + input), output }, talk.streaming);
    turns.push(turn);
    if (talk.history) said += Math.min(input, 600) + output;
    const gapMs = random.skewed(talk.gapMs, 0.6);
    if (gapMs > keepAliveMs || index === calls - 1) {
      flows.push(connection(scene, { ...mark, ...openingOf(api), idleMs: keepAliveMs }, turns));
      turns = [];
    }
    startMs = endOf(turn) + gapMs;
  }
  return flows;
}

function delayed(api: ModelApi, byMs: number): ModelApi {
  return { ...api, style: { ...api.style, waitMs: api.style.waitMs + byMs } };
}

function openingOf({ host, software, port, address, protocol }: ModelApi) {
  return { host, software, port, address, protocol };
}

function call(random: Random, api: ModelApi, startMs: number, { input, output }: Words, streaming: boolean): Turn {
  const { provider, model: name, path, style } = api;
  const model = { provider, model: name, operation: "chat", inputTokens: input, outputTokens: output } as const;
  const request = { startMs, path, requestBytes: promptBytes(input), model };
  return (streaming ? streamed : whole)(random, request, style, output);
}

/** Training files are uploaded, a fine-tuning job is started, and the script polls it every minute. */
export function fineTuning(mark: UseMark): Behaviour {
  const opening = { ...mark, host: "api.openai.com", software: programs.openaiPython, idleMs: 5_000 };
  return (scene) =>
    visits([atHour(scene, 9, 15)], (atMs) => {
      const { random } = scene;
      const flows: Flow[] = [];
      let startMs = atMs;
      const send = (
        path: string,
        request: { requestBytes: number; bytes: number; waitMs: number; method?: string },
      ) => {
        const turn = download({ startMs, path, ...request, bytesPerSecond: 1e6 });
        flows.push(connection(scene, opening, [turn]));
        startMs = endOf(turn);
      };
      const jobs = "/v1/fine_tuning/jobs";
      for (let file = 0, count = random.int(2, 4); file < count; file++) {
        const requestBytes = random.skewed(25_000_000, 0.6);
        send("/v1/files", { method: "POST", requestBytes, bytes: 700, waitMs: 900 });
      }
      send(jobs, { method: "POST", requestBytes: 1_100, bytes: 1_300, waitMs: 600 });
      for (let poll = 0, count = random.int(20, 50); poll < count; poll++) {
        startMs += minutes(1);
        send(`${jobs}/ftjob-abc123def456`, { requestBytes: 620, bytes: 1_400, waitMs: 160 });
      }
      return flows;
    });
}

/** Working hours in which the editor sends a request every few seconds, and its user sometimes does. */
export function codingAssistant({ host, path, program: software }: Assistant, mark: UseMark): Behaviour {
  return officeVisits(5, (scene, atMs) => {
    const { random } = scene;
    const flows: Flow[] = [];
    const endMs = atMs + minutes(random.between(10, 40));
    let startMs = atMs;
    let turns: Turn[] = [];
    while (startMs < endMs) {
      const { input, output } = words(random, random.chance(0.1) ? { input: 3_000, output: 300 } : speech.code);
      turns.push(streamed(random, { startMs, path, requestBytes: promptBytes(input) }, data.styles.anthropic, output));
      startMs = lastEnd(turns) + random.skewed(14_000, 0.8);
      if (turns.length >= 40 || startMs >= endMs) {
        flows.push(connection(scene, { ...mark, host, software, idleMs: 30_000 }, turns));
        turns = [];
      }
    }
    return flows;
  });
}
