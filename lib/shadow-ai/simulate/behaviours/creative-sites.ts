import { type Behaviour, minutes, officeTimes, visits } from "@/lib/shadow-ai/simulate/behaviours/day";
import type { UseMark } from "@/lib/shadow-ai/simulate/behaviours/model-calls";
import { lastEnd, page, splitWhenIdle } from "@/lib/shadow-ai/simulate/behaviours/pages";
import { connection, dialogue, download, type Opening } from "@/lib/shadow-ai/simulate/connection";

/** Pictures: a question, a wait of many seconds, a large answer. */
export function imageMaking(host: string, mark: UseMark, perDay: number): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, perDay), (atMs) => {
      const { random } = scene;
      const turns = [page(random, atMs, "/create", 180_000)];
      for (let index = 0, count = random.int(2, 6); index < count; index++) {
        const startMs = lastEnd(turns) + random.between(5_000, 60_000);
        const ask = { startMs, method: "POST", path: "/api/v1/generate", requestBytes: random.int(1_200, 4_000) };
        turns.push(
          download(ask, {
            bytes: random.skewed(1_600_000, 0.5),
            waitMs: random.between(6_000, 18_000),
            bytesPerSecond: 4e6,
          }),
        );
      }
      return splitWhenIdle(random, { ...mark, client: scene.client, host, idleMs: 60_000 }, turns);
    });
}

/** A meeting's sound goes up in small pieces, and its words come back. */
export function meetingRecorder(host: string, mark: UseMark, perDay: number): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, perDay), (atMs) => {
      const { random } = scene;
      const target: Opening = { ...mark, client: scene.client, host, idleMs: 10_000 };
      const sound = dialogue(
        { startMs: atMs + 3_000, path: "/ws/live?token=eyJhbGciOi", requestBytes: 1_400 },
        {
          durationMs: minutes(random.between(20, 60)),
          outPerSecond: 10,
          outBytes: 420,
          inPerSecond: 1.4,
          inBytes: 260,
        },
      );
      return [
        connection(random, target, [
          page(random, atMs, "/meetings", 120_000),
          page(random, atMs + 700, "/api/v1/user", 2_400),
        ]),
        connection(random, target, [sound]),
      ];
    });
}
