import { rangesCover } from "@/lib/domains/shadow-ai/analysis/factors";
import { findProviderId, hostMatches } from "@/lib/domains/shadow-ai/catalogue";

/** What of a registered model says which use of AI is approved. */
export interface GovernedModel {
  id: string;
  /** As the organisation wrote it. */
  provider: string | null;
  allowedEndpoints: AllowedEndpoint[];
}

interface AllowedEndpoint {
  /** A host, or `*.` and a domain for every host below it. */
  host: string;
  /** Left out: every department. */
  departments?: string[] | undefined;
  /** CIDR notation. Left out: everywhere. */
  ipRanges?: string[] | undefined;
}

/** A use, as it is looked up among the registered models. */
interface RegisteredUse {
  providerId: string;
  endpoint: string;
  department: string | null;
  /** Masked. */
  ranges: string[];
}

interface Registration {
  /** A model names the provider, or may use the host. */
  providerRegistered: boolean;
  /** A model may use the host, be it for others. */
  endpointAllowed: boolean;
  /** The first model that this very use is approved with: host, department and every range fit. */
  coveredBy: string | null;
}

/** How far registered models approve a use. */
export function registrationOf(models: GovernedModel[], use: RegisteredUse): Registration {
  let providerRegistered = false;
  let endpointAllowed = false;
  let coveredBy: string | null = null;
  for (const model of models) {
    const allowed = model.allowedEndpoints.filter(({ host }) => hostMatches(host, use.endpoint));
    endpointAllowed ||= allowed.length > 0;
    providerRegistered ||= allowed.length > 0 || isSameProvider(model.provider, use.providerId);
    if (allowed.some((endpoint) => covers(endpoint, use))) coveredBy ??= model.id;
  }
  return { providerRegistered, endpointAllowed, coveredBy };
}

function isSameProvider(name: string | null, providerId: string): boolean {
  return name !== null && findProviderId(name) === providerId;
}

/** All that the endpoint asks for must hold; what is not known of the use does not. */
function covers({ departments, ipRanges }: AllowedEndpoint, use: RegisteredUse): boolean {
  if (departments !== undefined && !departments.some((name) => isSameDepartment(name, use.department))) return false;
  return ipRanges === undefined || rangesCover(ipRanges, use.ranges);
}

function isSameDepartment(one: string, other: string | null): boolean {
  return other !== null && plain(one) === plain(other);
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
