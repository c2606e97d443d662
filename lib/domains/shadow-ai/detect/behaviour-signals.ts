import type { BehaviourFigures } from "@/lib/domains/shadow-ai/detect/behaviour";
import { conversationSignals, imageSignals, queuedSignals } from "@/lib/domains/shadow-ai/detect/behaviour-day-signals";
import { formatNumber as number } from "@/lib/domains/shadow-ai/detect/statistics";

/** Evidence that traffic is language model traffic. */
export interface Signal {
  /** Maximum points. */
  most: number;
  /** Adds points, but its absence does not reduce the score. */
  bonus?: true;
  /** Null if the data is insufficient. */
  points(figures: BehaviourFigures): number | null;
  /** A sentence with the measured value. */
  reason(figures: BehaviourFigures): string;
}

/** Evidence that traffic is not language model traffic. */
export interface Penalty {
  points: number;
  sentence: string;
  /** Also evaluated over all sampled connections of a use. */
  ofUse?: true;
  /** The tracks to which it does not apply. */
  except?: readonly Track["name"][];
  applies(figures: BehaviourFigures): boolean;
}

/** Average inbound payload below this indicates single events, or chunks of some events, instead of a file. */
const smallPacket = 600;
const chunk = 1_100;

const conversation: Signal = {
  most: 0.1,
  bonus: true,
  points: ({ growth }) => (growth !== null && growth.share >= 0.7 && growth.factor >= 1.5 ? 0.1 : 0),
  reason: ({ growth }) =>
    `Requests grew as in a conversation, to ${number(growth?.factor ?? 0)} times the size of the first`,
};

function duration(mostSeconds: number): Signal {
  return {
    most: 0.1,
    points: ({ durationSeconds }) => (durationSeconds >= 1.5 && durationSeconds <= mostSeconds ? 0.1 : 0),
    reason: ({ durationSeconds }) => `Median connection duration: ${number(durationSeconds)} s`,
  };
}

function repetition(leastCalls: number): Signal {
  return {
    most: 0.1,
    points: ({ calls }) => (calls >= 10 ? 0.1 : calls >= leastCalls ? 0.05 : 0),
    reason: ({ calls }) => `Repeated: ${calls} connections`,
  };
}

/** Streamed responses: tokens arrive as they are generated. README.md lists the sources. */
const streamedSignals: readonly Signal[] = [
  {
    most: 0.15,
    points: ({ ratio }) => (ratio === null ? null : ratio > 20 ? 0.15 : ratio > 5 ? 0.1 : 0),
    reason: ({ ratio }) => `${number(ratio)} bytes received per byte sent`,
  },
  {
    most: 0.2,
    points: ({ bytesAPacketIn: bytes }) =>
      bytes === null ? null : bytes < 300 ? 0.2 : bytes < smallPacket ? 0.15 : bytes < chunk ? 0.1 : 0,
    reason: ({ bytesAPacketIn }) => `Small inbound packets: ${number(bytesAPacketIn)} bytes on average`,
  },
  {
    most: 0.15,
    points: (figures) => (figures.packetsIn === null ? null : tricklePoints(figures)),
    reason: ({ packetsInASecond }) => `Steady stream of ${number(packetsInASecond)} packets per second`,
  },
  {
    most: 0.1,
    points: ({ bytesInASecond: rate }) => (rate > 80_000 || rate < 500 ? 0 : rate < 2_000 ? 0.05 : 0.1),
    reason: ({ bytesInASecond }) => `Text generation speed: ${number(bytesInASecond / 1_000)} kB per second`,
  },
  duration(300),
  {
    most: 0.1,
    points: (figures) => (figures.packetsIn === null ? null : figures.tls && tricklePoints(figures) >= 0.15 ? 0.1 : 0),
    reason: () => "Streamed over TLS",
  },
  repetition(3),
  {
    most: 0.2,
    points: (figures) =>
      figures.packetsIn === null || figures.connections < 4 ? null : hasPace(figures, 0.7) ? 0.2 : 0,
    reason: paceReason,
  },
  {
    // Without packet counts, this is the main difference between a response and a page, so its absence limits the score.
    most: 0.3,
    points: (figures) =>
      figures.packetsIn !== null ? null : figures.connections >= 6 && hasPace(figures, 0.8) ? 0.3 : 0,
    reason: paceReason,
  },
  { most: 0.1, bonus: true, points: programPoints, reason: programReason },
  conversation,
  {
    most: 0.1,
    bonus: true,
    points: (figures) => {
      const { exchange, spread, ratio } = figures;
      if (ratio === null || ratio < 0.3 || !hasPace(figures, 0.6)) return 0;
      const differ = exchange !== null && exchange.withBytesIn < 0.5 && (spread.bytesOut ?? 0) >= 0.4;
      return differ && figures.packetsIn !== null && tricklePoints(figures) > 0 ? 0.1 : 0;
    },
    reason: () => "Requests of different sizes, which do not determine the size of the responses",
  },
  {
    most: 0.05,
    bonus: true,
    points: ({ cadence, spread }) => (cadence !== null && cadence < 0.3 && spread.duration >= 0.25 ? 0.05 : 0),
    reason: () => "Calls at regular intervals",
  },
];

