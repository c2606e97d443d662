import type { BehaviourFigures } from "@/lib/domains/shadow-ai/detect/behaviour";

/** Something about traffic that speaks for a language model. */
export interface Signal {
  /** The most points it can give. */
  most: number;
  /** On top: who lacks it loses nothing. */
  bonus?: true;
  /** Null where what is known does not tell. */
  points(figures: BehaviourFigures): number | null;
  /** A sentence with the figure. */
  reason(figures: BehaviourFigures): string;
}

/** Something that speaks against one. */
export interface Penalty {
  points: number;
  applies(figures: BehaviourFigures): boolean;
}

/** Inbound packets that carry less hold single events, not a file in pieces. */
const smallPacket = 600;

/** Answers that trickle in, as tokens do that are streamed while the model makes them. README.md has the sources. */
export const streamedSignals: readonly Signal[] = [
  {
    most: 0.15,
    points: ({ ratio }) => (ratio === null ? null : ratio > 20 ? 0.15 : ratio > 5 ? 0.1 : 0),
    reason: ({ ratio }) => `${number(ratio)} bytes came in for each byte sent`,
  },
  {
    most: 0.2,
    points: ({ bytesAPacketIn: bytes }) => (bytes === null ? null : bytes < 300 ? 0.2 : bytes < smallPacket ? 0.15 : 0),
    reason: ({ bytesAPacketIn }) => `Inbound packets were small: ${number(bytesAPacketIn)} bytes on average`,
  },
  {
    most: 0.15,
    points: (figures) => (figures.packetsIn === null ? null : tricklePoints(figures)),
    reason: ({ packetsInASecond }) =>
      `The answer came in a steady trickle of ${number(packetsInASecond)} packets a second`,
  },
  {
    most: 0.1,
    points: ({ bytesInASecond: rate }) => (rate > 80_000 || rate < 500 ? 0 : rate < 2_000 ? 0.05 : 0.1),
    reason: ({ bytesInASecond }) => `It came at the speed of writing: ${number(bytesInASecond / 1_000)} kB a second`,
  },
  {
    most: 0.1,
    points: ({ durationSeconds }) => (durationSeconds >= 1.5 && durationSeconds <= 300 ? 0.1 : 0),
    reason: ({ durationSeconds }) => `Connections lasted ${number(durationSeconds)} s`,
  },
  {
    most: 0.1,
    points: (figures) => (figures.packetsIn === null ? null : figures.tls && tricklePoints(figures) >= 0.15 ? 0.1 : 0),
    reason: () => "It was streamed over TLS",
  },
  {
    most: 0.1,
    points: ({ calls }) => (calls >= 10 ? 0.1 : calls >= 3 ? 0.05 : 0),
    reason: ({ calls }) => `It was repeated: ${calls} connections`,
  },
  {
    most: 0.2,
    points: (figures) =>
      figures.packetsIn === null || figures.connections < 4 ? null : hasPace(figures, 0.7) ? 0.2 : 0,
    reason: paceReason,
  },
  {
    // Without packets this is nearly all that tells an answer from a page, so that who lacks it cannot get far.
    most: 0.3,
    points: (figures) =>
      figures.packetsIn !== null ? null : figures.connections >= 6 && hasPace(figures, 0.8) ? 0.3 : 0,
    reason: paceReason,
  },
  { most: 0.1, bonus: true, points: programPoints, reason: programReason },
  {
    most: 0.1,
    bonus: true,
    points: ({ growth }) => (growth !== null && growth.share >= 0.7 && growth.factor >= 1.5 ? 0.1 : 0),
    reason: ({ growth }) => `Requests grew as a conversation does, to ${number(growth?.factor ?? 0)} times the first`,
  },
  {
    most: 0.05,
    bonus: true,
    points: ({ cadence, spread }) => (cadence !== null && cadence < 0.3 && spread.duration >= 0.25 ? 0.05 : 0),
    reason: () => "Calls followed each other at a regular pace",
  },
];

