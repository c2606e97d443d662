/**
 * Loaded into every application process that tests start: when the process that started it is gone, however it ended,
 * the channel to it closes, and the application ends too.
 */
process.on("disconnect", () => process.exit(1));
// The listener alone must not keep a process alive that has nothing left to do.
process.channel?.unref();
