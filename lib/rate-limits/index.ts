export { networkOf } from "@/lib/rate-limits/address";
export {
  type AttemptLimit,
  consumeAnonymous,
  consumeAttempt,
  consumeFor,
  type RateState,
  returnAttempt,
} from "@/lib/rate-limits/consume";
export { limitFor, type RateClass, rateClasses } from "@/lib/rate-limits/policy";
export { readUsage } from "@/lib/rate-limits/usage";
