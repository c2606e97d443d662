import { atHour, type Behaviour, byStart, minutes, officeTimes, visits } from "@/lib/shadow-ai/simulate/behaviours/day";
import { lastEnd, page, splitWhenIdle } from "@/lib/shadow-ai/simulate/behaviours/pages";
import { connection, datagrams, dialogue, download, type Turn } from "@/lib/shadow-ai/simulate/connection";
import type { Software } from "@/lib/shadow-ai/simulate/flow";
import { systemPrograms } from "@/lib/shadow-ai/simulate/programs";

/** A websocket all day: small messages both ways, a ping each half minute. */
export function messaging(): Behaviour {
  return (scene) => {
    if (scene.day.weekend) return [];
    const { random, client } = scene;
    const startMs = atHour(scene, 7.5, 9.5);
    const talk = {
      durationMs: minutes(random.between(120, 420)),
      outPerSecond: random.between(0.02, 0.06),
      outBytes: random.int(60, 240),
      inPerSecond: random.between(0.04, 0.3),
      inBytes: random.int(150, 420),
    };
    const socket = dialogue({ startMs, path: "/?ticket=xoxc-7", requestBytes: 1_200 }, talk);
    const target = {
      client,
      host: "wss-primary.slack.com",
      kind: "messaging" as const,
      software: systemPrograms.slack,
    };
    return [connection(random, target, [socket])];
  };
}

/** Half a megabit to two a second each way (Zoom and Teams publish 0.6 to 1.8 for 720p), in packets of a kilobyte. */
export function videoCalls(perDay: number): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, perDay), (startMs) => {
      const { random, client } = scene;
      const durationMs = minutes(random.between(12, 65));
      const zoom = random.chance(0.4);
      const host = zoom ? `zoomams${random.int(10, 30)}mmr.cloud.zoom.us` : "worldaz.tr.teams.microsoft.com";
      const software = zoom ? systemPrograms.zoom : systemPrograms.teams;
      const rates = {
        outPerSecond: random.between(60, 130),
        outBytes: random.int(600, 950),
        inPerSecond: random.between(80, 260),
        inBytes: random.int(600, 1_050),
      };
      const signalling = dialogue(
        { startMs, path: "/wc/session?tk=a8", requestBytes: 1_500 },
        { durationMs, outPerSecond: 0.3, outBytes: 180, inPerSecond: 0.6, inBytes: 320 },
      );
      const control = {
        client,
        host: zoom ? "eu01web.zoom.us" : "teams.microsoft.com",
        kind: "video_call" as const,
        software,
      };
      const call = { client, host, kind: "video_call" as const, software, port: zoom ? 8_801 : 3_478 };
      // Where UDP is closed, a call goes through TLS.
      const overTls = random.chance(0.15);
      return byStart([
        connection(random, control, [signalling]),
        overTls
          ? connection(random, { ...call, port: 443 }, [
              dialogue({ startMs: startMs + 900, path: "/media", requestBytes: 700 }, { durationMs, ...rates }),
            ])
          : datagrams(random, call, { startMs: startMs + 900, durationMs, ...rates }),
      ]);
    });
}

/** Films in pieces of a few seconds, music in pieces of some more. */
export function media(perDay: number): Behaviour {
  return (scene) =>
    visits(officeTimes(scene, perDay), (atMs) => {
      const { random, client } = scene;
      const music = random.chance(0.6);
      const host = music ? "audio-fa.scdn.co" : `rr${random.int(1, 6)}---sn-aigl6nzr.googlevideo.com`;
      const software: Software = music ? systemPrograms.spotify : client.browser;
      const turns: Turn[] = [];
      let startMs = atMs;
      for (let index = 0, count = random.int(8, 40); index < count; index++) {
        const bytes = music ? random.skewed(900_000, 0.3) : random.skewed(1_800_000, 0.5);
        const ask = { startMs, path: "/videoplayback?expire=17&sig=AJfQ", requestBytes: random.int(900, 1_600) };
        turns.push(download(ask, { bytes, waitMs: 60, bytesPerSecond: 4e6 }));
        startMs = lastEnd(turns) + (music ? random.between(20_000, 40_000) : random.between(4_000, 9_000));
      }
      return splitWhenIdle(
        random,
        { client, host, kind: "media", software, idleMs: 20_000, protocol: music ? "TLS" : "QUIC" },
        turns,
      );
    });
}

/** Lunch: state goes up and down many times a second. */
export function game(): Behaviour {
  return (scene) => {
    if (scene.day.weekend) return [];
    const { random, client } = scene;
    const startMs = atHour(scene, 12, 12.6);
    const target = { client, host: "euw1.game-gateway.net", kind: "game" as const, software: systemPrograms.steam };
    const rates = { outPerSecond: 22, outBytes: 75, inPerSecond: 30, inBytes: random.int(120, 260) };
    return [
      connection(random, { ...target, host: "store.steampowered.com" }, [
        page(random, startMs - 60_000, "/login", 90_000),
      ]),
      datagrams(
        random,
        { ...target, port: 27_031 },
        { startMs, durationMs: minutes(random.between(10, 35)), ...rates },
      ),
    ];
  };
}
