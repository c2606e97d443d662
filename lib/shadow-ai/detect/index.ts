export { type Classified, TrafficAggregator, type UseTraffic } from "@/lib/shadow-ai/detect/aggregator";
export { scoreBehaviour, scoreWindows } from "@/lib/shadow-ai/detect/behaviour";
export { decide } from "@/lib/shadow-ai/detect/decide";
export { describeUse } from "@/lib/shadow-ai/detect/describe-use";
export type { CurrentDetection, Decision, Description, Situation } from "@/lib/shadow-ai/detect/situation";
export { mergeStats, TrafficStats } from "@/lib/shadow-ai/detect/stats";
export { bestVantage, type UseFacts } from "@/lib/shadow-ai/detect/use-facts";
