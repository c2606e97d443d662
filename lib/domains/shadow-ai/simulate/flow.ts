/** A machine of the company and its user. */
export interface Client {
  /** The full address, which logs contain and the service must not store. */
  address: string;
  /** Login name; null for a server. */
  user: string | null;
  machine: string;
  /** Null if the company's ranges name no department. */
  department: string | null;
  browser: Software;
}

/** A program that opens connections. */
export interface Software {
  /** Full `User-Agent` header. */
  userAgent: string;
  ja3: string;
  ja4: string;
}

export interface Server {
  host: string;
  address: string;
  port: number;
}

/** One request and its response, as a proxy that inspects TLS sees it. */
export interface Exchange {
  startMs: number;
  durationMs: number;
  method: string;
  /** With the query string, which must not leave a parser. */
  path: string;
  status: number;
  requestBytes: number;
  responseBytes: number;
  /** The attributes of a span of an instrumented application. */
  model: ModelUse | null;
}

export interface ModelUse {
  provider: string;
  model: string;
  operation: "chat" | "embeddings";
  inputTokens: number;
  outputTokens: number;
}

/** `TLS` and `HTTP` use TCP, `QUIC` uses UDP; `TCP` and `UDP` are other protocols. */
export type Protocol = "TLS" | "HTTP" | "QUIC" | "TCP" | "UDP";

/** One connection. Every log format contains a part of it. */
export interface Flow {
  /** Unix milliseconds. */
  startMs: number;
  durationMs: number;
  client: Client;
  clientPort: number;
  server: Server;
  protocol: Protocol;
  software: Software;
  /** Payload above TCP or UDP. */
  bytesOut: number;
  bytesIn: number;
  packetsOut: number;
  packetsIn: number;
  exchanges: readonly Exchange[];
  /** Blocked by a proxy, or reset by a firewall. */
  blocked: boolean;
  /** The use of AI in the plan; null for other traffic. */
  use: number | null;
  kind: UseKind | ConfuserKind;
  /** Whether the application writes spans. */
  instrumented: boolean;
}

/** A DNS query of a machine whose cache has no answer. */
export interface Lookup {
  atMs: number;
  client: Client;
  clientPort: number;
  queryId: number;
  host: string;
  type: "A" | "AAAA" | "HTTPS";
  /** Empty if the name has no record of the type. */
  answers: readonly string[];
  ttlSeconds: number;
  use: number | null;
}

export type NetworkEvent = { what: "flow"; flow: Flow } | { what: "lookup"; lookup: Lookup };

/** The uses of AI, with their titles in reports and the access kind that decides how much traffic opens a detection. */
export const useKinds = {
  sdk_script: { access: "API", title: "A script calls a model API with the vendor's library" },
  chat_app: { access: "WEB", title: "People use a chat application in the browser" },
  coding_assistant: { access: "IDE", title: "An editor uses a coding assistant" },
  image_generation: { access: "WEB", title: "Images are generated in the browser or through an API" },
  meeting_assistant: { access: "WEB", title: "A recorder uploads meeting audio" },
  agent_loop: { access: "API", title: "An agent works autonomously, including at night" },
  file_upload: { access: "WEB", title: "Files are uploaded to a chat application" },
  fine_tuning: { access: "API", title: "Training files are uploaded and a model is fine-tuned" },
  aggregator: { access: "API", title: "A tool calls many models through an aggregator" },
  cloud_model: { access: "API", title: "A service calls a model at a cloud provider" },
  self_hosted: { access: "SELF_HOSTED", title: "A model is self-hosted" },
  blocked_attempts: { access: "WEB", title: "The proxy blocks an application, and people keep trying" },
  unknown_api: { access: "API", title: "A program calls a model at an unknown host" },
  unknown_chat: { access: "WEB", title: "People use an unknown chat application" },
  unknown_complete: { access: "API", title: "Unknown host: complete responses after a random time" },
  unknown_chunked: { access: "API", title: "Unknown host: streamed responses in chunks" },
  unknown_session: { access: "WEB", title: "Unknown host: conversations on long HTTP/2 connections" },
  unknown_agent: { access: "API", title: "Unknown host: an agent with large requests" },
  unknown_reasoning: { access: "API", title: "Unknown host: a model that reasons before it responds" },
  unknown_completion: { access: "IDE", title: "Unknown host: code completion in an editor" },
  unknown_image: { access: "API", title: "Unknown host: generated images" },
  unknown_voice: { access: "WEB", title: "Unknown host: spoken conversations" },
  casual_visit: { access: "WEB", title: "A person visits an application once" },
} as const;
export type UseKind = keyof typeof useKinds;

/** Uses of hosts that are in no catalogue: they can only be found by their behaviour. */
export const unknownKinds: ReadonlySet<UseKind> = new Set(
  (Object.keys(useKinds) as UseKind[]).filter((kind) => kind.startsWith("unknown_")),
);

/** Ordinary traffic, including traffic that resembles AI. */
export const confuserKinds = {
  browsing: "Websites with trackers and content delivery networks",
  saas: "E-mail, calendar, CRM and spreadsheets in the browser",
  mixed_use: "Websites whose optional AI features are not used",
  messaging: "Chat between people over WebSocket",
  video_call: "Audio and video calls",
  media: "Video and music streaming",
  event_stream: "Dashboards and slow tickers with server push",
  fast_ticker: "Fast tickers with server push",
  build_log: "Build logs",
  followed_log: "Followed logs of running programs",
  ci: "Build runners",
  database: "SQL over TLS",
  collaboration: "Shared documents",
  remote_desktop: "Terminals and remote desktops over TLS",
  telemetry: "Telemetry",
  service_api: "Services that call payment, e-mail and data APIs",
  warehouse: "Data warehouse queries",
  package_mirror: "Package and source downloads by developers",
  software_update: "System and software updates",
  file_sync: "Folder synchronisation",
  backup: "Nightly backups",
  game: "Games at lunch",
  infrastructure: "Certificate checks, time servers, printers, directories",
} as const;
export type ConfuserKind = keyof typeof confuserKinds;
