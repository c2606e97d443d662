import {
  atHour,
  type Behaviour,
  byStart,
  lastEnd,
  minutes,
  officeTimes,
  officeVisits,
  turnsFrom,
  visits,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import { connection, dialogue, download, trickle } from "@/lib/domains/shadow-ai/simulate/connection";
import { programs } from "@/lib/domains/shadow-ai/simulate/data";
import type { Flow, Software } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** Ordinary traffic with the rates and packet sizes of a model. The properties of a host are the same for all its users. */

/** A fast ticker: 4 to 40 events per second, as of exchanges and sports, from seconds to an hour. */
export function fastTicker(host: string, random: Random): Behaviour {
  const [perSecond, messageBytes, sent] = [random.between(4, 40), random.int(70, 420), random.int(650, 1_600)];
  return (scene) =>
    visits(officeTimes(scene, scene.random.between(3, 9)), (startMs) => {
      const seconds = Math.min(3_600, Math.max(8, scene.random.exponential(240)));
      const request = { startMs, path: "/v2/live?symbols=a,b", requestBytes: sent + scene.random.int(0, 40) };
      const rate = scene.random.skewed(perSecond, 0.15);
      const events = { messages: Math.max(3, Math.round(seconds * rate)), messageBytes, perSecond: rate };
      const turn = trickle({ ...request, ...events, perPacket: 1, waitMs: 90 });
      return [connection(scene, { host, kind: "fast_ticker" }, [turn])];
    });
}

/** A database in the cloud over TLS: sessions of minutes with short queries and results of very different sizes. */
export function database(host: string, random: Random): Behaviour {
  const port = random.pick([443, 443, 5_432, 3_306]);
  const [resultBytes, workMs] = [random.skewed(4_000, 0.8), random.skewed(120, 1)];
  return officeVisits(8, (scene, atMs) => {
    const query = (startMs: number) => {
      const bytes = scene.random.skewed(resultBytes, 1.5);
      const request = { startMs, path: "", requestBytes: scene.random.int(160, 2_400) };
      // Larger results take longer.
      const waitMs = scene.random.skewed(workMs, 0.6) + bytes / 100;
      return download({ ...request, bytes, waitMs, bytesPerSecond: 5e6 });
    };
    const turns = turnsFrom(atMs, scene.random.int(3, 60), query, () => scene.random.exponential(6_000));
    const opening = { host, port, software: programs.snowflake, idleMs: scene.random.int(0, 60_000) };
    return [connection(scene, { ...opening, kind: "database", protocol: "TLS" }, turns)];
  });
}

/** A machine that waits for build jobs, sends their output in parts, and receives source and results. */
export function buildRunner(host: string, software: Software): Behaviour {
  return function* (scene) {
    const { random } = scene;
    let atMs = atHour(scene, 7, 8);
    const endMs = atHour(scene, 17, 19);
    const opening = { host, kind: "ci", software, idleMs: 5_000 } as const;
    while (atMs < endMs) {
      const waitMs = random.chance(0.6) ? 50_000 : random.between(500, 50_000);
      const poll = { startMs: atMs, method: "POST", path: "/api/v4/jobs/request", requestBytes: 1_150 };
      yield connection(scene, opening, [download({ ...poll, bytes: 300, waitMs, bytesPerSecond: 1e6 })]);
      atMs += waitMs + 3_000;
      if (waitMs === 50_000) continue;
      const part = (startMs: number) => {
        const request = { startMs, method: "PATCH", path: "/api/v4/jobs/31/trace" };
        const requestBytes = random.skewed(1_800, 0.9);
        return download({ ...request, requestBytes, bytes: 420, waitMs: 60, bytesPerSecond: 1e6 });
      };
      const turns = turnsFrom(atMs, random.int(8, 90), part, () => 3_000);
      const source = { startMs: atMs, path: "/app.git", requestBytes: 900, bytes: random.skewed(3_000_000, 0.8) };
      yield* byStart([
        connection(scene, opening, turns),
        connection(scene, opening, [download({ ...source, waitMs: 400, bytesPerSecond: 8e6 })]),
      ]);
      atMs = lastEnd(turns) + 3_000;
    }
  };
}

/** A shared document: changes and cursors of several people, over a WebSocket. */
export function sharedDocument(host: string, random: Random): Behaviour {
  const [inBytes, outBytes] = [random.int(110, 620), random.int(90, 380)];
  return officeVisits(3, (scene, startMs): Flow[] => {
    const talk = {
      durationMs: minutes(scene.random.between(2, 50)),
      outPerSecond: scene.random.between(0.1, 2),
      inPerSecond: scene.random.between(0.4, 9),
    };
    const request = { startMs, path: "/collab?doc=7", requestBytes: scene.random.int(900, 1_700) };
    return [connection(scene, { host, kind: "collaboration" }, [dialogue({ ...request, ...talk, inBytes, outBytes })])];
  });
}

/** The output of a program in a cluster, followed for seconds to an hour. */
export function followedLog(host: string, random: Random): Behaviour {
  const sent = random.int(700, 1_500);
  return officeVisits(3, (scene, startMs) => {
    const seconds = Math.min(3_600, Math.max(4, scene.random.exponential(180)));
    const perSecond = scene.random.skewed(6, 1);
    const lines = { messages: Math.max(3, Math.round(seconds * perSecond)), messageBytes: scene.random.int(90, 320) };
    const request = {
      startMs,
      path: "/api/v1/pods/web-0/log?follow=true",
      requestBytes: sent + scene.random.int(0, 30),
    };
    const turn = trickle({ ...request, ...lines, perPacket: scene.random.between(1, 4), waitMs: 80, perSecond });
    return [connection(scene, { host, kind: "followed_log", software: programs.git }, [turn])];
  });
}
