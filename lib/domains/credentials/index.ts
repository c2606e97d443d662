export {
  isNotable,
  listApproverChanges,
  listChangesBefore,
  listNotableChanges,
  type MadeChange,
  recordCredentialChanges,
} from "@/lib/domains/credentials/credential-changes";
export { describeDependence, findControllers, findSharedControl } from "@/lib/domains/credentials/independence";
export type { CredentialChange } from "@/lib/domains/credentials/schemas";
export { describeChange } from "@/lib/domains/credentials/vocabulary";