/** Complete responses after the time that a model needs to generate them. */
const thoughtSignals: readonly Signal[] = [
  {
    most: 0.4,
    points: ({ connections, trend, spread, exchange }) => {
      const grows = trend.correlation >= 0.8 && trend.bytesASecond >= 30 && trend.bytesASecond <= 2_000;
      // Longer connections that also send more are several exchanges.
      const asks = exchange !== null && exchange.withDuration >= 0.8;
      return connections >= 6 && spread.duration >= 0.25 && grows && !asks ? 0.4 : 0;
    },
    reason: ({ trend }) => `Each additional second of response time added ${number(trend.bytesASecond)} bytes`,
  },
  duration(60),
  {
    most: 0.15,
    points: ({ packetsIn, bytesIn }) => (packetsIn === null ? null : packetsIn <= 40 && bytesIn <= 64_000 ? 0.15 : 0),
    reason: ({ packetsIn }) => `Complete response in ${number(packetsIn)} packets`,
  },
  repetition(6),
  {
    most: 0.1,
    points: ({ program, packetsIn }) => (packetsIn === null || program === null ? null : program ? 0.1 : 0),
    reason: programReason,
  },
  {
    // Without packet counts, a polling page looks the same, but a program has no pages.
    most: 0.3,
    points: ({ program, packetsIn }) => (packetsIn !== null ? null : program === true ? 0.3 : 0),
    reason: programReason,
  },
  conversation,
];

/**
 * Code completion: an editor sends the surrounding code every few seconds over one connection, in full packets, and
 * receives short streamed responses.
 */
const editingSignals: readonly Signal[] = [
  {
    most: 0.4,
    points: ({ bytesAPacketOut: out, bytesAPacketIn: received, ratio }) => {
      if (out === null || received === null || ratio === null) return 0;
      // A complete response needs fewer packets than its request.
      const streams = ratio * out >= 1.1 * received;
      return streams && out >= 300 && received >= 100 && received <= 350 ? 0.4 : 0;
    },
    reason: ({ bytesAPacketOut, bytesAPacketIn }) =>
      `Requests in packets of ${number(bytesAPacketOut)} bytes, responses in packets of ${number(bytesAPacketIn)} bytes`,
  },
  {
    most: 0.2,
    points: ({ ratio }) => (ratio !== null && ratio >= 0.25 && ratio <= 3 ? 0.2 : 0),
    reason: ({ ratio }) => `${number(ratio)} bytes received per byte sent`,
  },
  {
    most: 0.4,
    points: ({ packetsInASecond: pace, durationSeconds }) =>
      pace !== null && pace >= 1.2 && pace <= 10 && durationSeconds >= 60 ? 0.4 : 0,
    reason: ({ packetsInASecond }) => `Short responses for minutes: ${number(packetsInASecond)} packets per second`,
  },
];

/**
 * A spoken conversation: the microphone is sent at a constant rate all the time, and audio is received while the model
 * speaks. A phone call sends and receives equally.
 */
const spokenSignals: readonly Signal[] = [
  {
    most: 0.4,
    points: ({ spread, bytesOutASecond: rate, connections, packetsIn }) => {
      if (packetsIn === null || connections < 4 || spread.rateOut === null || rate === null) return 0;
      // From Opus at 16 kbit/s to uncompressed audio of 24,000 samples per second in base64.
      return spread.rateOut <= 0.03 && rate >= 2_000 && rate <= 90_000 ? 0.4 : 0;
    },
    reason: ({ bytesOutASecond }) => `Audio sent at a constant ${number((bytesOutASecond ?? 0) / 1_000)} kB per second`,
  },
  {
    most: 0.4,
    points: ({ ratio, exchange }) =>
      ratio !== null && ratio >= 0.15 && ratio <= 1.5 && exchange !== null && exchange.spread >= 0.08 ? 0.4 : 0,
    reason: ({ ratio }) => `Audio received only part of the time: ${number(ratio)} bytes per byte sent`,
  },
  {
    most: 0.2,
    points: ({ durationSeconds, spread }) =>
      durationSeconds >= 20 && durationSeconds <= 900 && spread.duration >= 0.25 ? 0.2 : 0,
    reason: ({ durationSeconds }) => `Median connection duration: ${number(durationSeconds)} s`,
  },
];

/** Kinds of traffic of a model. The best score applies. */
export interface Track {
  name: "streamed" | "thought" | "editing" | "spoken" | "queued" | "conversation" | "image";
  signals: readonly Signal[];
  /** Minimum connections for the score of a day. */
  leastADay: number;
  /** Not evaluated for single five-minute windows, and with a lower maximum score. */
  dayOnly?: true;
  /** Considers the connections with full packets instead of the others. */
  files?: true;
}

