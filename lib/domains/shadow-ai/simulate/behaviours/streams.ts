import {
  atHour,
  type Behaviour,
  endOf,
  minutes,
  officeTimes,
  officeVisits,
  turnsFrom,
  visits,
} from "@/lib/domains/shadow-ai/simulate/behaviours/day";
import { connection, dialogue, download, type Turn, trickle } from "@/lib/domains/shadow-ai/simulate/connection";
import { programs } from "@/lib/domains/shadow-ai/simulate/data";
import type { Software } from "@/lib/domains/shadow-ai/simulate/flow";

/** The traffic that is most similar to a model's: long TLS connections with little data, most of it to the client. */

/**
 * A dashboard or a ticker: the server sends occasional events as long as the page is open. Published price feeds send
 * from less than one to ten events per second, of 100 to 600 bytes.
 */
export function eventStream(host: string): Behaviour {
  return (scene) => {
    const { random } = scene;
    const perSecond = random.skewed(1, 0.8);
    const messageBytes = random.int(110, 600);
    return visits(officeTimes(scene, random.between(2, 6)), (startMs) => {
      const seconds = minutes(random.between(3, 90)) / 1_000;
      const request = { startMs, path: "/api/stream?channels=a,b", requestBytes: random.int(700, 1_500) };
      const messages = Math.max(3, Math.round(seconds * perSecond));
      const turn = trickle({ ...request, messages, messageBytes, perPacket: 1, waitMs: 120, perSecond });
      return [connection(scene, { host, kind: "event_stream" }, [turn])];
    });
  };
}

/** The log of a running build: lines arrive as they are written, in bursts. */
export function buildLog(host: string): Behaviour {
  return officeVisits(4, (scene, startMs) => {
    const { random } = scene;
    const seconds = random.between(15, 400);
    const perSecond = random.skewed(4, 0.8);
    const messages = Math.max(5, Math.round(seconds * perSecond));
    const requestBytes = random.int(800, 1_800);
    const [messageBytes, perPacket] = [random.int(70, 220), random.between(1, 5)];
    const lines = { messages, messageBytes, perPacket, waitMs: 150, perSecond };
    const idleMs = random.int(0, 30_000);
    const turn = trickle({ startMs, path: "/api/v4/jobs/8812/trace", requestBytes, ...lines });
    return [connection(scene, { host, kind: "build_log", idleMs }, [turn])];
  });
}

/** A terminal or a desktop over TLS: keys are sent one by one, images are received in bursts. */
export function remoteDesktop(host: string): Behaviour {
  return officeVisits(2, (scene, startMs) => {
    const { random } = scene;
    const talk = {
      durationMs: minutes(random.between(8, 120)),
      outPerSecond: random.between(1, 5),
      outBytes: random.int(40, 90),
      inPerSecond: random.between(2, 14),
      inBytes: random.int(120, 900),
    };
    const socket = dialogue({ startMs, path: "/websocket-tunnel?token=9f", requestBytes: 900, ...talk });
    return [connection(scene, { host, kind: "remote_desktop", software: programs.citrix }, [socket])];
  });
}

/** SSH, which sends no host name. */
export function shell(host: string): Behaviour {
  return officeVisits(1.5, (scene, startMs) => {
    const durationMs = minutes(scene.random.between(4, 90));
    const rates = { outPerSecond: 1.5, outBytes: 52, inPerSecond: 2, inBytes: 160 };
    const session = dialogue({ startMs, path: "", requestBytes: 2_600, durationMs, ...rates });
    return [connection(scene, { host, kind: "remote_desktop", protocol: "TCP", port: 22 }, [session])];
  });
}

/** An analyst's queries: short SQL, seconds of waiting, rows in large pieces. */
export const warehouse: Behaviour = officeVisits(7, (scene, atMs) => {
  const { random } = scene;
  const path = "/queries/v1/query-request?requestId=4e";
  const query = (startMs: number) => {
    const requestBytes = random.int(1_400, 6_000);
    const [bytes, waitMs] = [random.skewed(45_000, 1.8), random.skewed(1_800, 0.9)];
    return download({ startMs, method: "POST", path, requestBytes, bytes, waitMs, bytesPerSecond: 3e6 });
  };
  const turns = turnsFrom(atMs, random.int(2, 12), query, () => random.skewed(8_000, 1));
  const opening = { host: "fabrikam.eu-west-1.snowflakecomputing.com", software: programs.snowflake, idleMs: 30_000 };
  return [connection(scene, { ...opening, kind: "warehouse" }, turns)];
});

/** A search box that sends a request for each key. */
export function typeAhead(host: string): Behaviour {
  return officeVisits(6, (scene, atMs) => {
    const { random } = scene;
    const turns: Turn[] = [];
    let startMs = atMs;
    for (let key = 0, count = random.int(10, 50); key < count; key++) {
      const requestBytes = random.int(500, 800);
      const [bytes, waitMs] = [random.int(300, 1_800), random.skewed(60, 0.4)];
      turns.push(download({ startMs, path: "/suggest?q=par", requestBytes, bytes, waitMs, bytesPerSecond: 4e6 }));
      startMs += random.skewed(280, 0.7);
    }
    return [connection(scene, { host, kind: "saas", idleMs: 45_000 }, turns)];
  });
}

/** Reports on demand: a small request, seconds of work, a document. */
export function reportMaker(host: string, software: Software): Behaviour {
  return function* (scene) {
    const { random } = scene;
    let startMs = atHour(scene, 1, 2);
    for (let index = 0, count = random.int(20, 60); index < count; index++) {
      const requestBytes = random.skewed(6_000, 0.8);
      const [bytes, waitMs] = [random.skewed(120_000, 0.7), random.skewed(4_000, 0.5)];
      const request = { startMs, method: "POST", path: "/v1/render", requestBytes };
      const turn = download({ ...request, bytes, waitMs, bytesPerSecond: 3e6 });
      yield connection(scene, { host, kind: "service_api", software, idleMs: 4_000 }, [turn]);
      startMs = endOf(turn) + random.skewed(20_000, 0.8);
    }
  };
}
