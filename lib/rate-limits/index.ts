export { networkOf } from "@/lib/rate-limits/address";
export {
  type AttemptLimit,
  consumeAnonymous,
  consumeAttempt,
  consumeFor,
  limitFor,
  type RateClass,
  type RateState,
  rateClasses,
  readUsage,
  returnAttempt,
} from "@/lib/rate-limits/consume";
