export { deliverStream } from "@/lib/domains/audit-streams/deliver-stream";
export { streamMetrics } from "@/lib/domains/audit-streams/metrics";
export {
  createStream,
  deleteStream,
  getStream,
  listBatches,
  listStreams,
  reencryptStreamSecrets,
  rotateStreamSecret,
  testStream,
  updateStream,
  versionOf,
} from "@/lib/domains/audit-streams/streams";
export { sweepStreams, wakeStreams, warnOfDelays } from "@/lib/domains/audit-streams/watch-streams";
