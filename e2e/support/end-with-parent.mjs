/**
 * Loaded into every application process that tests start. When the process that started it ends for any reason,
 * the channel between them closes, and the application ends too.
 */
process.on("disconnect", () => process.exit(1));
// The listener alone must not keep an idle process alive.
process.channel?.unref();
