import type { MixedUseSignals } from "@/lib/domains/shadow-ai/catalogue/types";
import type { AccessKind, ServiceCategory } from "@/lib/domains/shadow-ai/vocabulary";

/** How services of a category are used unless the host says otherwise, and what they are in words. */
export const categoryRows: Record<ServiceCategory, { accessKind: AccessKind; title: string }> = {
  LLM_API: { accessKind: "API", title: "programming interface of language models" },
  LLM_API_CLOUD: { accessKind: "API", title: "cloud service of language models" },
  AGGREGATOR: { accessKind: "API", title: "service that passes requests on to models of others" },
  AI_GATEWAY: { accessKind: "API", title: "gateway to models of others" },
  ML_PLATFORM: { accessKind: "API", title: "platform that runs models" },
  MODEL_HUB: { accessKind: "WEB", title: "hub of models" },
  AI_SERVICES: { accessKind: "API", title: "AI services of a cloud" },
  EMBEDDING_API: { accessKind: "API", title: "programming interface of embedding models" },
  VECTOR_DB: { accessKind: "API", title: "database of embeddings" },
  LLM_OPS: { accessKind: "API", title: "service that records prompts and answers" },
  CHAT_APP: { accessKind: "WEB", title: "chat application" },
  CONSOLE: { accessKind: "WEB", title: "console of a provider of models" },
  SEARCH_APP: { accessKind: "WEB", title: "search with a language model" },
  RESEARCH: { accessKind: "WEB", title: "research with a language model" },
  CODING_ASSISTANT: { accessKind: "IDE", title: "coding assistant" },
  APP_BUILDER: { accessKind: "WEB", title: "builder of applications" },
  AGENT: { accessKind: "WEB", title: "agent" },
  WRITING: { accessKind: "WEB", title: "writing assistant" },
  MEETING_ASSISTANT: { accessKind: "WEB", title: "meeting assistant" },
  IMAGE_GEN: { accessKind: "WEB", title: "image generator" },
  VIDEO_GEN: { accessKind: "WEB", title: "video generator" },
  AUDIO_GEN: { accessKind: "WEB", title: "audio generator" },
  SPEECH_API: { accessKind: "API", title: "programming interface of speech models" },
  SUPPORTING: { accessKind: "WEB", title: "host of uploads and static files" },
  SELF_HOSTED: { accessKind: "SELF_HOSTED", title: "model in the organisation's own network" },
  UNKNOWN: { accessKind: "API", title: "service in no catalogue" },
};

/** Hosts of one provider, as the data has them. */
export interface HostGroup {
  /** Key of the table of providers. */
  provider: string;
  /** Where the hosts are documented, by the vendor wherever there is such a page. */
  source: string;
  hosts: HostRow[];
}

export function group(provider: string, source: string, hosts: HostRow[]): HostGroup {
  return { provider, source, hosts };
}

/** A host of the data. */
export interface HostRow {
  /** A host, `*.` and a domain, or a host with `<region>`. */
  host: string;
  category: ServiceCategory;
  /** Where it is not the one of the category. */
  accessKind?: AccessKind;
  /** Makes the host one of mixed use. */
  signals?: MixedUseSignals;
  /** Traffic counts for this host. */
  canonicalHost?: string;
  /** Hosts below it are of the same service, and their traffic counts for it. */
  below?: true;
  /** Names directly below the domain of a wildcard that it does not cover. */
  except?: string[];
  /** YYYY-MM-DD when the host was last seen in the source or in public code. */
  checkedAt?: string;
}

/**
 * Names below an application's domain under which people read about it and do not use it. What is below such a domain
 * counts for it, but these do not.
 */
export const informationLabels: string[] =
  "academy blog careers changelog community docs events help jobs learn legal news press status support trust".split(
    " ",
  );
