export {
  findKeyCreators,
  isNotable,
  listApproverChanges,
  listChangesBefore,
  listNotableChanges,
  type MadeChange,
  recordCredentialChanges,
} from "@/lib/domains/credentials/credential-changes";
export { describeChange } from "@/lib/domains/credentials/enums";
export { describeDependence, findControllers, findSharedControl } from "@/lib/domains/credentials/independence";
export type { CredentialChange } from "@/lib/domains/credentials/schemas";
