import { type Behaviour, minutes, officeTimes, visits } from "@/lib/shadow-ai/simulate/behaviours/day";
import { promptBytes, speech, streamed, styles, words } from "@/lib/shadow-ai/simulate/behaviours/language";
import type { UseMark } from "@/lib/shadow-ai/simulate/behaviours/model-calls";
import { lastEnd } from "@/lib/shadow-ai/simulate/behaviours/pages";
import { connection, type Turn } from "@/lib/shadow-ai/simulate/connection";
import type { Flow, Software } from "@/lib/shadow-ai/simulate/flow";
import { modelClients } from "@/lib/shadow-ai/simulate/programs";

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
  return (scene) =>
    visits(officeTimes(scene, 5), (atMs) => {
      const { random, client } = scene;
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
