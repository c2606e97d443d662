/** How a number of a payload is held against a rule's threshold. */
export const operators = [
  "GREATER_THAN",
  "GREATER_OR_EQUAL",
  "LESS_THAN",
  "LESS_OR_EQUAL",
  "EQUAL",
  "NOT_EQUAL",
] as const;
export type Operator = (typeof operators)[number];

/** What an operator says between a number and a threshold: "confidence below 0.6". */
export const operatorLabels: Record<Operator, string> = {
  GREATER_THAN: "above",
  GREATER_OR_EQUAL: "at or above",
  LESS_THAN: "below",
  LESS_OR_EQUAL: "at or below",
  EQUAL: "equal to",
  NOT_EQUAL: "other than",
};

/** What a rule counts for itself: the events of each model, or those of all together. */
export const countScopes = ["MODEL", "ORGANISATION"] as const;
export type CountScope = (typeof countScopes)[number];
