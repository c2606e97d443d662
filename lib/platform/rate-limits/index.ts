export { networkOf } from "@/lib/platform/rate-limits/address";
export {
  type AttemptLimit,
  consumeAnonymous,
  consumeAttempt,
  consumeFor,
  consumeOperator,
  limitFor,
  probeRedis,
  type RateClass,
  type RateState,
  rateClasses,
  rateLimited,
  readUsage,
  returnAttempt,
} from "@/lib/platform/rate-limits/consume";
