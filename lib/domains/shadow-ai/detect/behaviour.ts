import type { RiskInputs } from "@/lib/domains/shadow-ai/analysis";
import {
  type Penalty,
  penalties,
  type Signal,
  type Track,
  tracks,
} from "@/lib/domains/shadow-ai/detect/behaviour-signals";
import type { AlikeWindows } from "@/lib/domains/shadow-ai/detect/decide";
import { hasFullPackets } from "@/lib/domains/shadow-ai/detect/record-stats";
import {
  correlation,
  deviation,
  mean,
  median,
  parseSamples,
  type Sample,
  slope,
} from "@/lib/domains/shadow-ai/detect/statistics";
import type { TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";

/** Similarity of traffic to language model traffic. */
export interface BehaviourScore {
  /** 0 to 1. */
  score: number;
  /** Reasons, most points first. */
  reasons: string[];
  /** The values from which the score is computed. */
  parts: BehaviourParts;
}

/** A score's parts: `min(limit, points / possible - penalties)`, between 0 and 1. */
type BehaviourParts = NonNullable<NonNullable<RiskInputs["behaviour"]>["parts"]>;

/** Computes a score from its parts. Pure, so that a published score can be recomputed. */
function behaviourScoreOf({ points, possible, penalties, limit }: BehaviourParts): number {
  const sum = (given: readonly { points: number }[]) => given.reduce((total, one) => total + one.points, 0);
  const share = possible === 0 ? 0 : Math.min(sum(points) / possible, 1);
  return Math.round(Math.min(Math.max(share - sum(penalties), 0), limit) * 100) / 100;
}

/** Maximum scores. They are lower for day-only signals, and without packet counts or sent bytes, because less is known. */
const mostOfDay = 0.85;
const mostWithoutPackets = 0.8;
const mostWithoutBytesOut = 0.75;
/** Minimum number of connections without packet counts, because an ordinary page has similar bytes and durations. */
const leastWithoutPackets = 6;
const mostReasons = 8;

/**
 * Similarity of one window's traffic (five minutes of a use) to language model traffic. Null if too little is known. A
 * score is an indication, not proof.
 */
export function scoreBehaviour(stats: TrafficStats): BehaviourScore | null {
  const figures = behaviourFigures(stats);
  return figures === null ? null : bestOf(windowTracks.map((track) => scoreTrack(track, figures)));
}

/**
 * Similarity of a day's traffic to language model traffic, with the penalties that apply to all traffic of the use.
 * `factor` multiplies the minimum number of connections.
 */
export function scoreDay(day: TrafficStats, total: TrafficStats, factor: number): BehaviourScore | null {
  const [others, files] = [behaviourFigures(day), behaviourFigures(day, true)];
  return bestOf(
    tracks.map((track) => {
      const figures = track.files ? files : others;
      if (figures === null || figures.connections < track.leastADay) return null;
      if (figures.calls < track.leastADay * factor) return null;
      const score = scoreTrack(track, figures);
      return score && scoreWithinUse(score, total, track);
    }),
  );
}

const windowTracks = tracks.filter(({ dayOnly }) => !dayOnly);

function bestOf(scores: (BehaviourScore | null)[]): BehaviourScore | null {
  return scores.reduce((a, b) => (b !== null && b.score > (a?.score ?? -1) ? b : a), null);
}

function scoreTrack(track: Track, figures: BehaviourFigures): BehaviourScore | null {
  if (figures.packetsIn === null && (track.dayOnly || figures.connections < leastWithoutPackets)) return null;
  const { points, possible } = weigh(figures, track.signals);
  const limit = track.dayOnly ? mostOfDay : mostOf(figures);
  const parts = { points, possible, penalties: penaltiesOf(figures, track), limit };
  const reasons = points.map(({ sentence }) => sentence).slice(0, mostReasons);
  return { score: behaviourScoreOf(parts), reasons, parts };
}

function isExempt(track: Track | undefined, { except }: Penalty): boolean {
  return track !== undefined && except?.includes(track.name) === true;
}

function penaltiesOf(figures: BehaviourFigures, track: Track): { points: number; sentence: string }[] {
  const against = penalties
    .filter((one) => !isExempt(track, one) && one.applies(figures))
    .map(({ points, sentence }) => ({ points, sentence }));
  const { hostPenalty: points } = figures;
  if (points > 0) against.push({ points, sentence: "The host's name indicates another kind of service" });
  return against;
}

/**
 * The score of a window or a day, with the penalties that apply to the whole use: a window can have too few connections
 * to show that all requests are the same.
 */
export function scoreWithinUse<Score extends BehaviourScore>(score: Score, total: TrafficStats, track?: Track): Score {
  const figures = behaviourFigures(total, track?.files);
  if (figures === null) return score;
  const known = new Set(score.parts.penalties.map(({ sentence }) => sentence));
  const further = penalties.filter(
    (one) => one.ofUse && !known.has(one.sentence) && !isExempt(track, one) && one.applies(figures),
  );
  if (further.length === 0) return score;
  const against = further.map(({ points, sentence }) => ({ points, sentence }));
  const parts = { ...score.parts, penalties: [...score.parts.penalties, ...against] };
  return { ...score, parts, score: behaviourScoreOf(parts) };
}

/** Combines the windows of a use: the similar one with the median score represents it. Null if none is similar. */
export function scoreWindows(
  windows: Iterable<TrafficStats>,
  { behaviourScore }: Pick<ShadowAiSettings["opening"], "behaviourScore">,
): AlikeWindows | null {
  const scored = [...windows].map((one) => scoreBehaviour(one)).filter((one) => one !== null);
  const alike = scored.filter(({ score }) => score >= behaviourScore).sort((a, b) => b.score - a.score);
  const median = alike[alike.length >> 1];
  return median === undefined ? null : { alike: alike.length, scored: scored.length, ...median };
}

/** Points as a share of the maximum for the signals that can be evaluated, plus bonuses. */
function weigh(figures: BehaviourFigures, signals: readonly Signal[]) {
  let possible = 0;
  const points: { points: number; sentence: string }[] = [];
  for (const signal of signals) {
    const given = signal.points(figures);
    if (given === null) continue;
    if (signal.bonus !== true) possible += signal.most;
    if (given > 0) points.push({ points: given, sentence: signal.reason(figures) });
  }
  points.sort((a, b) => b.points - a.points);
  return { points, possible };
}

function mostOf({ packetsIn, bytesOut }: BehaviourFigures): number {
  if (packetsIn !== null) return 1;
  return bytesOut === null ? mostWithoutBytesOut : mostWithoutPackets;
}

/** Metrics of the sampled connections, the input of the signals. Null: unknown. */
export interface BehaviourFigures {
  connections: number;
  /** Share of all sampled connections, with and without full packets. */
  share: number;
  /** All calls with (or without) full packets, sampled or not. An estimate if the use has both kinds. */
  calls: number;
  /** Medians over the connections. */
  durationSeconds: number;
  bytesIn: number;
  bytesOut: number | null;
  /** Bytes received per byte sent. */
  ratio: number | null;
  bytesInASecond: number;
  packetsIn: number | null;
  packetsInASecond: number | null;
  /** Payload bytes per packet. */
  bytesAPacketIn: number | null;
  bytesAPacketOut: number | null;
  bytesOutASecond: number | null;
  tls: boolean;
  /** Variation between connections: standard deviations of natural logarithms; 0.7 is a factor of 2. Sent data: null below three. */
  spread: { duration: number; rate: number; bytesIn: number; bytesOut: number | null; rateOut: number | null };
  /** Whether longer connections receive more, and how many bytes per second. */
  trend: { correlation: number; bytesASecond: number };
  /** Whether connections that send more also receive more and last longer, and the variation of ratios; null below four. */
  exchange: { withBytesIn: number; withDuration: number; spread: number } | null;
  /** Share of requests that are larger than the previous one, and the growth from first to last. */
  growth: { share: number; factor: number } | null;
  /** Variation of the time between calls, as a share of its mean; null unless every call is sampled. */
  cadence: number | null;
  /** Whether clients are programs; null if unknown. */
  program: boolean | null;
  hostPenalty: number;
}

/** TCP timestamps in each packet, which devices that count headers add to the bytes of a request. */
const timestampBytes = 12;
/** At least a TLS handshake. */
const leastRequestBytes = 300;

/** Null without samples. With `files`, covers the connections with full packets; otherwise the other connections. */
export function behaviourFigures(stats: TrafficStats, files = false): BehaviourFigures | null {
  const all = parseSamples(stats.samples).filter(({ durationMs, bytesIn }) => durationMs > 0 && bytesIn > 0);
  const samples = all.filter((sample) => hasFullPackets(sample) === files);
  if (samples.length === 0) return null;
  const seconds = samples.map(({ durationMs }) => durationMs / 1_000);
  const bytesIn = samples.map((sample) => sample.bytesIn);
  const rates = samples.map((sample) => (sample.bytesIn / sample.durationMs) * 1_000);
  const counted = samples.filter(hasPackets);
  const asked = samples.filter(hasBytesOut);
  const out = asked.map(({ bytesOut }) => bytesOut);
  const payloads = asked.map(({ bytesOut, packetsOut }) => bytesOut - timestampBytes * (packetsOut ?? 0));
  const { automatedCalls, browserCalls } = stats;
  return {
    connections: samples.length,
    share: samples.length / all.length,
    calls: Math.round((stats.calls * samples.length) / all.length),
    durationSeconds: median(seconds),
    bytesIn: median(bytesIn),
    bytesOut: medianOf(asked, (sample) => sample.bytesOut),
    ratio: medianOf(asked, (sample) => sample.bytesIn / sample.bytesOut),
    bytesInASecond: median(rates),
    packetsIn: medianOf(counted, (sample) => sample.packetsIn),
    packetsInASecond: medianOf(counted, (sample) => (sample.packetsIn / sample.durationMs) * 1_000),
    bytesAPacketIn: medianOf(counted, (sample) => sample.bytesIn / sample.packetsIn),
    bytesAPacketOut: medianOf(asked.filter(sendsPackets), (sample) => sample.bytesOut / sample.packetsOut),
    bytesOutASecond: medianOf(asked, (sample) => (sample.bytesOut / sample.durationMs) * 1_000),
    tls: samples.filter(({ tls }) => tls).length * 2 > samples.length,
    spread: {
      duration: logSpread(seconds),
      rate: logSpread(rates),
      bytesIn: logSpread(bytesIn),
      bytesOut: asked.length < 3 ? null : Math.min(logSpread(out), payloadSpread(payloads)),
      rateOut: asked.length < 3 ? null : logSpread(asked.map((sample) => sample.bytesOut / sample.durationMs)),
    },
    trend: { correlation: correlation(seconds, bytesIn), bytesASecond: slope(seconds, bytesIn) },
    exchange: exchangeOf(asked),
    growth: growthOf(asked.map((sample) => sample.bytesOut)),
    cadence: samples.length === stats.calls ? cadenceOf(samples.map(({ atMs }) => atMs)) : null,
    program: automatedCalls + browserCalls === 0 ? null : automatedCalls > browserCalls,
    hostPenalty: stats.hostPenalty,
  };
}

function hasPackets(sample: Sample): sample is Sample & { packetsIn: number } {
  return sample.packetsIn !== null && sample.packetsIn > 0;
}

function sendsPackets<T extends Sample>(sample: T): sample is T & { packetsOut: number } {
  return sample.packetsOut !== null && sample.packetsOut > 0;
}

function hasBytesOut(sample: Sample): sample is Sample & { bytesOut: number } {
  return sample.bytesOut !== null && sample.bytesOut > 0;
}

function medianOf<T>(samples: T[], figure: (sample: T) => number): number | null {
  return samples.length === 0 ? null : median(samples.map(figure));
}

/** Infinite if a log counts the payload alone. */
function payloadSpread(payloads: number[]): number {
  return Math.min(...payloads) < leastRequestBytes ? Number.POSITIVE_INFINITY : logSpread(payloads);
}

function logSpread(figures: number[]): number {
  return deviation(figures.map(Math.log));
}

function exchangeOf(asked: (Sample & { bytesOut: number })[]): BehaviourFigures["exchange"] {
  if (asked.length < 4) return null;
  const out = asked.map(({ bytesOut }) => bytesOut);
  const received = asked.map(({ bytesIn }) => bytesIn);
  const ratios = asked.map(({ bytesIn, bytesOut }) => bytesIn / bytesOut);
  const durations = asked.map(({ durationMs }) => durationMs);
  return {
    withBytesIn: correlation(out, received),
    withDuration: correlation(out, durations),
    spread: logSpread(ratios),
  };
}

function growthOf(requests: number[]): BehaviourFigures["growth"] {
  const [first] = requests;
  const last = requests.at(-1);
  if (requests.length < 4 || first === undefined || last === undefined) return null;
  const larger = requests.filter((bytes, index) => index > 0 && bytes > (requests[index - 1] ?? bytes)).length;
  return { share: larger / (requests.length - 1), factor: last / first };
}

function cadenceOf(times: number[]): number | null {
  if (times.length < 5) return null;
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? atMs));
  const average = mean(gaps);
  return average === 0 ? null : deviation(gaps) / average;
}
