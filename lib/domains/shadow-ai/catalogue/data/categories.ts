import type { MixedUseSignals } from "@/lib/domains/shadow-ai/catalogue/types";
import type { AccessKind, ServiceCategory } from "@/lib/domains/shadow-ai/enums";

/** Default access kind and display name of each category. */
export const categoryRows: Record<ServiceCategory, { accessKind: AccessKind; title: string }> = {
  LLM_API: { accessKind: "API", title: "language model API" },
  LLM_API_CLOUD: { accessKind: "API", title: "cloud language model service" },
  AGGREGATOR: { accessKind: "API", title: "model aggregator" },
  AI_GATEWAY: { accessKind: "API", title: "AI gateway" },
  ML_PLATFORM: { accessKind: "API", title: "model hosting platform" },
  MODEL_HUB: { accessKind: "WEB", title: "model hub" },
  AI_SERVICES: { accessKind: "API", title: "cloud AI services" },
  EMBEDDING_API: { accessKind: "API", title: "embedding model API" },
  VECTOR_DB: { accessKind: "API", title: "vector database" },
  LLM_OPS: { accessKind: "API", title: "LLM observability service" },
  CHAT_APP: { accessKind: "WEB", title: "chat application" },
  CONSOLE: { accessKind: "WEB", title: "model provider console" },
  SEARCH_APP: { accessKind: "WEB", title: "AI search" },
  RESEARCH: { accessKind: "WEB", title: "AI research assistant" },
  CODING_ASSISTANT: { accessKind: "IDE", title: "coding assistant" },
  APP_BUILDER: { accessKind: "WEB", title: "AI application builder" },
  AGENT: { accessKind: "WEB", title: "AI agent" },
  WRITING: { accessKind: "WEB", title: "writing assistant" },
  MEETING_ASSISTANT: { accessKind: "WEB", title: "meeting assistant" },
  IMAGE_GEN: { accessKind: "WEB", title: "image generator" },
  VIDEO_GEN: { accessKind: "WEB", title: "video generator" },
  AUDIO_GEN: { accessKind: "WEB", title: "audio generator" },
  SPEECH_API: { accessKind: "API", title: "speech API" },
  SUPPORTING: { accessKind: "WEB", title: "file host" },
  SELF_HOSTED: { accessKind: "SELF_HOSTED", title: "self-hosted model" },
  UNKNOWN: { accessKind: "API", title: "unknown service" },
};

/** Hosts of one provider. */
export interface HostGroup {
  /** Key in `providerRows`. */
  provider: string;
  /** Documentation of the hosts, by the vendor if available. */
  source: string;
  hosts: HostRow[];
}

export function group(provider: string, source: string, hosts: HostRow[]): HostGroup {
  return { provider, source, hosts };
}

/** Hosts of a category that were verified when the catalogue was last revised. */
export function checked(category: ServiceCategory, ...hosts: string[]): HostRow[] {
  return hosts.map((host) => ({ host, checkedAt: "2026-11-22", category }));
}

/** A catalogue host. */
export interface HostRow {
  /** A host, `*.` and a domain, or a host with `<region>`. */
  host: string;
  category: ServiceCategory;
  /** If different from the category's. */
  accessKind?: AccessKind;
  /** Makes the host mixed-use. */
  signals?: MixedUseSignals;
  /** The host to which traffic is attributed. */
  canonicalHost?: string;
  /** Includes all subdomains, whose traffic is attributed to this host. */
  below?: true;
  /** Direct subdomains that a wildcard excludes. */
  except?: string[];
  /** YYYY-MM-DD when the host was last verified in the source or in public code. */
  checkedAt?: string;
}

/** Subdomains of an application with information about it. Visiting them is not use of the application. */
export const informationLabels: string[] =
  "academy blog careers changelog community docs events help jobs learn legal news press status support trust".split(
    " ",
  );
