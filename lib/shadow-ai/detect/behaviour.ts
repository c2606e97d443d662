import { type BehaviourFigures, behaviourFigures } from "@/lib/shadow-ai/detect/behaviour-figures";
import { penalties, type Signal, streamedSignals, thoughtSignals } from "@/lib/shadow-ai/detect/behaviour-signals";
import type { AlikeWindows } from "@/lib/shadow-ai/detect/situation";
import type { TrafficStats } from "@/lib/shadow-ai/detect/stats";
import type { ShadowAiSettings } from "@/lib/shadow-ai/schemas-settings";

/** How much traffic looks like that of a language model. */
export interface BehaviourScore {
  /** 0 to 1. */
  score: number;
  /** Sentences, the weightiest first. */
  reasons: string[];
}

/** Without packets less can be told, and without bytes out less still. */
const mostWithoutPackets = 0.8;
const mostWithoutBytesOut = 0.75;
/** Without packets, fewer connections say nothing: an ordinary page has the same bytes and durations. */
const leastWithoutPackets = 6;
const mostReasons = 8;

/**
 * How much the traffic of one window (five minutes of a use, or a day) looks like that of a language model: either its
 * answers trickle in as tokens do, or they come whole after a time that grows with their length. Null where too little is
 * known. Never proves anything: it says what the traffic looks like.
 */
export function scoreBehaviour(stats: TrafficStats): BehaviourScore | null {
  const figures = behaviourFigures(stats);
  if (figures === null) return null;
  if (figures.packetsIn === null && figures.connections < leastWithoutPackets) return null;
  const tracks = [weigh(figures, streamedSignals), weigh(figures, thoughtSignals)];
  const best = tracks.reduce((a, b) => (b.score > a.score ? b : a));
  const against = penalties.filter(({ applies }) => applies(figures));
  const penalty = against.reduce((total, { points }) => total + points, figures.hostPenalty);
  const score = Math.min(Math.max(best.score - penalty, 0), mostOf(figures));
  return { score: Math.round(score * 100) / 100, reasons: best.reasons };
}

/**
 * What the windows of a use say together; null where none looks like a model's. The score is the median of those that do,
 * the reasons are those of the best.
 */
export function scoreWindows(
  windows: Iterable<TrafficStats>,
  { behaviourScore }: Pick<ShadowAiSettings["opening"], "behaviourScore">,
): AlikeWindows | null {
  const scored = [...windows].map(scoreBehaviour).filter((one) => one !== null);
  const alike = scored.filter(({ score }) => score >= behaviourScore).sort((a, b) => b.score - a.score);
  const [best] = alike;
  if (best === undefined) return null;
  const score = alike[alike.length >> 1]?.score ?? best.score;
  return { alike: alike.length, scored: scored.length, score, reasons: best.reasons };
}

/** The points of the signals as a share of what those that can be told could give; bonuses come on top. */
function weigh(figures: BehaviourFigures, signals: readonly Signal[]): BehaviourScore {
  let points = 0;
  let most = 0;
  const reasons: { points: number; sentence: string }[] = [];
  for (const signal of signals) {
    const given = signal.points(figures);
    if (given === null) continue;
    if (signal.bonus !== true) most += signal.most;
    points += given;
    if (given > 0) reasons.push({ points: given, sentence: signal.reason(figures) });
  }
  const sentences = reasons.sort((a, b) => b.points - a.points).map(({ sentence }) => sentence);
  return { score: most === 0 ? 0 : Math.min(points / most, 1), reasons: sentences.slice(0, mostReasons) };
}

function mostOf({ packetsIn, bytesOut }: BehaviourFigures): number {
  if (packetsIn !== null) return 1;
  return bytesOut === null ? mostWithoutBytesOut : mostWithoutPackets;
}
