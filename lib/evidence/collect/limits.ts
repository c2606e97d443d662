/** Rows that the register of a section has. */
export const registerRowsMax = 100;

/** Rows that the registers of alerts, of human reviews, and of detections and exceptions have, each. */
export const detailRowsMax = 200;

/** Rows that the list of all events has. */
export const listRowsMax = 2_000;

/** UTF-16 units of a row's `detail`, and of the name in its `actor`. */
export const detailLengthMax = 160;
export const actorLengthMax = 80;

/** Versions of the model that the statistics name, the first to appear, and UTF-16 units of a version's name. */
export const modelVersionsMax = 50;
export const modelVersionLengthMax = 100;

/** Distinct actors, and distinct reviewers, that are counted; there may be more. */
export const distinctMax = 100_000;

/** Weeks or months that the statistics have. */
export const bucketsMax = 523;

/** Types and severities outside the vocabulary that are counted by their own names; further ones are counted together. */
export const unknownNamesMax = 20;
