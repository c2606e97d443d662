import { atHour, type Behaviour, minutes, visits } from "@/lib/shadow-ai/simulate/behaviours/day";
import type { UseMark } from "@/lib/shadow-ai/simulate/behaviours/model-calls";
import { connection, download, type Turn } from "@/lib/shadow-ai/simulate/connection";
import type { Flow } from "@/lib/shadow-ai/simulate/flow";
import { modelClients } from "@/lib/shadow-ai/simulate/programs";

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
