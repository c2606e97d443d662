export {
  isNotable,
  listApproverChanges,
  listChangesBefore,
  listNotableChanges,
  type MadeChange,
  recordCredentialChanges,
} from "@/lib/credentials/credential-changes";
export { describeDependence, findControllers, findSharedControl } from "@/lib/credentials/independence";
export type { CredentialChange } from "@/lib/credentials/schemas";
export { describeChange } from "@/lib/credentials/vocabulary";
