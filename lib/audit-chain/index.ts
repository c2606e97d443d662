export { appendBatch } from "@/lib/audit-chain/append-batch";
export { appendEvent } from "@/lib/audit-chain/append-event";
export { appendInTransaction } from "@/lib/audit-chain/append-in-transaction";
export { genesisHash } from "@/lib/audit-chain/block";
export { exportEvents, exportTypes } from "@/lib/audit-chain/export-events";
export {
  advanceFollower,
  announceGrowth,
  followChain,
  listBehind,
  readBehind,
  unfollowChain,
} from "@/lib/audit-chain/followers";
export { getEvent } from "@/lib/audit-chain/get-event";
export { listEvents } from "@/lib/audit-chain/list-events";
export { findFinding } from "@/lib/audit-chain/store";
export { verifyEvent } from "@/lib/audit-chain/verify-event";