export const tracks: readonly Track[] = [
  { name: "streamed", signals: streamedSignals, leastADay: 10 },
  { name: "thought", signals: thoughtSignals, leastADay: 10 },
  { name: "editing", signals: editingSignals, leastADay: 10 },
  { name: "spoken", signals: spokenSignals, leastADay: 4 },
  { name: "queued", signals: queuedSignals, leastADay: 10, dayOnly: true },
  { name: "conversation", signals: conversationSignals, leastADay: 6, dayOnly: true },
  { name: "image", signals: imageSignals, leastADay: 8, dayOnly: true, files: true },
];

/** Properties of ordinary traffic that otherwise resembles model traffic. */
export const penalties: readonly Penalty[] = [
  // Long-lived channels: push notifications, remote desktops.
  {
    points: 0.4,
    sentence: "Connections last longer than ten minutes",
    except: ["editing", "conversation"],
    applies: ({ durationSeconds }) => durationSeconds > 600,
  },
  // Both sides send continuously: voice, video, games, shells.
  {
    points: 0.4,
    sentence: "Both sides send continuously",
    except: ["editing", "spoken", "queued"],
    applies: ({ ratio, durationSeconds }) =>
      ratio !== null && ((ratio < 2 && durationSeconds > 30) || (ratio < 5 && durationSeconds > 60)),
  },
  // Occasional events: dashboards and notifications.
  {
    points: 0.3,
    sentence: "Data arrives only occasionally",
    except: ["queued"],
    applies: ({ packetsInASecond, bytesInASecond, durationSeconds }) =>
      durationSeconds > 60 && (packetsInASecond === null ? bytesInASecond < 300 : packetsInASecond < 1.5),
  },
  // Equal durations: beacons, long polling and idle timeouts.
  {
    points: 0.35,
    sentence: "Connections have equal durations",
    ofUse: true,
    applies: ({ connections, spread }) => connections >= 4 && spread.duration < 0.1,
  },
  // Subscriptions: tickers, followed logs and dashboards always request the same.
  {
    points: 0.4,
    sentence: "All requests have the same size",
    ofUse: true,
    // A prompt for an image is shorter than its headers.
    except: ["image"],
    applies: ({ spread }) => spread.bytesOut !== null && spread.bytesOut < 0.12,
  },
  // Backups and uploads.
  {
    points: 0.4,
    sentence: "The client sends much data and receives almost none",
    applies: ({ ratio, bytesOut }) => ratio !== null && ratio < 0.05 && (bytesOut ?? 0) > 1_000_000,
  },
  // API clients on one connection: response size proportional to request size.
  {
    points: 0.3,
    sentence: "Response sizes follow request sizes",
    except: ["editing", "spoken", "queued", "conversation"],
    applies: ({ exchange, ratio }) => {
      if (exchange === null) return ratio !== null && ratio < 2;
      const { withBytesIn, withDuration, spread } = exchange;
      return withBytesIn >= 0.8 && (spread < 0.4 || withDuration >= 0.8) && ratio !== null && ratio < 8;
    },
  },
  // Web pages: some small and slow, some large and fast.
  {
    points: 0.15,
    sentence: "Data rates vary as they do for web pages",
    applies: ({ packetsIn, connections, spread }) => packetsIn === null && connections >= 6 && spread.rate > 1.25,
  },
];

/** A steady rate of packets that are not full, on one connection: 1.5 to 250 per second. */
function tricklePoints({ packetsIn, bytesAPacketIn, packetsInASecond: pace }: BehaviourFigures): number {
  if (packetsIn === null || packetsIn < 20 || bytesAPacketIn === null || bytesAPacketIn >= chunk) return 0;
  if (pace === null || pace > 250 || pace < 1.5) return 0;
  return pace >= 5 ? 0.15 : 0.1;
}

/** Longer responses take proportionally longer, and responses differ. */
function hasPace(figures: BehaviourFigures, leastCorrelation: number): boolean {
  const { trend, spread, bytesInASecond, bytesOut, packetsIn, durationSeconds } = figures;
  if (bytesInASecond < 500 || bytesInASecond > 80_000 || spread.duration < 0.25 || spread.rate > 0.8) return false;
  if (packetsIn !== null || bytesOut !== null) return trend.correlation >= leastCorrelation;
  // If nothing else is known, the correlation must be strong and slower than polling pages.
  return trend.correlation >= 0.9 && bytesInASecond >= 1_500 && durationSeconds <= 90;
}

function paceReason({ bytesInASecond }: BehaviourFigures): string {
  return `Response time proportional to size, about ${number(bytesInASecond / 1_000)} kB per second`;
}

/** Without packet counts, downloads by programs only differ in speed. */
function programPoints(figures: BehaviourFigures): number {
  return figures.program === true && (figures.packetsIn !== null || hasPace(figures, 0.8)) ? 0.1 : 0;
}

function programReason(): string {
  return "Clients are programs, not browsers";
}
