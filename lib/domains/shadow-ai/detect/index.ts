export {
  type Classified,
  TrafficAggregator,
  type UserDay,
  type UseTraffic,
} from "@/lib/domains/shadow-ai/detect/aggregator";
export { scoreBehaviour, scoreWindows } from "@/lib/domains/shadow-ai/detect/behaviour";
export {
  bounded,
  countOnce,
  type SourceTraffic,
  type SumsBySource,
  sourcesMax,
} from "@/lib/domains/shadow-ai/detect/count-once";
export type { CurrentDetection, Decision, Situation, Traffic } from "@/lib/domains/shadow-ai/detect/decide";
export { decide } from "@/lib/domains/shadow-ai/detect/decide";
export { type Description, describeUse } from "@/lib/domains/shadow-ai/detect/describe-use";
export {
  addStats,
  mergeStats,
  noRange,
  rangesOf,
  sum,
  TrafficStats,
} from "@/lib/domains/shadow-ai/detect/stats";
export { bestVantage, type UseFacts, unitOf } from "@/lib/domains/shadow-ai/detect/use-directory";
