export { deliverStream } from "@/lib/audit-streams/deliver-stream";
export { streamFigures } from "@/lib/audit-streams/figures";
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
} from "@/lib/audit-streams/streams";
export { sweepStreams, wakeStreams, warnOfTrouble } from "@/lib/audit-streams/watch-streams";
