export { type Classified, TrafficAggregator, type UseTraffic } from "@/lib/shadow-ai/detect/aggregator";
export { scoreBehaviour, scoreWindows } from "@/lib/shadow-ai/detect/behaviour";
export type { CurrentDetection, Decision, Description, Situation } from "@/lib/shadow-ai/detect/decide";
export { decide } from "@/lib/shadow-ai/detect/decide";
export { describeUse } from "@/lib/shadow-ai/detect/describe-use";
export { mergeStats, TrafficStats } from "@/lib/shadow-ai/detect/stats";
export { bestVantage, type UseFacts } from "@/lib/shadow-ai/detect/use-directory";
