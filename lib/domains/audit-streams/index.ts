export { deliverStream } from "@/lib/domains/audit-streams/deliver-stream";
export { streamFigures } from "@/lib/domains/audit-streams/figures";
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
export { sweepStreams, wakeStreams, warnOfTrouble } from "@/lib/domains/audit-streams/watch-streams";
