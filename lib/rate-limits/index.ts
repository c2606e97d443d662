export { consumeAnonymous, consumeFor, type RateState } from "@/lib/rate-limits/consume";
export { limitFor, type RateClass, rateClasses } from "@/lib/rate-limits/policy";
