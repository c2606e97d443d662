import { rangesCover } from "@/lib/domains/shadow-ai/analysis/factors";
import { findProviderId, hostMatches } from "@/lib/domains/shadow-ai/catalogue";

/** The part of a registered model that defines its approved use. */
export interface GovernedModel {
  id: string;
  /** As entered by the organisation. */
  provider: string | null;
  allowedEndpoints: AllowedEndpoint[];
}

interface AllowedEndpoint {
  /** A host, or `*.` and a domain for all its subdomains. */
  host: string;
  /** Default: all departments. */
  departments?: string[] | undefined;
  /** CIDR notation. Default: any address. */
  ipRanges?: string[] | undefined;
}

/** A use to look up among the registered models. */
interface RegisteredUse {
  providerId: string;
  endpoint: string;
  department: string | null;
  /** Masked. */
  ranges: string[];
}

interface Registration {
  /** A model names the provider or may use the host. */
  providerRegistered: boolean;
  /** A model may use the host, possibly for other departments or ranges. */
  endpointAllowed: boolean;
  /** The first model whose endpoint matches host, department and all ranges. */
  coveredBy: string | null;
}

/** Matches a use against the registered models. */
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

/** All restrictions of the endpoint must match; unknown values do not match. */
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
