/** Reasons for lines that a parser reads but that produce no record of their own, with their titles. */
export const skipReasonTitles = {
  EMPTY: "Empty lines, headers and comments",
  OTHER_LOG: "Log types and messages that do not describe a connection",
  OTHER_PROTOCOL: "Protocols other than TCP and UDP",
  RESOLVER_TRAFFIC: "Connections to DNS resolvers",
  DNS_ANSWER: "DNS answers",
  INCOMPLETE: "Sessions that have not ended, and repeated statistics",
  NO_REQUEST: "Login challenges, and tunnels whose requests have their own lines",
  MERGED: "Lines added to another record of the same connection",
  NO_DESTINATION: "No identifiable destination",
  NO_CLIENT: "No client address",
  TOO_MANY_HOSTS: "Possible AI hosts beyond the limit for one log",
} as const;

export type SkipReason = keyof typeof skipReasonTitles;

export const skipReasons = Object.keys(skipReasonTitles) as [SkipReason, ...SkipReason[]];

/** Number of skipped lines by reason. Reasons without lines are omitted. */
export type SkippedLines = Partial<Record<SkipReason, number>>;
