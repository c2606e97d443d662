export { createCounters } from "@/lib/domains/s3-pull/counters";
export { type LogBucket, Puller } from "@/lib/domains/s3-pull/pull";
export { PullState } from "@/lib/domains/s3-pull/state";
