import {
  atHour,
  type Behaviour,
  browserProtocol,
  endOf,
  minutes,
  officeVisits,
  turnsFrom,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import {
  promptBytes,
  streamed,
  type UseMark,
  unknownStyle,
  words,
} from "@/lib/domains/shadow-ai/simulate/behaviours/model-apis";
import { connection, dialogue, download } from "@/lib/domains/shadow-ai/simulate/connection";
import type { ChatSite, ModelApi } from "@/lib/domains/shadow-ai/simulate/data";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** A gateway that collects tokens for a fraction of a second and sends them in chunks. */
export function chunkedStyle(random: Random) {
  return { ...unknownStyle(random), messageBytes: random.int(40, 160), perPacket: random.between(4, 14) };
}

/** A page that keeps one HTTP/2 connection open for a whole conversation of up to an hour. */
export function longSession({ host, path, style }: ChatSite, mark: UseMark): Behaviour {
  return officeVisits(5, (scene, atMs) => {
    const { random } = scene;
    const question = (startMs: number) => {
      const requestBytes = promptBytes(random.skewed(60, 1)) + random.int(1_500, 4_000);
      return streamed(random, { startMs, path, requestBytes }, style, words(random, { input: 1, output: 260 }).output);
    };
    const turns = turnsFrom(atMs, random.int(4, 24), question, () => Math.min(110_000, random.skewed(40_000, 0.7)));
    const protocol = browserProtocol(scene, 0.3);
    return [connection(scene, { ...mark, host, protocol, idleMs: random.int(20_000, 120_000) }, turns)];
  });
}

/**
 * A model that reasons for 5 seconds to two minutes before it answers. The server sends a comment every few seconds to
 * keep the connection open.
 */
export function reasoning({ host, path, style, software }: ModelApi, mark: UseMark): Behaviour {
  return officeVisits(6, (scene, atMs) => {
    const { random } = scene;
    const flows = [];
    let startMs = atMs;
    for (let index = 0, count = random.int(2, 8); index < count; index++) {
      const { input, output } = words(random, { input: 1_500, output: 350 });
      const waitMs = Math.min(120_000, random.skewed(18_000, 0.7));
      const turn = streamed(random, { startMs, path, requestBytes: promptBytes(input) }, { ...style, waitMs }, output);
      const comments = Math.floor(waitMs / 10_000);
      const kept = { ...turn, packetsIn: turn.packetsIn + comments, responseBytes: turn.responseBytes + comments * 15 };
      flows.push(connection(scene, { ...mark, host, software, idleMs: 5_000 }, [kept]));
      startMs = endOf(turn) + random.skewed(20_000, 0.8);
    }
    return flows;
  });
}

/** A program that generates images: a short prompt, seconds of waiting, and an image of one to three megabytes. */
export function imageProgram({ host, software }: ModelApi, mark: UseMark): Behaviour {
  return officeVisits(4, (scene, atMs) => {
    const { random } = scene;
    const image = (startMs: number) => {
      const request = { startMs, method: "POST", path: "/v1/generate", requestBytes: random.int(1_000, 3_500) };
      const [bytes, waitMs] = [random.skewed(1_800_000, 0.35), random.between(5_000, 25_000)];
      return download({ ...request, bytes, waitMs, bytesPerSecond: 6e6 });
    };
    return turnsFrom(atMs, random.int(2, 9), image, () => random.skewed(15_000, 0.8)).map((turn) =>
      connection(scene, { ...mark, host, software, idleMs: 5_000 }, [turn]),
    );
  });
}

/**
 * A spoken conversation over a WebSocket: the microphone's audio is sent all the time, and the model's audio is received
 * while it speaks. Opus has 4 kB per second, uncompressed audio 64 kB (providers' API references).
 */
export function voiceConversation(host: string, compressed: boolean, mark: UseMark): Behaviour {
  return officeVisits(4, (scene, startMs) => {
    const { random } = scene;
    const request = { startMs, path: "/v1/realtime?model=v", requestBytes: random.int(1_200, 2_600) };
    const out = compressed ? { outPerSecond: 25, outBytes: 160 } : { outPerSecond: 12, outBytes: 5_300 };
    const speaking = random.between(0.3, 0.6);
    const received = compressed
      ? { inPerSecond: 25 * speaking, inBytes: random.int(180, 420) }
      : { inPerSecond: 14 * speaking, inBytes: random.int(4_000, 5_600) };
    const durationMs = minutes(random.between(1, 12));
    return [connection(scene, { ...mark, host }, [dialogue({ ...request, durationMs, ...out, ...received })])];
  });
}

/** An agent during the day that reads files and sends all previous messages with each request. */
export function dayAgent(api: ModelApi, mark: UseMark): Behaviour {
  return function* (scene) {
    const { random } = scene;
    const endMs = atHour(scene, 12, 17);
    let atMs = atHour(scene, 9, 11);
    let input = 12_000;
    while (atMs < endMs) {
      const { output } = words(random, { input: 1, output: 220 });
      const request = { startMs: atMs, path: api.path, requestBytes: promptBytes(input) };
      const turn = streamed(random, request, api.style, output);
      yield connection(scene, { ...mark, host: api.host, software: api.software, idleMs: 4_000 }, [turn]);
      input = input > 90_000 ? 12_000 : input + output + random.int(200, 4_000);
      atMs = endOf(turn) + (random.chance(0.05) ? minutes(random.between(5, 40)) : random.skewed(9_000, 0.6));
    }
  };
}
