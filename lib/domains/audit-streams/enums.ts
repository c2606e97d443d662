export const streamStatuses = ["ACTIVE", "FAILING", "PAUSED", "DISABLED"] as const;

export const compressions = ["gzip", "none"] as const;
export type Compression = (typeof compressions)[number];

/** Bounds of a batch. */
export const eventsMax = 5_000;
export const bytesMin = 64 * 1024;
export const bytesMax = 4 * 1024 * 1024;
export const delaySecondsMax = 300;

/** Streams an organisation may have. */
export const streamsMax = 20;
