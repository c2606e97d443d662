/** Raised whenever the data of this folder changes; a test pins it to the digest of the data. */
export const dataVersion = "2026-11-22";
