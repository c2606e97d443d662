/** Comparisons of a payload's number with a rule's threshold. */
export const operators = [
  "GREATER_THAN",
  "GREATER_OR_EQUAL",
  "LESS_THAN",
  "LESS_OR_EQUAL",
  "EQUAL",
  "NOT_EQUAL",
] as const;
export type Operator = (typeof operators)[number];

/** Labels of operators, as in "confidence below 0.6". */
export const operatorLabels: Record<Operator, string> = {
  GREATER_THAN: "above",
  GREATER_OR_EQUAL: "at or above",
  LESS_THAN: "below",
  LESS_OR_EQUAL: "at or below",
  EQUAL: "equal to",
  NOT_EQUAL: "not equal to",
};

/** Scope of an event count: each model separately, or the whole organisation. */
export const countScopes = ["MODEL", "ORGANISATION"] as const;
export type CountScope = (typeof countScopes)[number];
