import { categoryLabel } from "../labels";

export const cataloguePage = {
  catalogue: "Catalogue",
  description: "Known hosts of AI services.",
  version: (version: string | undefined) => (version === undefined ? "" : `Catalogue version ${version}.`),
  catalogueOverrides: "Catalogue overrides",
  ignored: "Ignored",
  remove: "Remove",
  question: { body: "The catalogue will apply to this host again.", action: "Remove override" },
  removeQuestion: (host: string) => `Remove the override for ${host}?`,
  overrideRemoved: (host: string) => `Override for ${host} removed.`,
  checkAHost: { label: "Check a host", placeholder: "api.example.com" },
  check: "Check",
  checkFailed: "The host could not be checked",
  notInCatalogue: (host: string) =>
    `${host} is not in the catalogue. It can be identified as an AI service only by its traffic.`,
  ignoredHost: (why: string) => `${why} Traffic to this host is ignored.`,
  providerService: (why: string, name: string, category: string) =>
    `${why} Provider: ${name}. Service: ${categoryLabel(category)}.`,
};

export const entryTable = {
  lastChecked: "Host last checked",
  notChecked: "Never",
  jurisdiction: "Jurisdiction",
  statement: (value: string, property: string, provider: string) => `${value}: ${property}, ${provider}`,
  termsRead: "Terms last read",
  unknown: "Unknown",
  hostsOfAiServices: "Hosts of AI services",
  q: { label: "Host or provider", placeholder: "Search hosts and providers" },
  noHostsCatalogue: "No hosts in the catalogue",
};

export const overrideDialog = {
  overrideSaved: (host: string) => `Override for ${host} saved.`,
  overrideNotSaved: "Override not saved",
  editOverrideFor: (given: string) => `Edit override for ${given}`,
  hostDescription: "A host name, such as api.example.com, or *.example.com for all subdomains",
  mustHostName: "Enter a host name, such as api.example.com.",
  ignoreTrafficHost: "Ignore traffic to this host",
  jurisdictionPlaceholder: "FR",
};