/** Answers that come whole, after a time in which the model made them. */
export const thoughtSignals: readonly Signal[] = [
  {
    most: 0.4,
    points: ({ connections, trend, spread, exchange }) => {
      const grows = trend.correlation >= 0.8 && trend.bytesASecond >= 30 && trend.bytesASecond <= 2_000;
      // Where longer connections also send more, they are several exchanges.
      const asks = exchange !== null && exchange.withDuration >= 0.8;
      return connections >= 6 && spread.duration >= 0.25 && grows && !asks ? 0.4 : 0;
    },
    reason: ({ trend }) => `Each further second of waiting brought ${number(trend.bytesASecond)} bytes more`,
  },
  {
    most: 0.1,
    points: ({ durationSeconds }) => (durationSeconds >= 1.5 && durationSeconds <= 60 ? 0.1 : 0),
    reason: ({ durationSeconds }) => `Connections lasted ${number(durationSeconds)} s`,
  },
  {
    most: 0.15,
    points: ({ packetsIn, bytesIn }) => (packetsIn === null ? null : packetsIn <= 40 && bytesIn <= 64_000 ? 0.15 : 0),
    reason: ({ packetsIn }) => `The answer then came at once, in ${number(packetsIn)} packets`,
  },
  {
    most: 0.1,
    points: ({ calls }) => (calls >= 10 ? 0.1 : calls >= 6 ? 0.05 : 0),
    reason: ({ calls }) => `It was repeated: ${calls} connections`,
  },
  {
    most: 0.1,
    points: ({ program, packetsIn }) => (packetsIn === null || program === null ? null : program ? 0.1 : 0),
    reason: programReason,
  },
  {
    // Without packets, a page that asks for news each second looks the same; a program has no pages.
    most: 0.3,
    points: ({ program, packetsIn }) => (packetsIn !== null ? null : program === true ? 0.3 : 0),
    reason: programReason,
  },
  {
    most: 0.1,
    bonus: true,
    points: ({ growth }) => (growth !== null && growth.share >= 0.7 && growth.factor >= 1.5 ? 0.1 : 0),
    reason: ({ growth }) => `Requests grew as a conversation does, to ${number(growth?.factor ?? 0)} times the first`,
  },
];

/** What ordinary traffic has and a model has not; each is of a kind of traffic that looks alike otherwise. */
export const penalties: readonly Penalty[] = [
  // Channels that wait for news, remote desktops, watches: open for long.
  { points: 0.4, applies: ({ durationSeconds }) => durationSeconds > 600 },
  // Voice, video, games, shells: both sides talk for long.
  {
    points: 0.4,
    applies: ({ ratio, durationSeconds }) =>
      ratio !== null && ((ratio < 2 && durationSeconds > 30) || (ratio < 5 && durationSeconds > 60)),
  },
  // Dashboards and notifications: now and then an event.
  {
    points: 0.3,
    applies: ({ packetsInASecond, bytesInASecond, durationSeconds }) =>
      durationSeconds > 60 && (packetsInASecond === null ? bytesInASecond < 300 : packetsInASecond < 1.5),
  },
  // Beacons, long polls and idle timeouts: every connection lasts as long as the others.
  { points: 0.35, applies: ({ connections, spread }) => connections >= 4 && spread.duration < 0.1 },
  // Backups and uploads.
  { points: 0.4, applies: ({ ratio, bytesOut }) => ratio !== null && ratio < 0.05 && (bytesOut ?? 0) > 1_000_000 },
  // Programs that talk to a service over one connection: for so much out, so much in.
  {
    points: 0.3,
    applies: ({ exchange, ratio }) => {
      if (exchange === null) return ratio !== null && ratio < 2;
      const { withBytesIn, withDuration, spread } = exchange;
      return withBytesIn >= 0.8 && (spread < 0.4 || withDuration >= 0.8) && ratio !== null && ratio < 8;
    },
  },
  // Pages: some small and slow, some large and fast.
  {
    points: 0.15,
    applies: ({ packetsIn, connections, spread }) => packetsIn === null && connections >= 6 && spread.rate > 1.25,
  },
];

/** Many small packets, neither now and then nor as fast as a file: 5 to 250 a second, of one connection. */
function tricklePoints({ packetsIn, bytesAPacketIn, packetsInASecond: pace }: BehaviourFigures): number {
  if (packetsIn === null || packetsIn < 30 || bytesAPacketIn === null || bytesAPacketIn >= smallPacket) return 0;
  if (pace === null || pace > 250 || pace < 2) return 0;
  return pace >= 5 ? 0.15 : 0.08;
}

/** Longer answers take longer, in about the same proportion, and answers are not all alike. */
function hasPace(figures: BehaviourFigures, leastCorrelation: number): boolean {
  const { trend, spread, bytesInASecond, bytesOut, packetsIn, durationSeconds } = figures;
  if (bytesInASecond < 500 || bytesInASecond > 80_000 || spread.duration < 0.25 || spread.rate > 0.8) return false;
  if (packetsIn !== null || bytesOut !== null) return trend.correlation >= leastCorrelation;
  // Where nothing else is known, there must be no doubt, and pages that ask for news must be too slow for it.
  return trend.correlation >= 0.9 && bytesInASecond >= 1_500 && durationSeconds <= 90;
}

function paceReason({ bytesInASecond }: BehaviourFigures): string {
  return `Longer answers took longer, at about ${number(bytesInASecond / 1_000)} kB a second`;
}

/** Without packets, programs that fetch files look alike but for the pace. */
function programPoints(figures: BehaviourFigures): number {
  return figures.program === true && (figures.packetsIn !== null || hasPace(figures, 0.8)) ? 0.1 : 0;
}

function programReason(): string {
  return "The clients are programs, not browsers";
}

function number(figure: number | null): string {
  if (figure === null) return "?";
  return figure >= 10 ? Math.round(figure).toString() : figure.toFixed(1);
}
