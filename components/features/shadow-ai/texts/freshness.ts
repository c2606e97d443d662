/** The freshness of a log source, in the same words on every page. Its imports can be newer than its records. */
export const freshness = {
  none: "No records",
  late: "No records from the last 24 hours",
};
